import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { type Passkey, secondFactorLimits } from '#domain/secondFactor';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import { useWrite } from '../data/useWrite.js';

interface PasskeyNameDialogProps {
  /** The one to rename; a new one is made without it. */
  passkey: Passkey | undefined;
  onClose: () => void;
}

/** Asks for the name of a passkey, and adds or renames it. */
export function PasskeyNameDialog({ passkey, onClose }: PasskeyNameDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { addPasskey, renamePasskey } = useDataProvider<typeof dataProvider>();
  const [name, setName] = useState(passkey?.name ?? '');
  const label = (key: string) => translate(`admin.account.passkeys.${key}`);
  const save = useWrite({
    mutationKey: ['account', 'namePasskey'],
    mutationFn: (typed: string) =>
      passkey ? renamePasskey({ id: passkey._id, name: typed }) : addPasskey(typed),
    onSuccess: () => {
      notify(label(passkey ? 'renamed' : 'addedNow'), { type: 'success' });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim()) save.mutate(name.trim());
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="passkey-title">
      <form noValidate onSubmit={submit}>
        <DialogTitle id="passkey-title">{label(passkey ? 'rename' : 'add')}</DialogTitle>
        <DialogContent>
          {!passkey && <DialogContentText>{label('nameHint')}</DialogContentText>}
          {save.error && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {errorMessage(save.error, messages.updateAccount)}
            </Alert>
          )}
          <TextField
            fullWidth
            autoFocus
            margin="normal"
            id="passkey-name"
            label={label('name')}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: secondFactorLimits.passkeyName } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('admin.form.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name.trim()} loading={save.isPending}>
            {passkey ? translate('admin.form.save') : label('make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
