import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import type { Offset } from '#domain/outgoing';
import { outgoingReason } from '#domain/reconciliation';
import { AllocationList } from './AllocationList.js';
import { CardPayout } from './CardPayout.js';
import { IgnoreForm } from './IgnoreForm.js';
import { MatchForm } from './MatchForm.js';
import { NoticeButton } from '../notices/NoticeButton.js';
import { OffsetList } from './OffsetList.js';
import { OffsetForm } from './OffsetForm.js';
import { OutgoingForm } from './OutgoingForm.js';
import { PayoutOffer } from './PayoutOffer.js';
import { ReturnOffer } from './ReturnOffer.js';
import { ReviewReason } from './ReviewReason.js';
import { ReversedList } from './ReversedList.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import type { TransactionActions } from './useTransactionActions.js';
import { useCan } from '../../session/role.js';

interface TransactionDecisionProps {
  transaction: TransactionRecord;
  actions: TransactionActions;
  /** True for the list's record, until the transaction itself is loaded. */
  isPartial: boolean;
}

/** The decision on a transaction with its undo, or the forms to match or ignore it. */
export function TransactionDecision({ transaction, actions, isPartial }: TransactionDecisionProps) {
  const translate = useTranslate();
  const { id, state, reason, amount, rest, currency, allocations, version } = transaction;
  const { offsets = [], reversed = [] } = transaction;
  const isOutgoing = amount < 0;
  const canWrite = useCan('write', 'bank-transactions');
  const isUntouchedOutgoing = isOutgoing && reason === outgoingReason;
  const isOpen = canWrite && (state === 'ready' || state === 'review' || (state === 'ignored' && isOutgoing));
  // The offsets of money that arrived are undone at the transaction that went out, but for refunds that came back, and
  // payouts.
  const isHere = ({ kind }: Offset) => isOutgoing || kind === 'refundReturned' || kind === 'payout';
  const made = allocations.length + offsets.filter(isHere).length;
  const isCameBack = transaction.proposals?.some(({ kind }) => kind === 'refundReturned') ?? false;
  const hasSurplus =
    rest > 0 && (allocations.length > 0 || transaction.candidates.some(({ why }) => why.includes('settled')));
  const canUndo =
    canWrite &&
    reversed.length === 0 &&
    (made > 0 || (Boolean(reason) && rest !== 0 && !isUntouchedOutgoing));
  const isPayout =
    transaction.kind === 'cardPayout' && (state === 'ready' || state === 'review') && !allocations.length;
  const busyWith = actions.busyWith(id);
  const label = (name: string, options?: object) => translate(`resources.reconcile.${name}`, options);

  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      {isOpen && <PayoutOffer key={`payout-${version}`} transaction={transaction} actions={actions} />}
      {isPayout && <CardPayout transaction={transaction} actions={actions} />}
      <ReviewReason transaction={transaction} />
      {allocations.length > 0 && <AllocationList transaction={transaction} actions={actions} />}
      {reversed.length > 0 && <ReversedList parts={reversed} />}
      {offsets.length > 0 && <OffsetList transaction={transaction} actions={actions} />}
      {reason && (
        <Typography>
          {isUntouchedOutgoing
            ? label('outgoingHint')
            : allocations.length > 0
              ? label('restReason', { amount: formatNamedMoney(Math.abs(rest), currency), reason })
              : label('ignoredReason', { reason })}
        </Typography>
      )}
      {canUndo && (
        <div>
          <Button
            variant="outlined"
            loading={busyWith === 'undo'}
            disabled={busyWith !== undefined}
            onClick={() => actions.undo(transaction)}
          >
            {label(made > 1 ? 'actions.undoAll' : 'actions.undo')}
          </Button>
        </div>
      )}
      {isOpen &&
        (isOutgoing ? (
          <OutgoingForm
            key={`match-${version}`}
            transaction={transaction}
            actions={actions}
            isPartial={isPartial}
          />
        ) : (
          <>
            {hasSurplus && <ReturnOffer transaction={transaction} actions={actions} />}
            {isCameBack && (
              <OffsetForm
                key={`returned-${version}`}
                kind="refundReturned"
                transaction={transaction}
                actions={actions}
              />
            )}
            <MatchForm
              key={`match-${version}`}
              transaction={transaction}
              actions={actions}
              isPartial={isPartial}
            />
          </>
        ))}
      {canWrite && (state === 'ready' || state === 'review') && (
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
          <IgnoreForm key={`ignore-${version}`} transaction={transaction} actions={actions} />
          {!isOutgoing && currency === 'CAD' && <NoticeButton />}
        </Stack>
      )}
    </Stack>
  );
}
