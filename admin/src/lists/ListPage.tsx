import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { ListPagination } from './ListPagination.js';

interface ListPageProps {
  header: ReactNode;
  filters?: ReactNode;
  /** The records, as a RecordList. */
  children: ReactNode;
}

/** The page of a resource's list, whose state `lazyList` holds. */
export const ListPage = ({ header, filters, children }: ListPageProps) => (
  <>
    {header}
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      {filters}
      {children}
      <ListPagination />
    </Paper>
  </>
);
