import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { type BatchOutcome } from './useSetPaymentStatuses.js';
import { useUndoPaymentStatus } from './useUndoPaymentStatus.js';

export function BatchRefusals({
  outcome: { changes, refused, batch },
  onUndone,
  onClose,
}: {
  outcome: BatchOutcome;
  onUndone: () => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const { undoStatus, isUndoing } = useUndoPaymentStatus();
  return (
    <>
      <DialogContent>
        <Alert severity="warning" id="batch-text">
          {translate('resources.payments.batch.failed', { smart_count: refused.length })}
          <ul>
            {refused.map(({ payment, message }) => (
              <li key={payment.id}>
                <strong>
                  {translate('resources.payments.batch.item', {
                    reference: payment.referenceNumber,
                    amount: formatNamedMoney(payment.amount, payment.currency),
                    customer: payment.customer?.fullName ?? translate('resources.payments.none'),
                  })}
                </strong>{' '}
                {message}
              </li>
            ))}
          </ul>
        </Alert>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {changes.length > 0 && (
          <Button loading={isUndoing} onClick={() => void undoStatus({ changes, batch }).then(onUndone)}>
            {translate('resources.payments.batch.undo', { smart_count: changes.length })}
          </Button>
        )}
        <Button autoFocus variant="contained" disabled={isUndoing} onClick={onClose}>
          {translate('resources.payments.batch.close')}
        </Button>
      </DialogActions>
    </>
  );
}
