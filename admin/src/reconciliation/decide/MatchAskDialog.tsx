import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';
import { statusNames } from '#domain/payments';
import type { linesToAsk } from './matchDraft.js';

interface MatchAskDialogProps {
  asked: ReturnType<typeof linesToAsk>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a match revives a failed or cancelled payment, or marks one as refunded. */
export function MatchAskDialog({ asked, onConfirm, onClose }: MatchAskDialogProps) {
  const translate = useTranslate();
  const label = (name: string, options?: object) => translate(`resources.reconcile.ask.${name}`, options);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" aria-labelledby="ask-title" aria-describedby="ask-text">
      <DialogTitle id="ask-title">{label('title')}</DialogTitle>
      <DialogContent id="ask-text">
        {asked.map(({ payment: { id, referenceNumber, customer, status }, becomes }) => (
          <DialogContentText key={id}>
            {label('text', {
              reference: referenceNumber,
              customer: customer || translate('resources.payments.none'),
              status: statusNames[status],
              becomes: statusNames[becomes],
            })}
          </DialogContentText>
        ))}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus onClick={onClose}>
          {translate('admin.form.cancel')}
        </Button>
        <Button variant="contained" onClick={onConfirm}>
          {label('confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
