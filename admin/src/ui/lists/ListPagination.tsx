import TablePagination from '@mui/material/TablePagination';
import type { Theme } from '@mui/material/styles';
import { useListContext, useTranslate } from 'react-admin';
import { pageSizes, type Pagination } from '#domain/lists';
import { formatCount, formatCounted } from '#domain/numbers';
import { visuallyHidden } from '../common/visuallyHidden.js';

/**
 * The pages of the list in context. Another page size starts at the first page. Not react-admin's Pagination, which has no
 * page size on a phone, and no place for a total of at least so many.
 */
export function ListPagination() {
  const translate = useTranslate();
  const list = useListContext();
  const { page, perPage, total, setPage, setPerPage, isPending } = list;
  const { atLeast } = (list.meta ?? {}) as Partial<Pagination>;
  if (isPending || !total) return null;
  const sizes: number[] = [...pageSizes];
  const lastPage = Math.ceil(total / perPage);

  return (
    <TablePagination
      component="div"
      role="navigation"
      aria-label={translate('admin.list.pages')}
      count={total}
      page={Math.min(page, lastPage) - 1}
      rowsPerPage={perPage}
      // A page size typed into the address is kept.
      rowsPerPageOptions={sizes.includes(perPage) ? sizes : [perPage, ...sizes]}
      onPageChange={(_event, index) => setPage(index + 1)}
      onRowsPerPageChange={(event) => setPerPage(Number(event.target.value))}
      labelRowsPerPage={translate('admin.list.rowsPerPage')}
      labelDisplayedRows={({ from, to, count }) =>
        translate('admin.list.range', {
          from: formatCount(from),
          to: formatCount(to),
          count: formatCounted(count, atLeast === true),
        })
      }
      getItemAriaLabel={(type) => translate(`ra.navigation.${type}`)}
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        // On a phone the page size has no label, so that both buttons fit.
        '& .MuiTablePagination-toolbar': { px: { xs: 1, sm: 2 } },
        '& .MuiTablePagination-spacer': { display: { xs: 'none', sm: 'block' } },
        '& .MuiTablePagination-selectLabel': ({ breakpoints }: Theme) => ({
          [breakpoints.down('sm')]: visuallyHidden,
        }),
        '& .MuiTablePagination-input': { ml: { xs: 0, sm: 1 }, mr: { xs: 'auto', sm: 4 } },
        '& .MuiTablePagination-actions': { ml: { xs: 0.5, sm: 2.5 }, flexShrink: 0 },
      }}
    />
  );
}
