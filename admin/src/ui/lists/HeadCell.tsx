import TableSortLabel from '@mui/material/TableSortLabel';
import { useListContext, useTranslate } from 'react-admin';
import { type Column } from './column.js';
import { SelectPage } from './SelectPage.js';

const directions = { ASC: 'asc', DESC: 'desc' } as const;

export function HeadCell({ label, sortBy, align, isSelecting }: Column & { isSelecting: boolean }) {
  const translate = useTranslate();
  const { sort, setSort } = useListContext();
  if (!sortBy)
    return (
      <th scope="col" data-align={align}>
        {isSelecting && <SelectPage />}
        {translate(label)}
      </th>
    );
  const active = sort.field === sortBy;
  const next = active && sort.order === 'ASC' ? 'DESC' : 'ASC';
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={active ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      {isSelecting && <SelectPage />}
      <TableSortLabel
        active={active}
        direction={active ? directions[sort.order] : 'asc'}
        onClick={() => setSort({ field: sortBy, order: next })}
      >
        {translate(label)}
      </TableSortLabel>
    </th>
  );
}
