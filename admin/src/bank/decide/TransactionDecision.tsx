import AddIcon from '@mui/icons-material/Add';
import { Alert, Button, Stack, styled, Typography } from '@mui/material';
import { Link } from 'react-router';
import { cardPayoutReason } from '#domain/cards/cards';
import { DividedRows } from '../../ui/common/Section.js';
import { formatDateTime, formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { takesNothing } from '#domain/bank/candidates';
import type { Offset } from '#domain/bank/outgoing';
import { type BankTransaction, ignoreReasonRule, outgoingReason } from '#domain/bank/reconciliation';
import { useCan } from '../../data/session/role.js';
import { TextLink } from '../../ui/common/fields.js';
import { ReasonForm } from '../../ui/forms/WriteForm.js';
import { paymentOfTransactionPath, paymentPath, payoutPath, transactionsPath } from '../../ui/paths.js';
import { NoticeButton } from '../notices/NoticeButton.js';
import { MatchForm } from './MatchForm.js';
import { OffsetForm, OutgoingForm } from './OffsetForm.js';
import { PayoutOffer, payoutsOf } from './PayoutOffer.js';
import { ReturnOffer } from './ReturnOffer.js';
import { ReviewReason } from './candidates/CandidateList.js';
import type { DecisionProps } from './useTransactionActions.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** The allocations of a transaction, each linked to its payment and undone on its own. */
function AllocationList({ transaction, actions }: DecisionProps) {
  const label = useTexts('resources.reconcile');
  const { allocations, id, amount: whole } = transaction;
  const canWrite = useCan('write', 'bank-transactions');
  const isBusy = actions.busyWith(id) !== undefined;
  return (
    <div>
      <Typography variant="h3" component="h2" id="transaction-settled">
        {label(whole < 0 ? 'refundedPayments' : 'settledPayments')}
      </Typography>
      <PartRows aria-labelledby="transaction-settled">
        {allocations.map(
          ({ _id, paymentId, referenceNumber, amount, currency, note, by, at, ...allocation }) => (
            <li key={_id}>
              <div>
                <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
                <div>
                  {[
                    formatNamedMoney(amount, currency),
                    ...(['settles', 'shortfall'] as const).map((part) => {
                      const { [part]: sum, paymentCurrency } = allocation;
                      return (
                        sum !== undefined && label(part, { amount: formatNamedMoney(sum, paymentCurrency) })
                      );
                    }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
                {note && <div>{note}</div>}
                <small>{label('allocatedBy', { name: by, at: formatDateTime(at) })}</small>
              </div>
              {canWrite && allocations.length + (transaction.offsets?.length ?? 0) > 1 && (
                <Button
                  size="small"
                  disabled={isBusy}
                  aria-label={label('actions.undoOne', { reference: referenceNumber })}
                  onClick={() => actions.undo(transaction, _id)}
                >
                  {label('actions.undo')}
                </Button>
              )}
            </li>
          ),
        )}
      </PartRows>
    </div>
  );
}

/**
 * Says that a transaction is a payout of the card provider, and offers to ignore it as such: by Enter, too, but where that
 * was meant for a payout which a colleague has matched meanwhile.
 */
function CardPayout({ transaction, actions }: DecisionProps) {
  const translate = useTranslate();
  const canWrite = useCan('write', 'bank-transactions');
  // The payout that is proposed is the likelier decision.
  const isProposed = payoutsOf(transaction).some(({ difference }) => !difference);
  const isMain = !isProposed && actions.failure?.id !== transaction.id;
  const busyWith = actions.busyWith(transaction.id);
  return (
    <Alert severity="info">
      <strong>{cardPayoutReason}</strong>
      <div>{translate('resources.reconcile.cardPayout.text')}</div>
      {canWrite && (
        <Button
          variant={isProposed ? 'outlined' : 'contained'}
          data-main-action={isMain ? '' : undefined}
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

/** Ignores a transaction, or its unallocated rest, with a reason. */
function IgnoreForm({ transaction, actions }: DecisionProps) {
  const translate = useTranslate();
  const busyWith = actions.busyWith(transaction.id);
  const rest = transaction.allocations.length > 0 ? 'Rest' : '';
  return (
    <ReasonForm
      action={translate(`resources.reconcile.actions.ignore${rest}`)}
      label={translate('resources.reconcile.reason')}
      hint={translate('resources.reconcile.reasonHint')}
      rule={ignoreReasonRule}
      isSending={busyWith === 'ignore'}
      isDisabled={busyWith !== undefined}
      onSubmit={(reason) => actions.ignore(transaction, reason)}
    />
  );
}

/** The parts of a transaction that one of the opposite direction takes back, each linked to that one. */
function OffsetList({ transaction, actions }: DecisionProps) {
  const label = useTexts('resources.reconcile');
  const { id, amount: whole, currency, allocations, offsets = [] } = transaction;
  const of = (amount: number, day: string) => ({
    amount: formatNamedMoney(amount, currency),
    day: formatDay(day),
  });
  const canWrite = useCan('write', 'bank-transactions');
  const canUndo = canWrite && allocations.length + offsets.length > 1;
  return (
    <div>
      <Typography variant="h3" component="h2" id="transaction-offsets">
        {label(offsets.every(({ kind }) => kind === 'payout') ? 'payout.payout' : 'outgoingKind.taken')}
      </Typography>
      <PartRows aria-labelledby="transaction-offsets">
        {offsets.map(({ _id, kind, amount, transactionId, payoutId, day, payer, note, by, at }) => (
          <li key={_id}>
            <div>
              <span>{label(`outgoingKind.parts.${kind}`)} ·</span>{' '}
              {transactionId ? (
                <TextLink to={transactionsPath({ state: 'matched' }, transactionId)}>
                  {label('outgoingKind.of', of(amount, day))}
                </TextLink>
              ) : (
                payoutId && (
                  <TextLink to={payoutPath(payoutId)}>{label('outgoingKind.of', of(amount, day))}</TextLink>
                )
              )}
              {(payer ?? payoutId) && <div>{payer ?? payoutId}</div>}
              {note && <div>{note}</div>}
              <div>
                <small>{label('allocatedBy', { name: by, at: formatDateTime(at) })}</small>
              </div>
            </div>
            {canUndo && (whole < 0 || kind === 'refundReturned' || kind === 'payout') && (
              <Button
                size="small"
                disabled={actions.busyWith(id) !== undefined}
                onClick={() => actions.undo(transaction, _id)}
              >
                {label('actions.undo')}
              </Button>
            )}
          </li>
        ))}
      </PartRows>
    </div>
  );
}

/** The payments that a transaction had settled until the bank reversed it. */
function ReversedList({ parts }: { parts: NonNullable<BankTransaction['reversed']> }) {
  const translate = useTranslate();
  return (
    <div>
      <Typography variant="h3" component="h2" id="transaction-reversed">
        {translate('resources.reconcile.outgoingKind.reversedParts')}
      </Typography>
      <PartRows aria-labelledby="transaction-reversed">
        {parts.map(({ _id, paymentId, referenceNumber, amount, currency }) => (
          <li key={_id}>
            <div>
              <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
              <div>{formatNamedMoney(amount, currency)}</div>
            </div>
          </li>
        ))}
      </PartRows>
    </div>
  );
}

interface TransactionDecisionProps extends DecisionProps {
  /** True for the list's record, until the transaction itself is loaded. */
  isPartial: boolean;
}

/** The decision on a transaction with its undo, or the forms to match or ignore it. */
export function TransactionDecision({ transaction, actions, isPartial }: TransactionDecisionProps) {
  const label = useTexts('resources.reconcile');
  const { id, state, reason, amount, rest, currency, allocations, version } = transaction;
  const { offsets = [], reversed = [] } = transaction;
  const isOutgoing = amount < 0;
  const canWrite = useCan('write', 'bank-transactions');
  const canRecord = useCan('write', 'payments') && rest > 0;
  const isUntouchedOutgoing = isOutgoing && reason === outgoingReason;
  const isOpen = canWrite && (state === 'ready' || state === 'review' || (state === 'ignored' && isOutgoing));
  // The offsets of money that arrived are undone at the transaction that went out, but for refunds that came back, and
  // payouts.
  const isHere = ({ kind }: Offset) => isOutgoing || kind === 'refundReturned' || kind === 'payout';
  const made = allocations.length + offsets.filter(isHere).length;
  const isCameBack = transaction.proposals?.some(({ kind }) => kind === 'refundReturned') ?? false;
  const hasSurplus =
    rest > 0 && (allocations.length > 0 || transaction.candidates.some(({ why }) => takesNothing(why)));
  const canUndo =
    canWrite &&
    reversed.length === 0 &&
    (made > 0 || (Boolean(reason) && rest !== 0 && !isUntouchedOutgoing));
  const isPayout =
    transaction.kind === 'cardPayout' && (state === 'ready' || state === 'review') && !allocations.length;
  const busyWith = actions.busyWith(id);

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
            <span>{label(made > 1 ? 'actions.undoAll' : 'actions.undo')}</span>
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
            {hasSurplus && (
              <ReturnOffer key={`return-${version}`} transaction={transaction} actions={actions} />
            )}
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
          {!isOutgoing && !isPayout && canRecord && (
            <Button
              variant="outlined"
              component={Link}
              to={paymentOfTransactionPath(transaction)}
              startIcon={<AddIcon />}
            >
              {label('actions.record')}
            </Button>
          )}
          {!isOutgoing && currency === 'CAD' && <NoticeButton />}
        </Stack>
      )}
    </Stack>
  );
}

/** The parts of a transaction, each with the button that undoes it. */
const PartRows = styled(DividedRows)({ li: { alignItems: 'start', overflowWrap: 'anywhere' } });
