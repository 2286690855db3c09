import Button from '@mui/material/Button';
import { useRecordContext, useTranslate } from 'react-admin';
import { statusNames } from '#domain/payments';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { PaymentStatusIcon } from './PaymentStatusIcon.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';

/** Marks a pending payment as paid with one press, which can be undone. */
export function PaymentPaidButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const { setStatus, isPending } = useSetPaymentStatus();
  if (payment?.status !== 'pending') return null;
  return (
    <Button
      variant="contained"
      startIcon={<PaymentStatusIcon status="paid" />}
      loading={isPending}
      onClick={() => setStatus({ payment, status: 'paid' })}
    >
      {translate('resources.payments.actions.mark', { status: statusNames.paid })}
    </Button>
  );
}
