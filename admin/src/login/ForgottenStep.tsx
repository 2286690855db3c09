import { useState } from 'react';
import { customerRules } from '#domain/customers';
import { type ForgottenInput, peopleMessages } from '#domain/people';
import { send } from '../../../browser/http.js';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { LoginField } from './LoginField.js';
import { LoginPage } from './LoginPage.js';
import { SubmitButton } from './SubmitButton.js';
import { useCardForm } from './useCardForm.js';
import { ViewLink } from './ViewLink.js';

/** Asks for the email address that a link to set a new password is sent to. */
export function ForgottenStep({ onBack }: { onBack: () => void }) {
  const [isSent, setIsSent] = useState(false);
  const { alert, isBusy, field, formProps } = useCardForm({
    empty: { email: '' },
    check: ({ email }) => {
      const fault = customerRules.email(email, {});
      return fault ? { email: fault } : {};
    },
    send: async ({ email }) => {
      const input: ForgottenInput = { email: email.trim() };
      await send('/auth/password/forgotten', { method: 'POST', body: JSON.stringify(input) });
      setIsSent(true);
    },
  });
  return (
    <LoginPage
      title={texts.forgotten.title}
      alert={alert}
      links={<ViewLink to="#" label={texts.back} onOpen={onBack} />}
    >
      {isSent ? (
        <p className="hint" role="status">
          {peopleMessages.forgotten}
        </p>
      ) : (
        <form {...formProps}>
          <p className="hint">{texts.forgotten.hint}</p>
          <LoginField {...field('email')} label={texts.forgotten.email} autoComplete="email" />
          <SubmitButton label={texts.forgotten.send} isBusy={isBusy} />
        </form>
      )}
    </LoginPage>
  );
}
