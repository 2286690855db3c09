import { Route } from 'react-router';
import { lazyList } from '../ui/page/lazyPage.js';

const OverdueList = lazyList(() => import('./OverdueList.js'), 'OverdueList', {
  resource: 'overdue',
  sort: { field: 'transferDate', order: 'ASC' },
  disableAuthentication: true,
});

/** The page of overdue payments, loaded when it is opened. */
export const overdueRoute = <Route path="/overdue" element={<OverdueList />} />;
