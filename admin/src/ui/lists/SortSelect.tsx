import Box from '@mui/material/Box';
import { useListContext, useTranslate } from 'react-admin';
import type { Column } from './column.js';
import { FilterSelect } from './FilterSelect.js';

const directions = ['ASC', 'DESC'] as const;

/** The order of cards, which have no headings to sort by. */
export function SortSelect({ columns }: { columns: Pick<Column, 'label' | 'sortBy'>[] }) {
  const translate = useTranslate();
  const { sort, setSort } = useListContext();
  const options = columns.flatMap(({ label, sortBy }) =>
    sortBy
      ? directions.map((order) => ({
          value: `${sortBy} ${order}`,
          label: translate(`admin.list.order.${order}`, { field: translate(label) }),
        }))
      : [],
  );
  if (!options.length) return null;
  return (
    <Box sx={{ display: 'flex', px: 2, pt: 1.5, pb: 1, borderBottom: 1, borderColor: 'divider' }}>
      <FilterSelect
        label={translate('admin.list.sort')}
        value={`${sort.field} ${sort.order}`}
        options={options}
        onChange={(value) => {
          const [field = '', order] = value.split(' ');
          setSort({ field, order: order as (typeof directions)[number] });
        }}
      />
    </Box>
  );
}
