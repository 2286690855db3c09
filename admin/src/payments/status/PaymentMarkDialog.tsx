import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { isSettled, type PaymentStatus, statusNames } from '#domain/payments';
import type { PaymentRecord, ListedPaymentRecord } from '../../data/dataProvider.js';
import { AskDialog } from '../../ui/common/AskDialog.js';
import { isConflict } from '../../ui/undo/refusals.js';
import { CardWarning } from './CardWarning.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';

interface PaymentMarkDialogProps {
  /** As listed, or on its own page, which names its customer. */
  payment: PaymentRecord & Partial<Pick<ListedPaymentRecord, 'customer'>>;
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
  const [failure, setFailure] = useState<{ message: string; isConflict: boolean }>();
  const { setStatus, isPending } = useSetPaymentStatus({
    onDone: onClose,
    onFailure: (message, error) => setFailure({ message, isConflict: isConflict(error) }),
  });
  const { referenceNumber: reference, amount, currency, customer } = payment;
  const mark = translate('resources.payments.actions.mark', { status: statusNames[status] });

  return (
    <AskDialog
      title={mark}
      texts={[
        translate(`resources.payments.mark.${customer === undefined ? 'textOfOne' : 'text'}`, {
          reference,
          amount: formatNamedMoney(amount, currency),
          customer: customer?.fullName ?? translate('resources.payments.none'),
          status: statusNames[status],
        }),
      ]}
      error={failure?.message}
      confirm={mark}
      color={isSettled(status) ? 'primary' : 'error'}
      isPending={isPending}
      onConfirm={
        failure?.isConflict
          ? undefined
          : () => {
              setFailure(undefined);
              setStatus({ payment, status });
            }
      }
      onClose={onClose}
    >
      <CardWarning payment={payment} status={status} />
    </AskDialog>
  );
}
