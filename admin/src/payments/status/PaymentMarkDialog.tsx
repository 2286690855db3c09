import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { type PaymentStatus, statusNames } from '#domain/payments';
import type { ListedPaymentRecord } from '../../data/dataProvider.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';

interface PaymentMarkDialogProps {
  status: PaymentStatus;
  onClose: () => void;
}

/** Asks before a payment is marked as failed or refunded, naming it and its amount; shows the error of a failure. */
export function PaymentMarkDialog({ status, onClose }: PaymentMarkDialogProps) {
  const translate = useTranslate();
  const payment = useRecordContext<ListedPaymentRecord>();
  const [failure, setFailure] = useState('');
  const { setStatus, isPending } = useSetPaymentStatus({ onDone: onClose, onFailure: setFailure });
  if (!payment) return null;
  const { referenceNumber: reference, amount, currency, customer } = payment;
  const mark = translate('resources.payments.actions.mark', { status: statusNames[status] });

  return (
    <Dialog open onClose={onClose} maxWidth="xs" aria-labelledby="mark-title" aria-describedby="mark-text">
      <DialogTitle id="mark-title">{mark}</DialogTitle>
      <DialogContent>
        <DialogContentText id="mark-text">
          {translate('resources.payments.mark.text', {
            reference,
            amount: formatNamedMoney(amount, currency),
            customer: customer?.fullName ?? translate('resources.payments.none'),
            status: statusNames[status],
          })}
        </DialogContentText>
        {failure && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus onClick={onClose}>
          {translate('admin.form.cancel')}
        </Button>
        <Button
          color="error"
          variant="contained"
          loading={isPending}
          onClick={() => {
            setFailure('');
            setStatus({ payment, status });
          }}
        >
          {mark}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
