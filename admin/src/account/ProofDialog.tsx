import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { reauthenticateMinutes, type ReauthenticateInput } from '#domain/secondFactor';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import { useWrite } from '../data/useWrite.js';
import { PasswordField } from '../ui/common/PasswordField.js';
import { FormDialog } from '../ui/common/FormDialog.js';

interface ProofDialogProps {
  onProven: () => void;
  onCancel: () => void;
}

/** Asks for the password, a code or a passkey, so that what was begun can go on. */
export function ProofDialog({ onProven, onCancel }: ProofDialogProps) {
  const translate = useTranslate();
  const { getSecondFactor, reauthenticate } = useDataProvider<typeof dataProvider>();
  const [isCode, setIsCode] = useState(false);
  const [typed, setTyped] = useState('');
  const label = (name: string, options?: object) => translate(`admin.account.proof.${name}`, options);
  const { data } = useQuery({
    queryKey: ['account', 'second-factor'],
    queryFn: ({ signal }) => getSecondFactor(signal),
  });
  const prove = useWrite({
    mutationKey: ['account', 'prove'],
    mutationFn: async (given: () => Promise<ReauthenticateInput>) => reauthenticate(await given()),
    onSuccess: onProven,
    onError: () => setTyped(''),
  });
  const submit = () => prove.mutate(() => Promise.resolve(isCode ? { code: typed } : { password: typed }));
  const signByPasskey = async (): Promise<ReauthenticateInput> => {
    const { signWithPasskey } = await import('../session/passkeys.js');
    return { credential: await signWithPasskey() };
  };
  return (
    <FormDialog
      title={label('title')}
      text={label('text', { minutes: reauthenticateMinutes })}
      submit={label('confirm')}
      error={prove.error ? errorMessage(prove.error, messages.login) : undefined}
      isPending={prove.isPending}
      isDisabled={!typed}
      onSubmit={submit}
      onClose={onCancel}
    >
      {isCode ? (
        <TextField
          key="code"
          fullWidth
          autoFocus
          margin="normal"
          id="proof-code"
          label={label('code')}
          autoComplete="one-time-code"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      ) : (
        <PasswordField
          key="password"
          autoFocus
          id="proof-password"
          autoComplete="current-password"
          label={label('password')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {data?.totp && (
        <Button
          onClick={() => {
            setIsCode(!isCode);
            setTyped('');
          }}
        >
          {label(isCode ? 'usePassword' : 'useCode')}
        </Button>
      )}
      {Boolean(data?.passkeys) && (
        <Button disabled={prove.isPending} onClick={() => prove.mutate(signByPasskey)}>
          {label('usePasskey')}
        </Button>
      )}
    </FormDialog>
  );
}
