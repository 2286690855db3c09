import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type Credentials, loginRules } from '#domain/auth';
import { check } from '#domain/check';
import { messages } from '#domain/messages';
import type { FieldErrors } from '#domain/rules';
import type { SecondFactorStep } from '#domain/secondFactor';
import { errorMessage } from '../../../browser/http.js';
import { useSingleFlight } from '../data/useSingleFlight.js';
import { login } from '../session/session.js';
import { LoginField } from './LoginField.js';
import { SubmitButton } from './SubmitButton.js';

interface PasswordStepProps {
  onAlert: (message: string | undefined) => void;
  /** Called with the second step, where the account has one. */
  onSecondFactor: (step: SecondFactorStep['secondFactor']) => void;
  onSignedIn: () => void;
}

/** Asks for username and password. */
export function PasswordStep({ onAlert, onSecondFactor, onSignedIn }: PasswordStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const signIn = useSingleFlight(login);
  const [typed, setTyped] = useState<Credentials>({ username: '', password: '' });
  const [errors, setErrors] = useState<FieldErrors<Credentials>>({});
  const [submitting, setSubmitting] = useState(false);

  useEffect(() => {
    // A field that was clicked before the program had loaded keeps the focus.
    if (!form.current?.contains(document.activeElement))
      form.current?.querySelector<HTMLInputElement>('[name=username]')?.focus();
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitting) return;
    const found = check(loginRules, typed);
    setErrors(found);
    onAlert(undefined);
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setSubmitting(true);
    try {
      const step = await signIn({ ...typed, username: typed.username.trim() });
      if (step) onSecondFactor(step);
      else onSignedIn();
    } catch (error) {
      onAlert(errorMessage(error, messages.loginContext));
      setSubmitting(false);
    }
  };

  const edit = (field: keyof Credentials) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((shown) => ({ ...shown, [field]: undefined }));
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <LoginField
        name="username"
        label="Username"
        autoComplete="username"
        error={errors.username}
        value={typed.username}
        onEdit={edit('username')}
      />
      <LoginField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password}
        value={typed.password}
        onEdit={edit('password')}
      />
      <SubmitButton label="Sign In" isBusy={submitting} />
    </form>
  );
}
