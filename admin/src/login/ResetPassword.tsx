import { useState } from 'react';
import { pages } from '#domain/pages';
import { peopleMessages, type ResetInput } from '#domain/people';
import { send } from '../../../browser/http.js';
import { linkToken } from './linkToken.js';
import { LoginLink } from './LoginLink.js';
import { LoginPage } from './LoginPage.js';
import { checkNewPassword } from './newPassword.js';
import { NewPasswordFields } from './NewPasswordFields.js';
import { SubmitButton } from './SubmitButton.js';
import { useCardForm } from './useCardForm.js';

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

  if (isDone)
    return (
      <LoginPage title="Your Password Was Set" alert={undefined}>
        <p className="hint" role="status">
          Every session of your account has ended. Sign in with the new password.
        </p>
        <LoginLink />
      </LoginPage>
    );
  return (
    <LoginPage
      title="Set a New Password"
      alert={token ? alert : peopleMessages.linkEnded}
      links={
        <a className="link" href={pages.login}>
          Back to sign-in
        </a>
      }
    >
      {token && (
        <form {...formProps}>
          <NewPasswordFields field={field} />
          <SubmitButton label="Set Password" isBusy={isBusy} />
        </form>
      )}
    </LoginPage>
  );
}
