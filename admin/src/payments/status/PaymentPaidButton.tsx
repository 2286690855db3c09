import Button from '@mui/material/Button';
import { useRecordContext, useTranslate } from 'react-admin';
import { contradictsCard } from '#domain/cards';
import { statusNames } from '#domain/payments';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import { PaymentMarkDialog } from './PaymentMarkDialog.js';
import { PaymentStatusIcon } from './PaymentStatusIcon.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';

/** Marks a pending payment as paid with one press, which can be undone; one that its card provider says otherwise of, after asking. */
export function PaymentPaidButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const showDialog = useShowDialog();
  const { setStatus, isPending } = useSetPaymentStatus();
  if (payment?.status !== 'pending') return null;
  const mark = () => {
    if (contradictsCard(payment, 'paid'))
      showDialog((close) => <PaymentMarkDialog payment={payment} status="paid" onClose={close} />);
    else setStatus({ payment, status: 'paid' });
  };
  return (
    <Button
      variant="contained"
      startIcon={<PaymentStatusIcon status="paid" />}
      loading={isPending}
      onClick={mark}
    >
      {translate('resources.payments.actions.mark', { status: statusNames.paid })}
    </Button>
  );
}
