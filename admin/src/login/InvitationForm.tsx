import { loginRules } from '#domain/auth';
import { type AcceptInput, type OfferedInvitation } from '#domain/people';
import { roleNames } from '#domain/roles';
import { send } from '../../../browser/http.js';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { LoginField } from './LoginField.js';
import { LoginPage } from './LoginPage.js';
import { checkNewPassword } from './newPassword.js';
import { NewPasswordFields } from './NewPasswordFields.js';
import { SubmitButton } from './SubmitButton.js';
import { useCardForm } from './useCardForm.js';

export const invitationPath = (token: string) => `/auth/invitations/${encodeURIComponent(token)}`;

interface InvitationFormProps {
  token: string;
  offered: OfferedInvitation;
  onDone: () => void;
}

export function InvitationForm({ token, offered: { email, role, invitedBy }, onDone }: InvitationFormProps) {
  const { alert, isBusy, field, formProps } = useCardForm({
    empty: { username: '', password: '', repeated: '' },
    check: ({ username, ...password }) => {
      const fault = loginRules.username(username, {});
      return { ...(fault && { username: fault }), ...checkNewPassword(password) };
    },
    send: async ({ username, password }) => {
      const input: AcceptInput = { username: username.trim(), password };
      await send(invitationPath(token), { method: 'POST', body: JSON.stringify(input) });
      onDone();
    },
  });
  return (
    <LoginPage title={texts.invitation.title} alert={alert}>
      <p className="hint">{texts.invitation.text(invitedBy, email, roleNames[role])}</p>
      <form {...formProps}>
        <LoginField {...field('username')} label={texts.username} autoComplete="username" />
        <NewPasswordFields field={field} />
        <SubmitButton label={texts.invitation.create} isBusy={isBusy} />
      </form>
    </LoginPage>
  );
}
