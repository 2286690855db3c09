import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { type Account, type EmailInput, passwordRules } from '#domain/auth';
import { check } from '#domain/check';
import { customerRules } from '#domain/customers';
import { messages } from '#domain/messages';
import { isRole, roleNames } from '#domain/roles';
import { EmailText } from '../../../browser/EmailText.js';
import { Details } from '../ui/common/Details.js';
import { PasswordField } from '../ui/common/PasswordField.js';
import type { dataProvider } from '../data/dataProvider.js';
import { errorMessage, HttpError } from '../../../browser/http.js';
import { useWrite } from '../data/useWrite.js';

const rules = { email: customerRules.email, currentPassword: passwordRules.currentPassword };

export function EmailForm({ account }: { account: Account }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { setEmail } = useDataProvider<typeof dataProvider>();
  const [typed, setTyped] = useState<EmailInput>({ email: account.email, currentPassword: '' });
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const isChanged = typed.email.trim() !== account.email;
  const save = useWrite({
    mutationKey: ['account', 'email'],
    mutationFn: setEmail,
    onSuccess: (changed) => {
      client.setQueryData(['account'], changed);
      setTyped({ email: changed.email, currentPassword: '' });
      // The drawer shows the email of the signed-in user.
      void client.invalidateQueries({ queryKey: ['auth'] });
      notify(changed.pendingEmail ? 'admin.account.emailAsked' : 'admin.account.emailSaved', {
        type: 'success',
        messageArgs: { email: changed.pendingEmail },
      });
    },
    onError: (error) => setErrors(error instanceof HttpError ? (error.body.errors ?? {}) : {}),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check<EmailInput>(rules, typed);
    setErrors(found);
    if (isChanged && !Object.keys(found).length && !save.isPending)
      save.mutate({ ...typed, email: typed.email.trim() });
  };
  const fieldProps = (name: keyof EmailInput) => ({
    fullWidth: true,
    margin: 'normal' as const,
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped({ ...typed, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
    error: Boolean(errors[name]),
    helperText: errors[name],
  });

  return (
    <form noValidate onSubmit={submit}>
      <Details
        rows={[
          [translate('admin.account.username'), account.username],
          [translate('admin.account.role'), isRole(account.role) ? roleNames[account.role] : account.role],
        ]}
      />
      {save.error && !errors.email && !errors.currentPassword && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorMessage(save.error, messages.updateAccount)}
        </Alert>
      )}
      <TextField
        {...fieldProps('email')}
        id="account-email"
        type="email"
        autoComplete="email"
        label={translate('admin.account.email')}
      />
      {account.pendingEmail && (
        <Alert severity="info" sx={{ mt: 1, mb: 2 }}>
          <EmailText email={account.pendingEmail} />: {translate('admin.account.emailPending')}
        </Alert>
      )}
      {isChanged && (
        <PasswordField
          {...fieldProps('currentPassword')}
          id="account-email-password"
          autoComplete="current-password"
          label={translate('admin.account.emailPassword')}
        />
      )}
      <Button type="submit" variant="contained" disabled={!isChanged} loading={save.isPending}>
        {translate('admin.account.saveEmail')}
      </Button>
    </form>
  );
}
