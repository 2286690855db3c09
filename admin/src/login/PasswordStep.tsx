import type { ReactNode } from 'react';
import { loginRules } from '#domain/auth';
import { check } from '#domain/check';
import type { SecondFactorStep } from '#domain/secondFactor';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { login } from '../session/session.js';
import { LoginField } from './LoginField.js';
import { LoginPage } from './LoginPage.js';
import { SubmitButton } from './SubmitButton.js';
import { useCardForm } from './useCardForm.js';

interface PasswordStepProps {
  /** The reason why the user has to sign in. */
  reason: string | undefined;
  /** Links to the other ways in. */
  links: ReactNode;
  /** Called with the second step, where the account has one. */
  onSecondFactor: (step: SecondFactorStep['secondFactor']) => void;
  onSignedIn: () => void;
}

/** Asks for username and password. */
export function PasswordStep({ reason, links, onSecondFactor, onSignedIn }: PasswordStepProps) {
  const { alert, isBusy, field, formProps } = useCardForm({
    empty: { username: '', password: '' },
    check: (credentials) => check(loginRules, credentials),
    send: async ({ username, password }) => {
      const step = await login({ username: username.trim(), password });
      if (step) onSecondFactor(step);
      else onSignedIn();
    },
    reason,
  });

  return (
    <LoginPage title={texts.title} alert={alert} links={links}>
      <form {...formProps}>
        <LoginField {...field('username')} label={texts.username} autoComplete="username" />
        <LoginField
          {...field('password')}
          label={texts.password}
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton label={texts.signIn} isBusy={isBusy} />
      </form>
    </LoginPage>
  );
}
