import DoneAllIcon from '@mui/icons-material/DoneAll';
import { Alert, Button, CircularProgress, LinearProgress, styled } from '@mui/material';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { toCents, totalsByCurrency } from '#domain/platform/money';
import type { BankTransactionPage } from '#domain/bank/reconciliation';
import { errorMessage } from '#browser/http';
import { useWrite } from '../../data/useCall.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { everyPage, type TransactionRecord } from '../../data/records.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { CurrencyTable } from '../../ui/common/Table.js';
import { NotLoaded } from '../../ui/common/Section.js';
import { TitledDialog } from '../../ui/common/TitledDialog.js';
import { transactionAmount, transactionTitle } from '../decide/transactionText.js';
import { useOfferTransactionUndo } from '../decide/useUndoTransactions.js';
import { type ReconcileFilter, useReconcileFilter } from './reconcileFilter.js';
import { confirmTransactions } from '../decide/useTransactionActions.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Begins the keys of these queries. */
const readyTransactionsKey = ['bank-transactions', 'ready'] as const;

/** Queries every transaction that is ready under the filters, never from the cache. */
function useReadyTransactions(filter: ReconcileFilter) {
  const { getList } = useDataProvider<typeof dataProvider>();
  return useQuery({
    queryKey: [...readyTransactionsKey, filter],
    queryFn: async ({ signal }) =>
      (
        await getList<TransactionRecord>('bank-transactions', {
          pagination: everyPage,
          sort: { field: 'day', order: 'DESC' },
          filter: { ...filter, state: 'ready' },
          signal,
        })
      ).data,
    gcTime: 0,
  });
}

interface Confirmations {
  /** Transactions that were confirmed, each with its version after it and the allocations made. */
  settled: { transaction: TransactionRecord; version: number; made: string[] }[];
  /** Transactions that were not confirmed, and why. */
  refused: { transaction: TransactionRecord; message: string }[];
}

/** Confirms transactions, and counts its progress. */
function useConfirmAll(onDone: (result: Confirmations) => void) {
  const [count, setCount] = useState(0);
  const [keys] = useState(() => new Map<string, string>());
  const mutation = useWrite({
    mutationKey: ['bank-transactions', 'confirmAll'],
    mutationFn: async (transactions: TransactionRecord[], call) => {
      const result: Confirmations = { settled: [], refused: [] };
      setCount(0);
      const answers = await confirmTransactions(call, transactions, setCount, keys);
      const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
      for (const { id, ok, message = '', version = 0, made = [] } of answers) {
        const transaction = byId.get(id);
        if (transaction && ok) result.settled.push({ transaction, version, made });
        else if (transaction) result.refused.push({ transaction, message });
      }
      return result;
    },
    onSuccess: onDone,
  });
  return { ...mutation, count };
}

/** True for a transfer that finishes parts of a plan while others are still open. */
const isPart = ({ candidates: [candidate], rest }: TransactionRecord): boolean =>
  candidate !== undefined && toCents(candidate.due) > toCents(rest);

/** In line with the dialog's text, so that amounts fit on a phone. */
const Totals = styled(CurrencyTable)({
  '&& tr > :not(* + *)': { paddingLeft: 0 },
  '&& tr > :not(:has(+ *))': { paddingRight: 0 },
});

/** Asks with the number and sums of the ready transactions, confirms them, and lists those that were not confirmed. */
function ConfirmAllDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const { filter } = useReconcileFilter();
  const offerUndo = useOfferTransactionUndo();
  const ready = useReadyTransactions(filter);
  // Confirms exactly the transactions that were counted, even if others become ready meanwhile.
  const [asked, setAsked] = useState<TransactionRecord[]>();
  const [refused, setRefused] = useState<Confirmations['refused']>([]);
  const label = textsOf(translate, 'resources.reconcile.confirmAll');
  const confirm = useConfirmAll(({ settled, refused: left }) => {
    if (settled.length)
      offerUndo(
        label('done', { smart_count: settled.length }),
        settled.map(({ transaction, ...made }) => ({ id: transaction.id, ...made })),
      );
    if (left.length) setRefused(left);
    else onClose();
  });
  const transactions = asked ?? ready.data;
  const parts = transactions?.filter(isPart).length ?? 0;
  const whole = (transactions?.length ?? 0) - parts;
  const settling = [
    ...(whole || !parts ? [label('text', { smart_count: whole })] : []),
    ...(parts ? [label('parts', { smart_count: parts })] : []),
  ];

  return (
    <TitledDialog
      title={label('title')}
      text={refused.length ? label('refused', { smart_count: refused.length }) : settling.join(' ')}
      // With the size that it keeps: the number of currencies is known once the transactions are.
      open={ready.isFetched}
      maxWidth="sm"
      actions={
        <>
          <Button autoFocus disabled={confirm.isPending} onClick={onClose}>
            <span>{translate(refused.length ? 'ra.action.close' : 'ra.action.cancel')}</span>
          </Button>
          {!refused.length && (
            <Button
              variant="contained"
              disabled={!transactions?.length || ready.isFetching}
              loading={confirm.isPending}
              onClick={() => {
                if (!transactions) return;
                setAsked(transactions);
                confirm.mutate(transactions);
              }}
            >
              <span>{label('confirm', { smart_count: transactions?.length ?? 0 })}</span>
            </Button>
          )}
        </>
      }
      onClose={() => !confirm.isPending && onClose()}
    >
      {refused.length > 0 ? (
        <ul>
          {refused.map(({ transaction, message }) => (
            <li key={transaction.id}>
              {`${transactionTitle(transaction)} · ${transactionAmount(transaction)}: ${message}`}
            </li>
          ))}
        </ul>
      ) : transactions ? (
        <Totals rows={totalsByCurrency(transactions)} counted={label('count')} aria-label={label('totals')} />
      ) : (
        <NotLoaded
          error={ready.error}
          fallback={messages.fetchTransactions}
          refetch={ready.refetch}
          height={106}
        />
      )}
      {confirm.isPending && transactions && (
        <LinearProgress
          variant="determinate"
          aria-label={label('progress')}
          value={(100 * confirm.count) / transactions.length}
          sx={{ mt: 2 }}
        />
      )}
      {confirm.error && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {errorMessage(confirm.error, messages.confirmTransactions)}
        </Alert>
      )}
    </TitledDialog>
  );
}

/** Opens the dialog that confirms every transaction that is ready under the filters. */
export function ConfirmAllButton() {
  const translate = useTranslate();
  const counts = useListContext().meta as BankTransactionPage['counts'] | undefined;
  // The dialog opens once it knows them.
  const isLoading = useIsFetching({ queryKey: readyTransactionsKey }) > 0;
  return (
    <DialogButton
      variant="contained"
      // Reserves the width of the number, which loads later.
      sx={{ minWidth: 200, justifyContent: 'flex-start' }}
      startIcon={isLoading ? <CircularProgress size={20} color="inherit" aria-hidden /> : <DoneAllIcon />}
      aria-busy={isLoading}
      disabled={!counts?.ready}
      dialog={(close) => <ConfirmAllDialog onClose={close} />}
    >
      <span>{translate('resources.reconcile.actions.confirmAll', { smart_count: counts?.ready || 1 })}</span>
    </DialogButton>
  );
}
