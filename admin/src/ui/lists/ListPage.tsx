import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { ListPagination } from './ListPagination.js';
import { useRememberList } from './useNeighbours.js';

interface ListPageProps {
  header: ReactNode;
  filters?: ReactNode;
  /** The bar of actions on the selected records. */
  selection?: ReactNode;
  /** The records, as a RecordList. */
  children: ReactNode;
}

/** The page of a resource's list, whose state `lazyList` holds. */
export function ListPage({ header, filters, selection, children }: ListPageProps) {
  useRememberList();
  return (
    <>
      {header}
      <Paper variant="outlined" sx={{ overflow: 'clip' }}>
        {filters}
        {children}
        <ListPagination />
        {selection}
      </Paper>
    </>
  );
}
