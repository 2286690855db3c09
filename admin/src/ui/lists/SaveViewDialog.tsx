import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { maximumViewName } from '#domain/views';
import { errorMessage } from '../../../../browser/http.js';

interface SaveViewDialogProps {
  error: unknown;
  isSaving: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a view. */
export function SaveViewDialog({ error, isSaving, onSave, onClose }: SaveViewDialogProps) {
  const translate = useTranslate();
  const [name, setName] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim()) onSave(name.trim());
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="save-view-title">
      <form noValidate onSubmit={submit}>
        <DialogTitle id="save-view-title">{translate('admin.views.addTitle')}</DialogTitle>
        <DialogContent>
          {Boolean(error) && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {errorMessage(error, messages.saveView)}
            </Alert>
          )}
          <TextField
            fullWidth
            autoFocus
            margin="normal"
            id="view-name"
            label={translate('admin.views.name')}
            helperText={translate('admin.views.hint')}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: maximumViewName } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('admin.form.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name.trim()} loading={isSaving}>
            {translate('admin.form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
