import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { type Passkey, secondFactorLimits } from '#domain/secondFactor';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import { useWrite } from '../data/useWrite.js';
import { FormDialog } from '../ui/common/FormDialog.js';

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
  return (
    <FormDialog
      title={label(passkey ? 'rename' : 'add')}
      text={passkey ? undefined : label('nameHint')}
      submit={passkey ? translate('admin.form.save') : label('make')}
      error={save.error ? errorMessage(save.error, messages.updateAccount) : undefined}
      isPending={save.isPending}
      isDisabled={!name.trim()}
      onSubmit={() => save.mutate(name.trim())}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
