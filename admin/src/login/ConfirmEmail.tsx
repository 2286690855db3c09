import { useState } from 'react';
import { pages } from '#domain/pages';
import { type ConfirmEmailInput, peopleMessages } from '#domain/people';
import { send } from '../../../browser/http.js';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { linkToken } from './linkToken.js';
import { LoginPage } from './LoginPage.js';
import { SubmitButton } from './SubmitButton.js';
import { useCardForm } from './useCardForm.js';

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
