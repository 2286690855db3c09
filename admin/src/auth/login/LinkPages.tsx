import { useEffect, useState } from 'react';
import { loginRules, passwordRules } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import {
  type AcceptInput,
  type ConfirmEmailInput,
  type OfferedInvitation,
  peopleMessages,
  type ResetInput,
} from '#domain/auth/people';
import { roleNames } from '#domain/platform/roles';
import { errorMessage, send } from '#browser/http';
import { loginEnglish as texts } from '../../ui/i18n/en/login.js';
import { LoginField, LoginPage, SubmitButton, type TypedField, useCardForm } from './LoginPage.js';

let taken: string | undefined;

/** Takes the token of the link out of the address, so that it stays neither in the history nor on the screen. */
function linkToken(): string {
  if (taken === undefined) {
    taken = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname);
  }
  return taken;
}

interface TypedPassword {
  password: string;
  repeated: string;
}

/** The page of a link that did its work, and leads to the login page. */
const DonePage = ({ title, hint }: { title: string; hint: string }) => (
  <LoginPage title={title} alert={undefined}>
    <p className="hint" role="status">
      {hint}
    </p>
    <a className="button" href={pages.login}>
      {texts.signIn}
    </a>
  </LoginPage>
);

/** A new password, twice. */
const NewPasswordFields = ({ field }: { field: (name: keyof TypedPassword) => TypedField }) => (
  <>
    <LoginField {...field('password')} label={texts.reset.new} type="password" autoComplete="new-password" />
    <LoginField
      {...field('repeated')}
      label={texts.reset.repeat}
      type="password"
      autoComplete="new-password"
    />
  </>
);

/** Returns the messages of a new password that was typed twice. */
function checkNewPassword({
  password,
  repeated,
}: TypedPassword): Partial<Record<keyof TypedPassword, string>> {
  const fault = passwordRules.newPassword(password, {});
  if (fault) return { password: fault };
  return repeated === password ? {} : { repeated: texts.reset.differs };
}

const invitationPath = (token: string) => `/auth/invitations/${encodeURIComponent(token)}`;

interface InvitationFormProps {
  token: string;
  offered: OfferedInvitation;
  onDone: () => void;
}

function InvitationForm({ token, offered: { email, role, invitedBy }, onDone }: InvitationFormProps) {
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
    send(invitationPath(token)).then(
      ({ json }) => setOffered(json as OfferedInvitation),
      (error: unknown) => setFailure(errorMessage(error, messages.network)),
    );
  }, [token]);

  if (isDone) return <DonePage title={texts.invitation.done} hint={texts.invitation.doneHint} />;
  if (!offered)
    return (
      <LoginPage title={texts.invitation.title} alert={failure}>
        {!failure && <p role="status">{texts.loading}</p>}
      </LoginPage>
    );
  return <InvitationForm token={token} offered={offered} onDone={() => setIsDone(true)} />;
}

/** The page of the link that confirms a new email address. It asks first: programs open the links of mails as well. */
export function ConfirmEmail() {
  const [token] = useState(linkToken);
  const [isDone, setIsDone] = useState(false);
  const { alert, isBusy, formProps } = useCardForm({
    empty: {},
    check: () => ({}),
    send: async () => {
      const input: ConfirmEmailInput = { token };
      await send('/auth/email/confirm', { method: 'POST', body: JSON.stringify(input) });
      setIsDone(true);
    },
  });
  return (
    <LoginPage
      title={isDone ? texts.email.done : texts.email.title}
      alert={token ? alert : peopleMessages.linkEnded}
      links={
        <a className="link" href={pages.account}>
          {texts.email.account}
        </a>
      }
    >
      {isDone ? (
        <p className="hint" role="status">
          {texts.email.doneHint}
        </p>
      ) : (
        token && (
          <form {...formProps}>
            <p className="hint">{texts.email.hint}</p>
            <SubmitButton label={texts.email.confirm} isBusy={isBusy} />
          </form>
        )
      )}
    </LoginPage>
  );
}

/** The page of the link that sets a forgotten password. */
export function ResetPassword() {
  const [token] = useState(linkToken);
  const [isDone, setIsDone] = useState(false);
  const { alert, isBusy, field, formProps } = useCardForm({
    empty: { password: '', repeated: '' },
    check: checkNewPassword,
    send: async ({ password }) => {
      const input: ResetInput = { token, password };
      await send('/auth/password/reset', { method: 'POST', body: JSON.stringify(input) });
      setIsDone(true);
    },
  });

  if (isDone) return <DonePage title={texts.reset.done} hint={texts.reset.doneHint} />;
  return (
    <LoginPage
      title={texts.reset.title}
      alert={token ? alert : peopleMessages.linkEnded}
      links={
        <a className="link" href={pages.login}>
          {texts.back}
        </a>
      }
    >
      {token && (
        <form {...formProps}>
          <NewPasswordFields field={field} />
          <SubmitButton label={texts.reset.set} isBusy={isBusy} />
        </form>
      )}
    </LoginPage>
  );
}
