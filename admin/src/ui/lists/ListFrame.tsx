import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { ListView, type ListViewProps, useListContext } from 'react-admin';
import { ViewError } from '../page/ViewError.js';
import { Pagination } from './Pagination.js';
import { KeptSelection } from './selection.js';
import { useRememberList } from '../page/seenList.js';

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
