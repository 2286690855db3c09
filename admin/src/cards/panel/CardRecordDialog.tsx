import { useTranslate } from 'react-admin';
import type { CardEvent } from '#domain/cards';
import { formatNamedMoney } from '#domain/money';
import { statusNames } from '#domain/payments';
import { cardEventAmount } from '../../fields/cards/cardEventAmount.js';
import type { AssignablePayment } from './assignablePayment.js';
import { AskDialog } from '../../ui/common/AskDialog.js';

interface CardRecordDialogProps {
  event: CardEvent;
  /** The payment that it is applied to; none for a new one. */
  payment: AssignablePayment | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a held event is recorded, naming its amount and the payment: it cannot be undone. */
export function CardRecordDialog({ event, payment, onConfirm, onClose }: CardRecordDialogProps) {
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
    <AskDialog
      title={label('title')}
      texts={[label('text'), ...warnings]}
      confirm={label('button')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
