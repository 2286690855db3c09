import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type Credentials, loginRules } from '#domain/auth';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import { check } from '#domain/check';
import type { FieldErrors } from '#domain/rules';
import { errorMessage } from '../../../browser/http.js';
import type { LoginState } from '../session/endSession.js';
import { dropDrafts } from '../session/drafts.js';
import { login } from '../session/session.js';
import { useSingleFlight } from '../data/useSingleFlight.js';
import { Copyright } from './Copyright.js';
import { LoginField } from './LoginField.js';

interface LoginProps {
  /** Called once the page is shown, so that the back-office can be preloaded. */
  onReady: () => void;
  onSignedIn: () => void;
}

/** The login page, on plain elements: without a component library it loads fast. */
export function Login({ onReady, onSignedIn }: LoginProps) {
  const form = useRef<HTMLFormElement>(null);
  const signIn = useSingleFlight(login);
  const [typed, setTyped] = useState<Credentials>({ username: '', password: '' });
  const [errors, setErrors] = useState<FieldErrors<Credentials>>({});
  const [alert, setAlert] = useState((history.state as LoginState | null)?.message);
  const [submitting, setSubmitting] = useState(false);

  useEffect(() => {
    // A deliberate sign-out leaves no drafts in this tab.
    if (!(history.state as LoginState | null)?.from) dropDrafts();
    // A field that was clicked before the program had loaded keeps the focus.
    if (document.activeElement === document.body)
      form.current?.querySelector<HTMLInputElement>('[name=username]')?.focus();
    const timer = setTimeout(onReady, 500);
    return () => clearTimeout(timer);
    // Once for the page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitting) return;
    const found = check(loginRules, typed);
    setErrors(found);
    setAlert(undefined);
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setSubmitting(true);
    try {
      await signIn({ ...typed, username: typed.username.trim() });
      onSignedIn();
    } catch (error) {
      setAlert(errorMessage(error, messages.loginContext));
      setSubmitting(false);
    }
  };

  const edit = (field: keyof Credentials) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((shown) => ({ ...shown, [field]: undefined }));
  };

  return (
    <div className="page">
      <main className="screen">
        <title>Admin Login</title>
        <div className="panel">
          <h1>Admin Login</h1>
          {alert && (
            <p className="alert" role="alert">
              {alert}
            </p>
          )}
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
            <button className="button" type="submit" disabled={submitting}>
              {submitting && <span className="spinner" aria-hidden="true" />}
              Sign In
            </button>
          </form>
          <a className="link" href={pages.checkout}>
            Back to checkout
          </a>
        </div>
      </main>
      <Copyright />
    </div>
  );
}
