import { Alert } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { FunctionField, PasswordInput, SimpleShowLayout, TextField, TextInput, useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type Account, type EmailInput, passwordRules } from '#domain/auth/auth';
import { customerRules } from '#domain/customers/customers';
import { messages } from '#domain/platform/messages';
import { isRole, roleNames } from '#domain/platform/roles';
import { asText } from '#domain/platform/rules';
import { EmailText } from '#browser/EmailText';
import { useCall, useWrite } from '../../data/useCall.js';
import { refreshAccessToken } from '../../data/session/refreshAccessToken.js';
import { accessToken } from '../../data/session/tokens.js';
import { FormInputs, SubmitButton, WriteForm } from '../../ui/forms/WriteForm.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** The password, which another address needs. */
function PasswordOfChange({ email }: { email: string }) {
  const typed: unknown = useWatch({ name: 'email' });
  if (asText(typed) === email) return null;
  return (
    <PasswordInput
      source="currentPassword"
      label="admin.account.emailPassword"
      autoComplete="current-password"
      validate={passwordRules.currentPassword}
    />
  );
}

/** Name and role, and the email, which is changed with the password. */
export function EmailForm({ account }: { account: Account }) {
  const { email, pendingEmail } = account;
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const call = useCall();
  const save = useWrite({
    mutationKey: ['account', 'email'],
    mutationFn: async (typed: EmailInput) => {
      const changed = await call('PUT /account', { body: { ...typed, email: typed.email.trim() } });
      // The token carries the email, which is changed already; if this fails, the next refresh brings a token with it.
      await refreshAccessToken(accessToken()).catch(() => {});
      return changed;
    },
    onSuccess: (changed) => {
      client.setQueryData(['account'], changed);
      // The drawer shows the email of the signed-in user.
      void client.invalidateQueries({ queryKey: ['auth'] });
      notify(changed.pendingEmail ? 'admin.account.emailAsked' : 'admin.account.emailSaved', {
        type: 'success',
        messageArgs: { email: changed.pendingEmail },
      });
    },
  });
  return (
    <WriteForm<EmailInput>
      defaultValues={{ email, currentPassword: '' }}
      write={save}
      failure={messages.updateAccount}
    >
      <SimpleShowLayout record={{ ...account, id: account.username }}>
        <TextField source="username" label="admin.account.username" />
        <FunctionField
          label="admin.account.role"
          render={({ role }: Account) => (isRole(role) ? roleNames[role] : role)}
        />
      </SimpleShowLayout>
      <FormInputs mt={2}>
        <TextInput
          source="email"
          type="email"
          label="admin.account.email"
          autoComplete="email"
          validate={customerRules.email}
        />
        {pendingEmail && (
          <Alert severity="info">
            <EmailText email={pendingEmail} />: {translate('admin.account.emailPending')}
          </Alert>
        )}
        <PasswordOfChange email={email} />
        <div>
          <SubmitButton<EmailInput>
            submit="admin.account.saveEmail"
            isReady={(typed) => asText(typed.email) !== email}
          />
        </div>
      </FormInputs>
    </WriteForm>
  );
}
