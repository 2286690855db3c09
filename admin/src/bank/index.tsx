import ReconcileIcon from '@mui/icons-material/AccountBalanceOutlined';
import { lazyList, lazyPage } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';
import { transactionsPath } from '../ui/paths.js';
import { firstFilter } from './list/reconcileFilter.js';

const Reconcile = lazyList(() => import('./list/Reconcile.js'), 'Reconcile', {
  resource: 'bank-transactions',
  sort: { field: 'day', order: 'DESC' },
  filterDefaultValues: firstFilter,
});

/** Reconciliation: bank transactions, the import of a bank's files, and the bank accounts. */
export const reconcile = defineResource({
  name: 'reconcile',
  labels: {
    title: 'Reconcile',
    toDo: '%{smart_count} transaction waits |||| %{smart_count} transactions wait',
    subtitle: 'Match what the bank received to the payments it settles',
    commands: { import: 'Import Statement', accounts: 'Bank Accounts', notices: 'Interac Notices' },
  },
  icon: <ReconcileIcon />,
  rights: 'bank-transactions',
  pages: {
    '': Reconcile,
    import: lazyPage(() => import('./import/ImportStatement.js'), 'ImportStatement'),
    accounts: lazyPage(() => import('./accounts/BankAccounts.js'), 'BankAccounts'),
    notices: lazyList(() => import('./notices/NoticeList.js'), 'NoticeList', { resource: 'interac-notices' }),
  },
  commands: { import: 'write', accounts: 'read', notices: 'read' },
  waiting: ({ ready, review }) => ({
    count: ready + review,
    // Opens the tab that has something to do.
    to: review > 0 && !ready && transactionsPath({ state: 'review' }),
  }),
});
