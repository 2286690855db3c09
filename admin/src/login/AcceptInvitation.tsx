import { useEffect, useState } from 'react';
import { messages } from '#domain/messages';
import { type OfferedInvitation, peopleMessages } from '#domain/people';
import { errorMessage, send } from '../../../browser/http.js';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { linkToken } from './linkToken.js';
import { LoginLink } from './LoginLink.js';
import { LoginPage } from './LoginPage.js';
import { InvitationForm, invitationPath } from './InvitationForm.js';

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

  if (isDone)
    return (
      <LoginPage title={texts.invitation.done} alert={undefined}>
        <p className="hint" role="status">
          {texts.invitation.doneHint}
        </p>
        <LoginLink />
      </LoginPage>
    );
  if (!offered)
    return (
      <LoginPage title={texts.invitation.title} alert={failure}>
        {!failure && <p role="status">{texts.loading}</p>}
      </LoginPage>
    );
  return <InvitationForm token={token} offered={offered} onDone={() => setIsDone(true)} />;
}
