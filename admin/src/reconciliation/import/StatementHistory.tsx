import { ListBase } from 'react-admin';
import { defaultPageSize } from '#domain/lists';
import { pageQuery } from '../../data/queryClient.js';
import { StatementHistoryRows, type StatementHistoryProps } from './StatementHistoryRows.js';

/** The imported files, newest first. */
export const StatementHistory = (props: StatementHistoryProps) => (
  <ListBase
    resource="statements"
    sort={{ field: 'createdAt', order: 'DESC' }}
    perPage={defaultPageSize}
    storeKey={false}
    disableSyncWithLocation
    exporter={false}
    disableAuthentication
    queryOptions={pageQuery}
  >
    <StatementHistoryRows {...props} />
  </ListBase>
);
