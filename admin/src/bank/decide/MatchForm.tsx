import { Box, Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { absolute, asCents, formatCents, formatNamedMoney, toCents } from '#domain/platform/money';
import { isSettled, statusNames } from '#domain/payments/payments';
import { takesMoney } from '#domain/bank/match-outcome';
import { matchNoteRule } from '#domain/bank/reconciliation';
import { refundsByHand } from '#domain/ledger/refunds';
import { failureMessage } from '#browser/http';
import { useCall } from '../../data/useCall.js';
import type { TransactionRecord } from '../../data/records.js';
import { useSingleFlight } from '../../data/useSingleFlight.js';
import { PaymentChips } from '../../ui/fields/payments/fields.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { Hint, TextLink } from '../../ui/common/fields.js';
import { PaymentSearchSection } from '../../ui/lists/SearchSection.js';
import { paymentPath } from '../../ui/paths.js';
import { CandidateList } from './candidates/CandidateList.js';
import { MatchLineFields, NoteField, Refusals } from './MatchLineFields.js';
import {
  candidatePayment,
  foundPayment,
  linesToAsk,
  type MatchablePayment,
  matchInput,
  type MatchLine,
  type MatchOutcome,
  planMatch,
  suggestLine,
} from './candidates/matchPlan.js';
import type { DecisionProps } from './useTransactionActions.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

interface MatchAskDialogProps {
  asked: ReturnType<typeof linesToAsk>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a match revives a failed or cancelled payment, or marks one as refunded. */
function MatchAskDialog({ asked, onConfirm, onClose }: MatchAskDialogProps) {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.reconcile.ask');
  return (
    <SafeConfirm
      title={label('title')}
      content={asked.map(({ payment: { referenceNumber, customer, status }, becomes }) =>
        label('text', {
          reference: referenceNumber,
          customer: customer || translate('resources.payments.none'),
          status: statusNames[status],
          becomes: statusNames[becomes],
        }),
      )}
      confirm={label('confirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

interface PaymentSearchProps {
  chosen: string[];
  onChoose: (payment: MatchablePayment) => void;
  isRefund: boolean;
}

/** Finds payments: those that are not proposed, and further parts of a split. */
function PaymentSearch({ chosen, onChoose, isRefund }: PaymentSearchProps) {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.reconcile.match');
  return (
    <PaymentSearchSection>
      {(found) => {
        const payment = foundPayment(found);
        const { id, referenceNumber, customer, currency } = payment;
        const isChosen = chosen.includes(id);
        const takes = takesMoney(payment, isRefund);
        return (
          <li key={id} data-chosen={isChosen || undefined}>
            <div>
              <strong>{customer || translate('resources.payments.none')}</strong>{' '}
              <PaymentChips payment={found} />
              <div>
                <TextLink to={paymentPath(id)}>{referenceNumber}</TextLink>{' '}
                <span>· {formatNamedMoney(found.amount, currency)}</span>
              </div>
              {!takes && <div>{label(isRefund ? 'nothingReceived' : 'nothingOpen')}</div>}
            </div>
            <Button
              size="small"
              variant="outlined"
              disabled={isChosen || !takes}
              aria-label={label('chooseOf', { reference: referenceNumber })}
              onClick={() => onChoose(payment)}
            >
              <span>{label(isChosen ? 'chosen' : 'choose')}</span>
            </Button>
          </li>
        );
      }}
    </PaymentSearchSection>
  );
}

interface OutcomeTextProps {
  /** Begins with the reference, where there are several payments. */
  isOneOfSeveral: boolean;
  line: MatchLine;
  outcome: MatchOutcome | undefined;
  acceptsShortfall: boolean;
  isRefund: boolean;
}

/** "Becomes Paid", "Stays Pending: CA$25.00 still due"; nothing until it is said whether a refund was recorded already. */
function OutcomeText({
  line: { payment, instead },
  outcome,
  acceptsShortfall,
  isRefund,
  isOneOfSeveral,
}: OutcomeTextProps) {
  const translate = useTranslate();
  if (!outcome || outcome.amountError || outcome.settlesError || outcome.most !== undefined) return null;
  if (outcome.asked && instead === undefined) return null;
  const { becomes, missing, left, next } = outcome;
  const name = becomes
    ? acceptsShortfall && missing > 0
      ? 'becomesShort'
      : 'becomes'
    : isRefund
      ? left === undefined
        ? 'keeps'
        : 'partRefund'
      : missing > 0 && !isSettled(payment.status)
        ? next
          ? next.isAll
            ? 'staysUntil'
            : 'staysByPlan'
          : 'stays'
        : 'keeps';
  return (
    <Hint>
      {isOneOfSeveral && <span>{payment.referenceNumber}: </span>}
      <span>
        {translate(`resources.reconcile.outcome.${name}`, {
          status: statusNames[becomes ?? payment.status],
          amount: formatCents(left ?? missing, payment.currency),
          next: next && formatCents(next.cents, payment.currency),
          day: next && formatDay(next.day),
        })}
      </span>
    </Hint>
  );
}

/** The decision with its button, a bar that stays in view at the end of a long panel, with a shadow over what it hides. */
const InView = ({ isHidden, children }: { isHidden: boolean; children: ReactNode }) => (
  <Box
    sx={({ palette }) => ({
      position: 'sticky',
      bottom: 0,
      zIndex: 1,
      px: 2,
      py: 1,
      bgcolor: 'background.paper',
      // From edge to edge of the panel, whose stack would set no margin.
      '&&': { mx: -2 },
      '&::before': {
        content: '""',
        position: 'absolute',
        insetInline: 0,
        bottom: '100%',
        height: 8,
        background: `linear-gradient(to top, ${palette.action.disabled}, transparent)`,
      },
      visibility: isHidden ? 'hidden' : undefined,
    })}
  >
    {children}
  </Box>
);

/** Preselects the candidate if only one can take money. */
function firstLines(transaction: TransactionRecord): MatchLine[] {
  const { candidates, rest, amount } = transaction;
  const [candidate, ...others] = candidates
    .map(candidatePayment)
    .filter((one) => takesMoney(one, amount < 0));
  if (!candidate || others.length || amount < 0) return [];
  return [suggestLine(candidate, transaction, absolute(toCents(rest)))];
}

const idOf = ({ id }: MatchablePayment) => id;

/** The form of a match: payments, their parts of the transaction, and the statuses that follow. */
export function MatchForm({ transaction, actions, isPartial }: DecisionProps & { isPartial: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const call = useCall();
  const failure = actions.failure?.id === transaction.id ? actions.failure : undefined;
  // Nothing after a refusal: the next press would match the proposed payment in the place of the one that was chosen.
  const [lines, setLines] = useState(() => (failure ? [] : firstLines(transaction)));
  const [known, setKnown] = useState(failure);
  if (failure !== known) {
    setKnown(failure);
    // A payment that a colleague has changed is chosen again as it is now.
    if (failure?.isConflict) setLines([]);
  }
  const [acceptsShortfall, setAcceptsShortfall] = useState(false);
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { id, amount, rest, currency, candidates, state } = transaction;
  const isRefund = amount < 0;
  const plan = planMatch(transaction, lines, acceptsShortfall);
  const label = textsOf(translate, 'resources.reconcile.match');
  const noteError = matchNoteRule(note, {});
  const busyWith = actions.busyWith(id);
  const errors = failure?.errors ?? {};
  const asked = linesToAsk(lines, plan);
  const acceptShortfall = acceptsShortfall && plan.canAcceptShortfall;

  const newest = useRef<string>(undefined);
  const choose = (payment: MatchablePayment) => {
    newest.current = payment.id;
    setLines((chosen) => {
      if (chosen.some((line) => line.payment.id === payment.id)) return chosen;
      const { left } = planMatch(transaction, chosen, acceptsShortfall);
      return [...chosen, suggestLine(payment, transaction, asCents(Math.max(left, 0)))];
    });
  };
  /** Shows the fields of a payment that was just chosen above the buttons at the end. */
  const bringIntoView = (paymentId: string) => (fields: HTMLElement | null) => {
    if (!fields || newest.current !== paymentId) return;
    newest.current = undefined;
    fields.scrollIntoView({ block: 'nearest' });
  };
  /** Chooses a found payment; of a refund with its bounds and what was recorded by hand, which stand in no list. */
  const chooseFound = useSingleFlight(async (payment: MatchablePayment) => {
    if (!isRefund) return choose(payment);
    try {
      const ledger = await call('GET /payments/{id}/ledger', { id: payment.id });
      choose({
        ...payment,
        refundable: toCents(ledger.refundable),
        refundsByHand: refundsByHand({ ledger: ledger.entries }),
      });
    } catch (error) {
      notify(failureMessage(error, messages.fetchMoney), { type: 'error' });
    }
  }, idOf);
  const remove = (paymentId: string) =>
    setLines((chosen) => chosen.filter(({ payment }) => payment.id !== paymentId));
  const change = (paymentId: string, fields: Partial<MatchLine>) =>
    setLines((chosen) =>
      chosen.map((line) => (line.payment.id === paymentId ? { ...line, ...fields } : line)),
    );
  const send = () => {
    setAsking(false);
    actions.match(transaction, matchInput(transaction, lines, { acceptShortfall, note }));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!plan.isValid || noteError || busyWith) return;
    if (asked.length) setAsking(true);
    else send();
  };
  const isReady =
    state === 'ready' &&
    lines.length === 1 &&
    lines[0]?.payment.id === candidates[0]?.paymentId &&
    plan.left === 0 &&
    !note.trim();

  return (
    <Stack component="form" noValidate spacing={2} aria-label={label('title')} onSubmit={submit}>
      {candidates.length > 0 && (
        <CandidateList
          transaction={transaction}
          chosen={lines.map(({ payment }) => payment.id)}
          onChoose={(candidate) => choose(candidatePayment(candidate))}
          onRemove={remove}
        />
      )}
      <PaymentSearch
        chosen={lines.map(({ payment }) => payment.id)}
        onChoose={(payment) => void chooseFound(payment)}
        isRefund={isRefund}
      />
      {lines.map((line, index) => (
        <Box key={line.payment.id} ref={bringIntoView(line.payment.id)} sx={{ scrollMarginBottom: 112 }}>
          <MatchLineFields
            line={line}
            outcome={plan.outcomes[index]}
            currency={currency}
            isRefund={isRefund}
            onChange={(fields) => change(line.payment.id, fields)}
            onRemove={() => remove(line.payment.id)}
          />
        </Box>
      ))}
      {lines.length > 0 && <NoteField value={note} onChange={setNote} />}
      {lines.length > 0 && (
        // The list's record lacks the limit of an accepted shortfall.
        <InView isHidden={isPartial}>
          {lines.map((line, index) => (
            <OutcomeText
              key={line.payment.id}
              line={line}
              outcome={plan.outcomes[index]}
              acceptsShortfall={acceptShortfall}
              isRefund={isRefund}
              isOneOfSeveral={lines.length > 1}
            />
          ))}
          {plan.left !== 0 && (
            <Typography role="status" color={plan.left < 0 ? 'error' : 'text.secondary'}>
              {label(plan.left < 0 ? 'tooMuch' : 'left', {
                amount: formatCents(absolute(plan.left), currency),
                rest: formatCents(absolute(toCents(rest)), currency),
              })}
            </Typography>
          )}
          {!plan.isAnswered && <Typography color="text.secondary">{label('instead.ask')}</Typography>}
          {plan.canAcceptShortfall && (
            <FormControlLabel
              control={
                <Checkbox
                  checked={acceptsShortfall}
                  onChange={(event) => setAcceptsShortfall(event.target.checked)}
                />
              }
              label={
                plan.charges === undefined
                  ? label('acceptShortfall')
                  : label('acceptCharges', { amount: formatCents(plan.charges, currency) })
              }
            />
          )}
          <Refusals of={[errors.allocations, errors.acceptShortfall]} />
          <Box sx={{ mt: 1 }}>
            <Button
              type={isReady ? 'button' : 'submit'}
              // Enter presses no button that is not visible yet.
              data-main-action={isPartial ? undefined : true}
              variant="contained"
              disabled={!plan.isValid || Boolean(noteError) || busyWith === 'undo'}
              loading={busyWith === 'match' || busyWith === 'confirm'}
              onClick={isReady ? () => actions.confirm(transaction) : undefined}
            >
              {isReady
                ? translate('resources.reconcile.actions.confirm')
                : label(isRefund ? 'refund' : 'submit', { amount: formatCents(plan.allocated, currency) })}
            </Button>
          </Box>
        </InView>
      )}
      {isAsking && <MatchAskDialog asked={asked} onConfirm={send} onClose={() => setAsking(false)} />}
    </Stack>
  );
}
