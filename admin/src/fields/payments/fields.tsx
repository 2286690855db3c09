import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRecordContext, useTranslate } from 'react-admin';
import { cardNote } from '#domain/cards';
import { formatDay, formatShortDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { paymentMethodName, shortMethodNames } from '#domain/payments';
import { DateText } from '../../ui/common/DateText.js';
import { Ellipsis } from '../../ui/lists/Ellipsis.js';
import { TextLink } from '../../ui/common/TextLink.js';
import type { ListedPaymentRecord } from '../../data/dataProvider.js';
import { AttentionChips } from './AttentionChips.js';
import { Caption } from './Caption.js';
import { PaymentChips } from './PaymentChips.js';
import { paymentPath } from '../../ui/paths.js';

const usePayment = () => useRecordContext<ListedPaymentRecord>();

/** The reference, linked to the payment; "N/A" for a payment without one. */
export function PaymentReference() {
  const translate = useTranslate();
  const payment = usePayment();
  return (
    payment && (
      <TextLink to={paymentPath(payment.id)}>
        {payment.referenceNumber || translate('resources.payments.none')}
      </TextLink>
    )
  );
}

/** The reference as text; "N/A" for a payment without one. */
export function ReferenceText() {
  const translate = useTranslate();
  return usePayment()?.referenceNumber || translate('resources.payments.none');
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
  return payment && formatNamedMoney(payment.amount, payment.currency);
}

/** The payment method's label. */
export const PaymentMethodName = () => paymentMethodName(usePayment()?.paymentMethod);

/** The short name of the method; its whole label on hover and for screen readers. */
export function ShortMethodName() {
  const method = usePayment()?.paymentMethod;
  const name = paymentMethodName(method);
  const short = (method && shortMethodNames[method]) ?? name;
  const [before = '', after = ''] = name.split(short);
  return (
    <span title={name === short ? undefined : name}>
      {before && <span data-unseen>{before}</span>}
      {short}
      {after && <span data-unseen>{after}</span>}
    </span>
  );
}

/** The day of the payment's creation. */
export const PaymentDate = () => <DateText value={usePayment()?.createdAt} />;

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

/**
 * The reason for which its money needs an admin, "Customer says it was sent on Nov 20", or what a card payment's status
 * leaves out, in one line that does not widen its column, for a row of a table.
 */
export function NoteInRow() {
  const translate = useTranslate();
  const payment = usePayment();
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const { status, saidSent, attention } = payment ?? {};
  if (!narrow && payment && attention?.length)
    return (
      <Caption>
        <Ellipsis>
          <AttentionChips payment={payment} place="caption" />
        </Ellipsis>
      </Caption>
    );
  const note =
    status === 'pending' && saidSent
      ? translate('resources.payments.saidSent', { day: formatShortDay(saidSent.date) })
      : payment && cardNote(payment);
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
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const said = narrow && payment?.status === 'pending' && payment.saidSent;
  const note = narrow && payment && cardNote(payment);
  return (
    <>
      {said && <>{translate('resources.payments.saidSentShort', { day: formatShortDay(said.date) })} · </>}
      {narrow && payment?.attention && (
        <span style={{ display: 'block' }}>
          <AttentionChips payment={payment} place="narrow" />
        </span>
      )}
      {/* Never cut: it may tell of a refund or a dispute. */}
      {note && <span style={{ display: 'block', whiteSpace: 'normal' }}>{note}</span>}
      <PaymentDate />
    </>
  );
}

/** The day on which the visitor planned the transfer. */
export const PaymentTransferDate = () => formatDay(usePayment()?.transferDate);
