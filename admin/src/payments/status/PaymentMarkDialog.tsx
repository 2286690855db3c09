import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { isSettled, type PaymentStatus, statusNames } from '#domain/payments';
import type { PaymentRecord, ListedPaymentRecord } from '../../data/dataProvider.js';
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
    <Dialog open onClose={onClose} maxWidth="xs" aria-labelledby="mark-title" aria-describedby="mark-text">
      <DialogTitle id="mark-title">{mark}</DialogTitle>
      <DialogContent>
        <DialogContentText id="mark-text">
          {translate(`resources.payments.mark.${customer === undefined ? 'textOfOne' : 'text'}`, {
            reference,
            amount: formatNamedMoney(amount, currency),
            customer: customer?.fullName ?? translate('resources.payments.none'),
            status: statusNames[status],
          })}
        </DialogContentText>
        <CardWarning payment={payment} status={status} />
        {failure && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {failure.message}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus onClick={onClose}>
          {translate(failure?.isConflict ? 'admin.undo.close' : 'admin.form.cancel')}
        </Button>
        {!failure?.isConflict && (
          <Button
            color={isSettled(status) ? 'primary' : 'error'}
            variant="contained"
            loading={isPending}
            onClick={() => {
              setFailure(undefined);
              setStatus({ payment, status });
            }}
          >
            {mark}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
