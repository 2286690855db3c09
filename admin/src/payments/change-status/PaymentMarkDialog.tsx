import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import { isSettled, type PaymentStatus, statusNames } from '#domain/payments/payments';
import { failureMessage } from '#browser/http';
import type { ListedPaymentRecord, PaymentRecord } from '../../data/records.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { isConflict } from '../../ui/undo/undo.js';
import { CardWarning } from './CardWarning.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

interface PaymentMarkDialogProps {
  /** As listed, or on its own page, which names its customer. */
  payment: Omit<PaymentRecord, 'statusHistory'> & Partial<Pick<ListedPaymentRecord, 'customer'>>;
  status: PaymentStatus;
  onClose: () => void;
}

/**
 * Asks before a payment is marked as failed or refunded, or otherwise than the card provider says, naming it and its
 * amount. A failure is shown until the dialog
 * is closed; after a colleague's change there is nothing to try again.
 */
export function PaymentMarkDialog({ payment, status, onClose }: PaymentMarkDialogProps) {
  const translate = useTranslate();
  const { mutate, isPending, error } = useSetPaymentStatus({ onDone: onClose, isToldHere: true });
  const { referenceNumber: reference, amount, currency, customer } = payment;
  const mark = translate('resources.payments.actions.mark', { status: statusNames[status] });

  return (
    <SafeConfirm
      title={mark}
      content={translate(`resources.payments.mark.${customer === undefined ? 'textOfOne' : 'text'}`, {
        reference,
        amount: formatNamedMoney(amount, currency),
        customer: customer?.fullName ?? translate('resources.payments.none'),
        status: statusNames[status],
      })}
      error={error ? failureMessage(error, messages.updatePaymentStatus) : undefined}
      confirm={mark}
      confirmColor={isSettled(status) ? 'primary' : 'warning'}
      loading={isPending}
      onConfirm={isConflict(error) ? undefined : () => mutate({ payment, status })}
      onClose={onClose}
    >
      <CardWarning payment={payment} status={status} />
    </SafeConfirm>
  );
}
