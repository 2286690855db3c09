import { Box, Chip, styled } from '@mui/material';
import { useRecordContext } from 'react-admin';
import {
  cardProviderNames,
  isOpenDispute,
  isTestPayment,
  paymentNote,
  priceCaption,
} from '#domain/cards/cards';
import { type MoneyMark, moneyMarkOf } from '#domain/ledger/payment-money';
import { formatDay, formatMonthDay, formatShortDay } from '#domain/platform/dates';
import { formatAmount, formatMoney, formatNamedMoney, sum } from '#domain/platform/money';
import {
  type Payment,
  paymentMethodName,
  type PaymentStatus,
  shortMethodNames,
  statusNames,
  statusTones,
} from '#domain/payments/payments';
import type { Attention } from '#domain/ledger/ways';
import type { ListedPaymentRecord, PaymentRecord } from '../../../data/records.js';
import { DateField, Ellipsis, TextLink, ToneChip } from '../../common/fields.js';
import { customerPath, paymentPath } from '../../paths.js';
import { TestChip } from '../cards/fields.js';
import { useIsBelow } from '../../common/useIsBelow.js';
import { useTexts, useTranslate } from '../../i18n/useTranslate.js';

/** A quiet line below a value. */
export const Caption = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: '0.75rem',
  fontWeight: 400,
  color: theme.palette.text.secondary,
}));

/** A payment's status; an unknown one is shown as stored. */
export const StatusChip = ({ status }: { status: PaymentStatus }) => (
  <ToneChip name={statusNames[status] ?? status} tone={statusTones[status] ?? 'neutral'} />
);

/** The amount of the payment in context, and its currency. */
const useAmount = () => useRecordContext<Pick<Payment, 'amount' | 'currency'> & { id: string }>();

/** The recorded number labelled THB, as on every payment screen: it is not converted. */
export function AmountLabelledThb() {
  const payment = useAmount();
  return payment && <span translate="no">{formatMoney(payment.amount, 'THB')}</span>;
}

/** The payer, linked to the customer, whom a list has with its payment; "N/A" if that record was deleted. */
export function CustomerLink() {
  const translate = useTranslate();
  const customer = useRecordContext<ListedPaymentRecord>()?.customer;
  if (!customer) return translate('resources.payments.none');
  return (
    <TextLink to={customerPath(customer._id)} translate="no">
      {customer.fullName}
    </TextLink>
  );
}

/** The recorded amount, if its currency is not THB. */
export function RecordedCaption() {
  const translate = useTranslate();
  const payment = useAmount();
  if (!payment || payment.currency === 'THB') return null;
  const amount = formatNamedMoney(payment.amount, payment.currency);
  return <Caption>{translate('resources.payments.recorded', { amount })}</Caption>;
}

/** The amount labelled THB, with the recorded one as a caption below. */
export const PaymentAmount = () => (
  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
    <AmountLabelledThb />
    <RecordedCaption />
  </Box>
);

/** The status of a payment, with a mark where it is of the card provider's test mode. */
export function PaymentChips({ payment }: { payment: Pick<Payment, 'status' | 'card'> }) {
  if (!isTestPayment(payment)) return <StatusChip status={payment.status} />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, '& > *': { flexShrink: 0 } }}>
      <StatusChip status={payment.status} />
      <TestChip />
    </Box>
  );
}

/** "Price is CA$2,256.61", where another amount was paid by card. */
export function PriceCaption() {
  const price = useRecordContext<PaymentRecord>()?.card?.price;
  return price && <Caption>{priceCaption(price)}</Caption>;
}

const markTones = {
  partlyReceived: 'warning',
  partlyRefunded: 'info',
  surplus: 'warning',
  disputeLost: 'error',
} as const satisfies Record<MoneyMark, string>;

/** The mark of the money beside the status: "Partly Refunded", "Partly Received", "Surplus", "Dispute Lost". */
export function MoneyMarkChip({ payment }: { payment: Parameters<typeof moneyMarkOf>[0] }) {
  const translate = useTranslate();
  const mark = moneyMarkOf(payment);
  if (!mark) return null;
  return <ToneChip name={translate(`resources.payments.marks.${mark}`)} tone={markTones[mark]} />;
}

