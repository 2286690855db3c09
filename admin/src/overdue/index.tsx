import { ListBase } from 'react-admin';
import { Route } from 'react-router';
import { defaultPageSize } from '../../../domain/lists.js';
import { lazyPage } from '../common/lazyPage.js';
import { pageQuery } from '../queryClient.js';

const OverdueList = lazyPage(
  () => import('./OverdueList.js'),
  'OverdueList',
  (page) => (
    <ListBase
      resource="overdue"
      sort={{ field: 'transferDate', order: 'ASC' }}
      perPage={defaultPageSize}
      storeKey={false}
      exporter={false}
      disableAuthentication
      queryOptions={pageQuery}
    >
      {page}
    </ListBase>
  ),
);

/** The page of overdue payments, fetched when it is opened. */
export const overdueRoute = <Route path="/overdue" element={<OverdueList />} />;
