import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useListContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { useStable } from '../../data/useStable.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { AreaRows } from '../../ui/lists/AreaRows.js';
import type { useOpenBeside } from '../../ui/lists/useOpenBeside.js';
import { ReconcileEmpty } from './ReconcileEmpty.js';
import { useRowLink } from '../../ui/lists/useRowLink.js';
import { useReconcileFilter } from './reconcileFilter.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { TransactionItem } from './TransactionItem.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import type { TransactionActions } from '../decide/useTransactionActions.js';

interface TransactionListProps {
  opening: ReturnType<typeof useOpenBeside>;
  actions: TransactionActions;
}

/** The transactions of the open tab. */
export function TransactionList({ opening: { openId, pathOf }, actions }: TransactionListProps) {
  const translate = useTranslate();
  const { filter } = useReconcileFilter();
  const { data, error, isPending, isPlaceholderData, refetch } = useListContext<TransactionRecord>();
  const { nameOf, isPending: isNaming } = useBankAccounts();
  const linkOf = useRowLink();
  const confirm = useStable(actions.confirm);
  const undo = useStable((transaction: TransactionRecord) => actions.undo(transaction));

  return (
    <Box
      id="reconcile-list"
      role="tabpanel"
      aria-labelledby={filter.state ? `reconcile-tab-${filter.state}` : undefined}
      aria-busy={isPending || isPlaceholderData}
      sx={{
        opacity: isPlaceholderData ? 0.6 : 1,
        transition: 'opacity 120ms',
      }}
    >
      {error && !data ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert error={error} fallback={messages.fetchTransactions} onRetry={() => void refetch()} />
        </Box>
      ) : isPending || isNaming ? (
        Array.from({ length: 5 }, (_, row) => (
          <Box key={row} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
            <Skeleton width="40%" height={24} />
            <Skeleton width="70%" />
            <Skeleton width="55%" />
          </Box>
        ))
      ) : data?.length ? (
        <AreaRows aria-label={translate('resources.reconcile.list')}>
          {data.map((transaction) => (
            <TransactionItem
              key={transaction.id}
              transaction={transaction}
              account={nameOf(transaction.bankAccountId)}
              path={pathOf(transaction.id)}
              isOpen={transaction.id === openId}
              isBusy={actions.busyWith(transaction.id) !== undefined}
              linkOf={linkOf}
              onConfirm={confirm}
              onUndo={undo}
            />
          ))}
        </AreaRows>
      ) : (
        <ReconcileEmpty />
      )}
    </Box>
  );
}
