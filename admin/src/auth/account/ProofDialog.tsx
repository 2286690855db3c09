import { Button } from '@mui/material';
import { useState } from 'react';
import { PasswordInput, TextInput } from 'react-admin';
import { reauthenticateMinutes, type ReauthenticateInput } from '#domain/auth/second-factor';
import { useRead, useWrite } from '../../data/useCall.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { useFormFailure } from '../../ui/forms/WriteForm.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

interface PasskeyButtonProps {
  label: string;
  prove: { mutateAsync: (given: 'passkey') => Promise<unknown>; isPending: boolean };
}

/** Proves by a passkey; the form shows why that failed, as of what is typed. */
function PasskeyButton({ label, prove }: PasskeyButtonProps) {
  const showFailure = useFormFailure();
  return (
    <Button disabled={prove.isPending} onClick={() => showFailure(prove.mutateAsync('passkey'))}>
      {label}
    </Button>
  );
}

/** Asks for the password, a code or a passkey, so that what was begun can go on. */
export function ProofDialog({ onProven, onCancel }: { onProven: () => void; onCancel: () => void }) {
  const label = useTexts('admin.account.proof');
  const [isCode, setIsCode] = useState(false);
  const { data } = useRead(['account', 'second-factor'], 'GET /account/second-factor');
  const prove = useWrite({
    mutationKey: ['account', 'prove'],
    mutationFn: async (given: ReauthenticateInput | 'passkey', call) => {
      let body = given;
      if (body === 'passkey') {
        const { signWithPasskey } = await import('../../data/session/passkeys.js');
        body = { credential: await signWithPasskey() };
      }
      return call('POST /auth/reauthenticate', { body });
    },
    onSuccess: onProven,
  });
  return (
    <FormDialog<{ code?: string; password?: string }>
      title={label('title')}
      text={label('text', { minutes: reauthenticateMinutes })}
      submit={label('confirm')}
      write={{
        ...prove,
        mutateAsync: ({ code, password }) => prove.mutateAsync(isCode ? { code } : { password }),
      }}
      isClosing={false}
      isReady={({ code, password }) => Boolean(isCode ? code : password)}
      onClose={onCancel}
    >
      {isCode ? (
        <TextInput
          key="code"
          autoFocus
          source="code"
          label={label('code')}
          autoComplete="one-time-code"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      ) : (
        <PasswordInput
          key="password"
          autoFocus
          source="password"
          label={label('password')}
          autoComplete="current-password"
        />
      )}
      {data?.totp && (
        <Button onClick={() => setIsCode(!isCode)}>
          <span>{label(isCode ? 'usePassword' : 'useCode')}</span>
        </Button>
      )}
      {Boolean(data?.passkeys) && <PasskeyButton label={label('usePasskey')} prove={prove} />}
    </FormDialog>
  );
}
