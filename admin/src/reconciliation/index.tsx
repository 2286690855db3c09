import { ListBase } from 'react-admin';
import { Route } from 'react-router';
import { defaultPageSize } from '../../../domain/lists.js';
import { lazyPage } from '../common/lazyPage.js';
import { pageQuery } from '../queryClient.js';
import { firstFilter } from './reconcileFilter.js';

const Reconcile = lazyPage(
  () => import('./Reconcile.js'),
  'Reconcile',
  (page) => (
    <ListBase
      resource="bank-transactions"
      sort={{ field: 'day', order: 'DESC' }}
      filterDefaultValues={firstFilter}
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

const ImportStatement = lazyPage(() => import('./ImportStatement.js'), 'ImportStatement');
const BankAccounts = lazyPage(() => import('./BankAccounts.js'), 'BankAccounts');

/** The pages of reconciliation, each fetched when it is opened. */
export const reconciliationRoutes = [
  <Route key="reconcile" path="/reconcile" element={<Reconcile />} />,
  <Route key="import" path="/reconcile/import" element={<ImportStatement />} />,
  <Route key="accounts" path="/reconcile/accounts" element={<BankAccounts />} />,
];
