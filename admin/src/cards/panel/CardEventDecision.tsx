import { Button, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  type CardCandidate,
  cardCandidateReasonNames,
  type CardEvent,
  cardMessages,
  type CardRecordInput,
  dismissReasonRule,
} from '#domain/cards/cards';
import { customerRules } from '#domain/customers/customers';
import { formatDate } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { type ListedPayment, statusNames } from '#domain/payments/payments';
import { messages } from '#domain/platform/messages';
import type { CardEventDetailsRecord, CardEventRecord, ListedPaymentRecord } from '../../data/records.js';
import { cardEventAmount } from '../../ui/fields/cards/fields.js';
import { PaymentChips } from '../../ui/fields/payments/fields.js';
import { ChipLine, Hint, TextLink } from '../../ui/common/fields.js';
import { ReasonForm } from '../../ui/forms/WriteForm.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { ChoiceRows, PaymentSearchSection } from '../../ui/lists/SearchSection.js';
import { paymentOfCardEventPath, paymentPath } from '../../ui/paths.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { useWrite } from '../../data/useCall.js';
import { isUnanswered } from '../../data/session/untilAnswered.js';

/** A payment that a held event may be applied to; one with a card payment of its own cannot. */
export type AssignablePayment = Pick<
  CardCandidate,
  'paymentId' | 'referenceNumber' | 'customer' | 'amount' | 'currency' | 'status' | 'createdAt'
> &
  Pick<ListedPayment, 'card'>;

interface AssignRowProps {
  payment: AssignablePayment;
  isBusy: boolean;
  /** True for the best proposal, which Enter takes. */
  isMain?: boolean;
  onAssign: (payment: AssignablePayment) => void;
  /** The reasons to propose it. */
  children?: ReactNode;
}

/** A payment that the event may be applied to. */
function AssignRow({ payment, isBusy, isMain = false, onAssign, children }: AssignRowProps) {
  const translate = useTranslate();
  const { paymentId, referenceNumber, customer, amount, currency, createdAt, card } = payment;
  return (
    <li>
      <div>
        <strong>{customer?.fullName ?? translate('resources.payments.none')}</strong>{' '}
        <PaymentChips payment={payment} />
        <div>
          <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
        </div>
        <div>
          {formatNamedMoney(amount, currency)} · {formatDate(createdAt)}
        </div>
        {card && <div>{cardMessages.hasCard}</div>}
        {children}
      </div>
      <Button
        size="small"
        variant={isMain ? 'contained' : 'outlined'}
        data-main-action={isMain ? '' : undefined}
        disabled={isBusy || card !== undefined}
        aria-label={translate('resources.card-events.assignTo', { reference: referenceNumber })}
        onClick={() => onAssign(payment)}
      >
        {translate('resources.card-events.assign')}
      </Button>
    </li>
  );
}

interface CardCandidatesProps {
  candidates: CardCandidate[];
  isBusy: boolean;
  /** True where the best one is likely: Enter takes it. */
  isLikely: boolean;
  onAssign: (payment: AssignablePayment) => void;
}

/** The payments that a held event may belong to, the best first. */
function CardCandidates({ candidates, isBusy, isLikely, onAssign }: CardCandidatesProps) {
  const translate = useTranslate();
  return (
    <div>
      <Hint id="card-candidates">{translate('resources.card-events.candidates')}</Hint>
      <ChoiceRows aria-labelledby="card-candidates">
        {candidates.map((candidate, index) => (
          <AssignRow
            key={candidate.paymentId}
            payment={candidate}
            isBusy={isBusy}
            isMain={index === 0 && isLikely}
            onAssign={onAssign}
          >
            <ChipLine names={candidate.why.map((reason) => cardCandidateReasonNames[reason])} mt={0.5} />
          </AssignRow>
        ))}
      </ChoiceRows>
    </div>
  );
}

interface CardPaymentSearchProps {
  isBusy: boolean;
  onAssign: (payment: AssignablePayment) => void;
}

const toAssignable = (payment: ListedPaymentRecord): AssignablePayment => ({
  ...payment,
  paymentId: payment.id,
});

/** Finds the payment of a held event where it is not proposed. */
const CardPaymentSearch = ({ isBusy, onAssign }: CardPaymentSearchProps) => (
  <PaymentSearchSection>
    {(payment) => (
      <AssignRow key={payment._id} payment={toAssignable(payment)} isBusy={isBusy} onAssign={onAssign} />
    )}
  </PaymentSearchSection>
);