const usePayment = () => useRecordContext<ListedPaymentRecord>();

/** The reference, linked to the payment; "N/A" for a payment without one. */
export function PaymentReference() {
  const translate = useTranslate();
  const payment = usePayment();
  return (
    payment && (
      <TextLink to={paymentPath(payment.id)} translate="no">
        {payment.referenceNumber || translate('resources.payments.none')}
      </TextLink>
    )
  );
}

export function PaymentLink() {
  const translate = useTranslate();
  const payment = usePayment();
  return (
    payment && (
      <TextLink
        to={paymentPath(payment.id)}
        aria-label={translate('resources.payments.actions.viewOf', { reference: payment.referenceNumber })}
      >
        {translate('resources.payments.actions.view')}
      </TextLink>
    )
  );
}

/** The amount in the currency that was recorded. */
export function RecordedAmount() {
  const payment = usePayment();
  return payment && <span translate="no">{formatNamedMoney(payment.amount, payment.currency)}</span>;
}

/** The amount that is asked for, in the recorded currency: of a plan the parts whose day has come, else what is due. */
export const amountAsked = ({ askedNow, due }: Pick<Payment, 'askedNow' | 'due'>): number =>
  askedNow?.amount ?? due;

export function AmountAsked() {
  const payment = usePayment();
  return payment && <span translate="no">{formatNamedMoney(amountAsked(payment), payment.currency)}</span>;
}

/** The payment method's label. */
export const PaymentMethodName = () => <span>{paymentMethodName(usePayment()?.paymentMethod)}</span>;

/** The short name of the method; its whole label on hover and for screen readers. */
export function ShortMethodName() {
  const method = usePayment()?.paymentMethod;
  const name = paymentMethodName(method);
  const short = (method && shortMethodNames[method]) ?? name;
  const [before = '', after = ''] = name.split(short);
  return (
    <span title={name === short ? undefined : name}>
      {before && <span data-unseen>{before}</span>}
      <span>{short}</span>
      {after && <span data-unseen>{after}</span>}
    </span>
  );
}

export function PaymentStatusChip() {
  const payment = usePayment();
  return payment && <PaymentChips payment={payment} />;
}

/** "Customer says it was sent on Nov 20, 2026", while the payment is pending. */
export function SaidSent() {
  const translate = useTranslate();
  const payment = usePayment();
  if (payment?.status !== 'pending' || !payment.saidSent) return null;
  return (
    <Caption>{translate('resources.payments.saidSent', { day: formatDay(payment.saidSent.date) })}</Caption>
  );
}

/** The reason for which its money needs an admin, "Said sent Nov 20", in one line for a row of a table. */
export function NoteInRow() {
  const translate = useTranslate();
  const payment = usePayment();
  const narrow = useIsBelow('lg');
  const { status, saidSent, attention } = payment ?? {};
  if (!narrow && payment && (attention?.length || isOpenDispute(payment.card?.dispute)))
    return (
      <Caption>
        <Ellipsis>
          <DisputeChip payment={payment} isShort /> <AttentionChips payment={payment} place="caption" />
        </Ellipsis>
      </Caption>
    );
  const note =
    status === 'pending' && saidSent
      ? translate('resources.payments.saidSentShort', { day: formatShortDay(saidSent.date) })
      : payment && paymentNote(payment);
  if (narrow || !note) return null;
  return (
    <Caption>
      <Ellipsis>{note}</Ellipsis>
    </Caption>
  );
}

