import { useState } from 'react';
import { pages } from '#domain/pages';
import { peopleMessages, type ResetInput } from '#domain/people';
import { send } from '../../../browser/http.js';
import { loginEnglish as texts } from '../i18n/en/login.js';
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
      <LoginPage title={texts.reset.done} alert={undefined}>
        <p className="hint" role="status">
          {texts.reset.doneHint}
        </p>
        <LoginLink />
      </LoginPage>
    );
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
