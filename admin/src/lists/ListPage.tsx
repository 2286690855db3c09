import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { ListBase } from 'react-admin';
import { defaultPageSize } from '../../../domain/lists.js';
import { pageQuery } from '../queryClient.js';
import { ListPagination } from './ListPagination.js';

interface ListPageProps {
  header: ReactNode;
  filters?: ReactNode;
  /** The records, as a RecordList. */
  children: ReactNode;
}

/** A resource's list: newest first, its filter, sort and page in the address and nowhere else. */
export const ListPage = ({ header, filters, children }: ListPageProps) => (
  <ListBase
    sort={{ field: 'createdAt', order: 'DESC' }}
    perPage={defaultPageSize}
    storeKey={false}
    exporter={false}
    queryOptions={pageQuery}
  >
    {header}
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      {filters}
      {children}
      <ListPagination />
    </Paper>
  </ListBase>
);
