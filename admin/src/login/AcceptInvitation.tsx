import { useEffect, useState } from 'react';
import { loginRules } from '#domain/auth';
import { messages } from '#domain/messages';
import { type AcceptInput, type OfferedInvitation, peopleMessages } from '#domain/people';
import { roleNames } from '#domain/roles';
import { errorMessage, send } from '../../../browser/http.js';
import { linkToken } from './linkToken.js';
import { LoginField } from './LoginField.js';
import { LoginLink } from './LoginLink.js';
import { LoginPage } from './LoginPage.js';
import { checkNewPassword } from './newPassword.js';
import { NewPasswordFields } from './NewPasswordFields.js';
import { SubmitButton } from './SubmitButton.js';
import { useCardForm } from './useCardForm.js';

const path = (token: string) => `/auth/invitations/${encodeURIComponent(token)}`;

/** The page of an invitation: who invites as what, and the name and password of the new account. */
export function AcceptInvitation() {
  const [token] = useState(linkToken);
  const [offered, setOffered] = useState<OfferedInvitation>();
  const [failure, setFailure] = useState<string | undefined>(
    token ? undefined : peopleMessages.invitationEnded,
  );
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!token) return;
    send(path(token)).then(
      ({ json }) => setOffered(json as OfferedInvitation),
      (error: unknown) => setFailure(errorMessage(error, messages.network)),
    );
  }, [token]);

  if (isDone)
    return (
      <LoginPage title="Your Account Is Ready" alert={undefined}>
        <p className="hint" role="status">
          Sign in with the name and the password that you chose.
        </p>
        <LoginLink />
      </LoginPage>
    );
  if (!offered)
    return (
      <LoginPage title="Invitation" alert={failure}>
        {!failure && <p role="status">Loading...</p>}
      </LoginPage>
    );
  return <InvitationForm token={token} offered={offered} onDone={() => setIsDone(true)} />;
}

interface InvitationFormProps {
  token: string;
  offered: OfferedInvitation;
  onDone: () => void;
}

function InvitationForm({ token, offered: { email, role, invitedBy }, onDone }: InvitationFormProps) {
  const { typed, errors, alert, isBusy, edit, formProps } = useCardForm({
    empty: { username: '', password: '', repeated: '' },
    check: ({ username, ...password }) => {
      const fault = loginRules.username(username, {});
      return { ...(fault && { username: fault }), ...checkNewPassword(password) };
    },
    send: async ({ username, password }) => {
      const input: AcceptInput = { username: username.trim(), password };
      await send(path(token), { method: 'POST', body: JSON.stringify(input) });
      onDone();
    },
  });
  return (
    <LoginPage title="Invitation" alert={alert}>
      <p className="hint">
        {invitedBy} invites {email} to the back-office as {roleNames[role]}.
      </p>
      <form {...formProps}>
        <LoginField
          name="username"
          label="Username"
          autoComplete="username"
          error={errors.username}
          value={typed.username}
          onEdit={edit('username')}
        />
        <NewPasswordFields typed={typed} errors={errors} onEdit={edit} />
        <SubmitButton label="Create Account" isBusy={isBusy} />
      </form>
    </LoginPage>
  );
}
