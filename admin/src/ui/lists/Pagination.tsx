import { MenuItem, Select } from '@mui/material';
import { Pagination as RaPagination, useListContext } from 'react-admin';
import { pageSizes, type Pagination as Counted } from '#domain/platform/lists';
import { formatCount, formatCounted } from '#domain/platform/numbers';
import { useIsBelow } from '../common/useIsBelow.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** A page size typed into the address is kept. */
const sizesWith = (perPage: number) => [...new Set([...pageSizes, perPage])].toSorted((a, b) => a - b);

/** The page size, in the space before the number of records. */
function PageSize() {
  const translate = useTranslate();
  const { perPage, setPerPage } = useListContext();
  return (
    <Select
      variant="standard"
      disableUnderline
      value={perPage}
      onChange={({ target }) => setPerPage(target.value)}
      SelectDisplayProps={{ 'aria-label': translate('ra.navigation.page_rows_per_page') }}
      sx={{ mr: 'auto', fontSize: 'inherit' }}
    >
      {sizesWith(perPage).map((size) => (
        <MenuItem key={size} value={size}>
          {size}
        </MenuItem>
      ))}
    </Select>
  );
}

/** react-admin's Pagination, where a total may be one of at least so many; on a phone it has the page size, too. */
export function Pagination() {
  const translate = useTranslate();
  const isNarrow = useIsBelow('md');
  const { perPage, ...list } = useListContext();
  // Records that could not be loaded have no number.
  if (!list.isPending && (list.total === undefined || (list.error && !list.data))) return null;
  const { atLeast = false } = (list.meta ?? {}) as Partial<Counted>;
  return (
    <RaPagination
      // Elsewhere the numbers of the pages are one.
      {...(isNarrow && { role: 'navigation', 'aria-label': translate('admin.list.pages') })}
      rowsPerPageOptions={sizesWith(perPage)}
      // For its TablePagination, though its type has none of them.
      {...{
        component: 'div',
        slots: isNarrow ? { spacer: PageSize } : {},
        labelDisplayedRows: ({ from, to, count }: { from: number; to: number; count: number }) =>
          translate('ra.navigation.page_range_info', {
            offsetBegin: formatCount(from),
            offsetEnd: formatCount(to),
            total: formatCounted(count, atLeast),
          }),
      }}
    />
  );
}