interface CardRecordDialogProps {
  event: CardEvent;
  /** The payment that it is applied to; none for a new one. */
  payment: AssignablePayment | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a held event is recorded, naming its amount and the payment: it cannot be undone. */
function CardRecordDialog({ event, payment, onConfirm, onClose }: CardRecordDialogProps) {
  const translate = useTranslate();
  const label = (name: string) =>
    translate(`resources.card-events.ask.${payment ? 'assign' : 'record'}.${name}`, {
      amount: cardEventAmount(event) ?? translate('resources.card-events.noAmount'),
      payer: event.name || event.email || translate('resources.payments.none'),
      reference: payment?.referenceNumber,
      customer: payment?.customer?.fullName ?? translate('resources.payments.none'),
      recorded: payment && formatNamedMoney(payment.amount, payment.currency),
      status: payment && statusNames[payment.status],
      currency: payment?.currency,
      came: event.currency,
    });
  const warnings = payment
    ? [
        ...(payment.status === 'pending' ? [] : [label('notPending')]),
        ...(event.currency && event.currency !== payment.currency ? [label('otherCurrency')] : []),
      ]
    : [];
  return (
    <SafeConfirm
      title={label('title')}
      content={[label('text'), ...warnings]}
      confirm={label('button')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

interface CardEventDecisionProps {
  event: CardEventDetailsRecord;
  actions: CardEventActions;
}

/** The decision on a held event: the payment that it belongs to, a new one, or none. */
export function CardEventDecision({ event, actions }: CardEventDecisionProps) {
  const label = useTexts('resources.card-events');
  const [asked, setAsked] = useState<{ payment?: AssignablePayment }>();
  const { id, candidates, recordable } = event;
  const busyWith = actions.busyWith(id);
  // A refund or dispute belongs to the payment of its card; a test and an event that could not be read, to none.
  const isAssignable = event.live && (event.sessionId !== undefined || event.heldReason === 'deleted');
  const [best] = candidates;
  // An equal amount alone says little: many payments have the same. One that is not pending waits for no money.
  const isLikely = best?.status === 'pending' && best.why.some((reason) => reason !== 'amount');

  return (
    <Stack spacing={2} component="section" aria-labelledby="card-decision" sx={{ mb: 2 }}>
      <Typography id="card-decision" variant="h3" component="h2">
        {label('decide')}
      </Typography>
      {candidates.length > 0 && (
        <CardCandidates
          candidates={candidates}
          isLikely={isLikely}
          isBusy={busyWith !== undefined}
          onAssign={(payment) => setAsked({ payment })}
        />
      )}
      {isAssignable && (
        <CardPaymentSearch isBusy={busyWith !== undefined} onAssign={(payment) => setAsked({ payment })} />
      )}
      {!recordable && isAssignable && event.heldReason !== 'email' && <Hint>{label('recordFirst')}</Hint>}
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        {recordable && (
          <Button
            variant={isLikely ? 'outlined' : 'contained'}
            data-main-action={isLikely ? undefined : ''}
            loading={busyWith === 'record'}
            disabled={busyWith !== undefined}
            onClick={() => setAsked({})}
          >
            {label('recordNew')}
          </Button>
        )}
        {event.heldReason === 'email' && (
          <ReasonForm
            action={label('recordNew')}
            label={label('payerEmail')}
            hint={label('emailHint')}
            rule={customerRules.email}
            isSending={busyWith === 'record'}
            isDisabled={busyWith !== undefined}
            onSubmit={(email) => actions.record(event, { email })}
          />
        )}
        {!recordable && isAssignable && (
          <Button variant="outlined" component={Link} to={paymentOfCardEventPath(event)}>
            {label('recordPayment')}
          </Button>
        )}
        <ReasonForm
          action={label('dismiss')}
          label={label('reason')}
          hint={label('reasonHint')}
          rule={dismissReasonRule}
          isSending={busyWith === 'dismiss'}
          isDisabled={busyWith !== undefined}
          onSubmit={(reason) => actions.dismiss(event, reason)}
        />
      </Stack>
      {asked && (
        <CardRecordDialog
          event={event}
          payment={asked.payment}
          onConfirm={() => {
            setAsked(undefined);
            const { paymentId, status } = asked.payment ?? {};
            actions.record(event, paymentId ? { paymentId, status } : {});
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Stack>
  );
}

type Decision =
  | { kind: 'record'; event: CardEventRecord; input: CardRecordInput }
  | { kind: 'dismiss'; event: CardEventRecord; reason: string };

/** Records, assigns and dismisses held events. Every decision waits for the server; a failure stays with its event. */
export function useCardEventActions() {
  const [failure, setFailure] = useState<{ id: string; message: string }>();
  const { mutate, isPending, variables } = useWrite({
    mutationKey: ['card-events', 'decide'],
    about: ({ event }: Decision) => event.id,
    mutationFn: (decision: Decision, call) =>
      decision.kind === 'record'
        ? call('POST /card-events/{id}/record', { id: decision.event.id, body: decision.input })
        : call('POST /card-events/{id}/dismiss', {
            id: decision.event.id,
            body: { reason: decision.reason },
          }),
    done: ({ referenceNumber: reference = '' }, { kind }) => [
      `resources.card-events.done.${kind}`,
      { reference },
    ],
    onError: (error, { event }) =>
      setFailure({ id: event.id, message: isUnanswered(error) ? messages.outcomeUnknown : error.message }),
  });
  const run = (decision: Decision) => {
    setFailure(undefined);
    mutate(decision);
  };
  return {
    /** The kind of the decision that is being sent for an event. */
    busyWith: (id: string) => (isPending && variables.event.id === id ? variables.kind : undefined),
    failure,
    clearFailure: () => setFailure(undefined),
    record: (event: CardEventRecord, input: CardRecordInput) => run({ kind: 'record', event, input }),
    dismiss: (event: CardEventRecord, reason: string) => run({ kind: 'dismiss', event, reason }),
  };
}

export type CardEventActions = ReturnType<typeof useCardEventActions>;
