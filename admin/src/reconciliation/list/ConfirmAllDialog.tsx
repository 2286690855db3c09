import { styled } from '@mui/material/styles';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { totalsByCurrency } from '#domain/money';
import { CurrencyTable } from '../../ui/common/CurrencyTable.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { errorMessage } from '../../../../browser/http.js';
import { useReconcileFilter } from './reconcileFilter.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { transactionAmount, transactionTitle } from '../decide/transactionText.js';
import { type Confirmations, useConfirmAll } from './useConfirmAll.js';
import { useReadyTransactions } from './useReadyTransactions.js';
import { useOfferTransactionUndo } from '../decide/useUndoTransactions.js';

/** In line with the dialog's text, so that amounts fit on a phone. */
const Totals = styled(CurrencyTable)({
  '&& tr > :not(* + *)': { paddingLeft: 0 },
  '&& tr > :not(:has(+ *))': { paddingRight: 0 },
});

interface ConfirmAllDialogProps {
  onClose: () => void;
}

/** Asks with the number and sums of the ready transactions, confirms them, and lists those that were not confirmed. */
export function ConfirmAllDialog({ onClose }: ConfirmAllDialogProps) {
  const translate = useTranslate();
  const { filter } = useReconcileFilter();
  const offerUndo = useOfferTransactionUndo();
  const ready = useReadyTransactions(filter);
  // Confirms exactly the transactions that were counted, even if others become ready meanwhile.
  const [asked, setAsked] = useState<TransactionRecord[]>();
  const [refused, setRefused] = useState<Confirmations['refused']>([]);
  const label = (name: string, options?: object) =>
    translate(`resources.reconcile.confirmAll.${name}`, options);
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

  return (
    <Dialog
      // With the size that it keeps: the number of currencies is known once the transactions are.
      open={ready.isFetched}
      fullWidth
      maxWidth="sm"
      onClose={() => !confirm.isPending && onClose()}
      aria-labelledby="confirm-all-title"
      aria-describedby="confirm-all-text"
    >
      <DialogTitle id="confirm-all-title">{label('title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id="confirm-all-text">
          {refused.length
            ? label('refused', { smart_count: refused.length })
            : label('text', { smart_count: transactions?.length ?? 0 })}
        </DialogContentText>
        {refused.length > 0 ? (
          <ul>
            {refused.map(({ transaction, message }) => (
              <li key={transaction.id}>
                {transactionTitle(transaction)} · {transactionAmount(transaction)}: {message}
              </li>
            ))}
          </ul>
        ) : transactions ? (
          <Totals rows={totalsByCurrency(transactions)} label={label} aria-label={label('totals')} />
        ) : ready.error ? (
          <ErrorAlert
            error={ready.error}
            fallback={messages.fetchTransactions}
            onRetry={() => void ready.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={106} />
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
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus disabled={confirm.isPending} onClick={onClose}>
          {translate(refused.length ? 'admin.undo.close' : 'admin.form.cancel')}
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
            {label('confirm', { smart_count: transactions?.length ?? 0 })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
