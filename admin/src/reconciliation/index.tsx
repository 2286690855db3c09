import { Route } from 'react-router';
import { lazyList, lazyPage } from '../ui/page/lazyPage.js';
import { firstFilter } from './list/reconcileFilter.js';

const Reconcile = lazyList(() => import('./list/Reconcile.js'), 'Reconcile', {
  resource: 'bank-transactions',
  sort: { field: 'day', order: 'DESC' },
  filterDefaultValues: firstFilter,
  disableAuthentication: true,
});
const ImportStatement = lazyPage(() => import('./import/ImportStatement.js'), 'ImportStatement');
const BankAccounts = lazyPage(() => import('./accounts/BankAccounts.js'), 'BankAccounts');

/** The pages of reconciliation, each fetched when it is opened. */
export const reconciliationRoutes = [
  <Route key="reconcile" path="/reconcile" element={<Reconcile />} />,
  <Route key="import" path="/reconcile/import" element={<ImportStatement />} />,
  <Route key="accounts" path="/reconcile/accounts" element={<BankAccounts />} />,
];
