import { Box, MenuItem, Select, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import {
  Empty as RaEmpty,
  ListNoResults,
  ListView,
  type ListViewProps,
  Pagination as RaPagination,
  useListContext,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin';
import { pageSizes, type Pagination as Counted } from '#domain/platform/lists';
import { formatCount, formatCounted } from '#domain/platform/numbers';
import { ViewError } from '../page/ViewError.js';
import { KeptSelection } from './selection.js';
import { useRememberList } from '../page/seenList.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useIsBelow } from '../common/useIsBelow.js';
import { useKeptFocus } from '../common/useKeptFocus.js';

interface ListFrameProps extends Pick<ListViewProps, 'actions' | 'filters' | 'title'> {
  /** The bar of actions on selected records, in a list whose records are selected. */
  bulkActions?: ReactNode;
  /** The records, as ListRecords. */
  children: ReactNode;
}

/** The view of a list, of which `lazyList` is the other half; former records are pale while others are asked for. */
export function ListFrame({ actions = false, bulkActions, children, ...view }: ListFrameProps) {
  useRememberList();
  const { data, isPending, isPlaceholderData } = useListContext();
  const keptFocus = useKeptFocus('tr, li');
  const list = (
    <ListView
      {...view}
      actions={actions}
      empty={false}
      // Known records stay where they cannot be asked for anew.
      error={data ? false : <ViewError />}
      pagination={
        <>
          <Pagination />
          {bulkActions}
        </>
      }
    >
      <Box
        {...keptFocus}
        aria-busy={isPending || isPlaceholderData}
        data-pending={isPending || undefined}
        sx={isPlaceholderData ? { opacity: 0.6, transition: 'opacity 120ms' } : undefined}
      >
        {children}
      </Box>
    </ListView>
  );
  return bulkActions ? <KeptSelection>{list}</KeptSelection> : list;
}

interface EmptyProps {
  /** Key of the title where search and filters find none, if another one. */
  notFound?: string;
  /** A wider search, where the list has one. */
  wider?: ReactNode;
  /** The next step where a record comes about otherwise than by Create. */
  children?: ReactNode;
}

const style = {
  px: 2,
  py: 5,
  textAlign: 'center',
  '& > :has(> .RaEmpty-message), & .MuiCardContent-root': { p: 0 },
  '& .MuiCardContent-root > *': { color: 'text.secondary', fontSize: '1rem' },
  '& .MuiCardContent-root button': { display: 'flex', mx: 'auto' },
  '& .MuiCardContent-root button, & > .MuiButton-root': { mt: 2 },
};

/**
 * Says in a list, whose filters and actions stay, that there is no record: by react-admin's Empty, with its text `invite` also where
 * the resource has no page to create one, or by its ListNoResults below a title where search and filters find none.
 */
export function Empty({ notFound, wider, children }: EmptyProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { hasCreate } = useResourceDefinition();
  const isFiltered = Object.keys(useListContext().filterValues as object).length > 0;
  return (
    <Box sx={style} {...useKeptFocus('button')}>
      {isFiltered ? (
        <>
          <Typography sx={{ fontWeight: 600 }}>
            {translate(notFound ?? `resources.${resource}.empty`)}
          </Typography>
          <ListNoResults />
          {wider}
        </>
      ) : (
        <>
          <RaEmpty />
          {!hasCreate && (
            <Typography color="text.secondary">
              {translate(`resources.${resource}.invite`, { _: '' })}
            </Typography>
          )}
          {children}
        </>
      )}
    </Box>
  );
}

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
