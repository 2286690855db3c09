import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { listStatuses, noteRule, type PaymentStatus, statusNames } from '#domain/payments';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { CardWarning } from './CardWarning.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';

/**
 * Asks for the new status and a note, and stays open with both until the server has stored them. Nothing is chosen at
 * first, and Save needs a change: another status, or a note.
 */
export function PaymentStatusDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const [chosen, setChosen] = useState<PaymentStatus | ''>('');
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const change = useSetPaymentStatus({ onDone: onClose, onFailure: setFailure });
  const label = (name: string) => translate(`resources.payments.dialog.${name}`);
  const noteError = noteRule(note, {});
  const status = chosen || payment?.status;
  const changes = status !== payment?.status || note.trim() !== '';

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure('');
    if (!payment || !status || !changes || noteError || change.isPending) return;
    change.setStatus({ payment, status, note: note.trim() || undefined });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      aria-labelledby="status-title"
      aria-describedby="status-text"
    >
      <DialogTitle id="status-title">{label('title')}</DialogTitle>
      <form noValidate onSubmit={submit}>
        <DialogContent sx={{ pt: 0 }}>
          <DialogContentText id="status-text">{label('text')}</DialogContentText>
          {failure && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {failure}
            </Alert>
          )}
          <TextField
            select
            fullWidth
            margin="normal"
            id="new-status"
            label={label('status')}
            value={chosen}
            onChange={(event) => setChosen(event.target.value as PaymentStatus)}
            helperText={translate('resources.payments.dialog.now', {
              status: payment && (statusNames[payment.status] ?? payment.status),
            })}
          >
            {listStatuses.map((value) => (
              <MenuItem key={value} value={value}>
                {statusNames[value]}
              </MenuItem>
            ))}
          </TextField>
          {payment && chosen && <CardWarning payment={payment} status={chosen} />}
          <TextField
            fullWidth
            multiline
            minRows={2}
            margin="dense"
            id="status-note"
            label={label('note')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={Boolean(noteError)}
            helperText={noteError ?? label('noteHint')}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>{label('cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!changes} loading={change.isPending}>
            {label('update')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
