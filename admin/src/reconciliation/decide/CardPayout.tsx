import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { cardPayoutReason } from '#domain/cards';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { useCan } from '../../session/role.js';
import { payoutsOf } from './PayoutOffer.js';
import type { TransactionActions } from './useTransactionActions.js';

interface CardPayoutProps {
  transaction: TransactionRecord;
  actions: TransactionActions;
}

/** Says that a transaction is a payout of the card provider, and offers to ignore it as such: by Enter, too. */
export function CardPayout({ transaction, actions }: CardPayoutProps) {
  const translate = useTranslate();
  const canWrite = useCan('write', 'bank-transactions');
  // The payout that is proposed is the likelier decision.
  const isProposed = payoutsOf(transaction).some(({ difference }) => !difference);
  const busyWith = actions.busyWith(transaction.id);
  return (
    <Alert severity="info">
      <strong>{cardPayoutReason}</strong>
      <div>{translate('resources.reconcile.cardPayout.text')}</div>
      {canWrite && (
        <Button
          variant={isProposed ? 'outlined' : 'contained'}
          data-main-action={isProposed ? undefined : ''}
          loading={busyWith === 'ignore'}
          disabled={busyWith !== undefined}
          onClick={() => actions.ignore(transaction, cardPayoutReason)}
          sx={{ mt: 1 }}
        >
          {translate('resources.reconcile.cardPayout.ignore')}
        </Button>
      )}
    </Alert>
  );
}