/** The day of the payment's creation; on a card with what NoteInRow says in a row. */
export function PaymentDateOnCard() {
  const translate = useTranslate();
  const payment = usePayment();
  const narrow = useIsBelow('lg');
  const said = narrow && payment?.status === 'pending' && payment.saidSent;
  const note = narrow && payment && paymentNote(payment);
  return (
    <>
      {said && (
        <span>
          {`${translate('resources.payments.saidSentShort', { day: formatShortDay(said.date) })} · `}
        </span>
      )}
      {narrow && payment && (
        <Box component="span" sx={{ '& > *': { mr: 0.5 } }}>
          <DisputeChip payment={payment} isShort />
          <AttentionChips payment={payment} place="caption" />
        </Box>
      )}
      {/* Before the day, which is cut first. */}
      {note && <span>{`${note} · `}</span>}
      <DateField source="createdAt" />
    </>
  );
}

/** The day on which money is expected: of a plan that of the first open part, else the one that the visitor planned. */
export function PaymentTransferDate() {
  const payment = usePayment();
  return <span>{formatDay(payment?.askedNow?.due ?? payment?.transferDate)}</span>;
}

/** "564.15 of 2,256.61 · next Jan 27, 2027", of a pending payment in parts. */
export function PlanCaption() {
  const translate = useTranslate();
  const payment = usePayment();
  if (!payment?.askedNow) return null;
  const { amount, due, askedNow } = payment;
  const words = { covered: formatAmount(sum([amount, -due])), amount: formatAmount(amount) };
  return (
    <Caption data-plan>
      {translate('resources.payments.plan.line', { ...words, day: formatDay(askedNow.due) })}
    </Caption>
  );
}

interface DisputeChipProps {
  payment: Pick<Payment, 'card'>;
  /** In a row, without the day. */
  isShort?: boolean;
}

/** "Disputed · Respond by Dec 9", where a dispute of the card payment is open. */
export function DisputeChip({ payment: { card }, isShort }: DisputeChipProps) {
  const label = useTexts('resources.payments.card.dispute');
  if (!isOpenDispute(card?.dispute)) return null;
  const { dueBy } = card.dispute;
  return (
    <Chip
      component="span"
      color="error"
      label={isShort || !dueBy ? label('chip') : label('chipDueBy', { day: formatMonthDay(dueBy) })}
      sx={isShort ? looks.caption : {}}
    />
  );
}

interface AttentionChipsProps {
  payment: Pick<Payment, 'attention' | 'surplus' | 'received' | 'refunded' | 'fee' | 'currency' | 'card'>;
  /** The line of a caption, which is cut where it is too long. */
  place?: 'caption';
}

/** The reasons for which a payment's money needs an admin: "Surplus CA$500.00", "Differs from Stripe". */
export function AttentionChips({ payment, place }: AttentionChipsProps) {
  const translate = useTranslate();
  const { attention = [], surplus, received, refunded, currency, card } = payment;
  const amounts: Record<Attention, number> = {
    giveBack: moneyToGiveBack(payment),
    differsFromCard: 0,
    overReturned: sum([refunded, -received]),
  };
  const nameOf = (reason: Attention) =>
    translate(
      `resources.payments.attention.chips.${reason === 'giveBack' && surplus > 0 ? 'surplus' : reason}`,
      {
        amount: formatNamedMoney(amounts[reason], currency),
        provider: card && cardProviderNames[card.provider],
      },
    );
  if (!attention.length) return null;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: place === 'caption' ? 'nowrap' : 'wrap', gap: 0.5 }}
    >
      {attention.map((reason) => (
        <Chip
          key={reason}
          component="span"
          variant="outlined"
          color="warning"
          label={nameOf(reason)}
          sx={place && looks[place]}
        />
      ))}
    </Box>
  );
}

const looks = {
  caption: { height: 20, '& .MuiChip-label': { px: 0.75 } },
} as const;

/**
 * The money of a payment that is to be given back, in decimals of its currency: what a settled one has too much, or what
 * is there of one that is cancelled, failed or refunded, less its fee. 0 where the server asks for nothing.
 */
export const moneyToGiveBack = ({
  attention,
  surplus,
  received,
  refunded,
  fee = 0,
}: Pick<Payment, 'attention' | 'surplus' | 'received' | 'refunded' | 'fee'>): number =>
  !attention?.includes('giveBack') ? 0 : surplus > 0 ? surplus : sum([received, -refunded, -fee]);
