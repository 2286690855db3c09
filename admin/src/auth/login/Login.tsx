import { type ReactNode, useEffect, useState } from 'react';
import { loginRules } from '#domain/auth/auth';
import { check } from '#domain/platform/rules';
import { networkMessage } from '#domain/platform/messages';
import type { SignInOptions } from '#domain/auth/people';
import type { SecondFactorStep } from '#domain/auth/second-factor';
import { send } from '#browser/http';
import { loginEnglish as texts } from '../../ui/i18n/en/login.js';
import { canUsePasskeys } from '../../data/session/canUsePasskeys.js';
import type { LoginState } from '../../data/session/endSession.js';
import { dropFormValues } from '../../data/session/formValues.js';
import { login } from '../../data/session/session.js';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { LoginField, LoginPage, SubmitButton, useCardForm, ViewLink } from './LoginPage.js';
import type { ForgottenStepProps, PasskeyStepProps, SecondStepProps } from './LoginSteps.js';

const views = ['#passkey', '#forgotten'] as const;
type LoginView = (typeof views)[number] | '';

const current = (): LoginView => views.find((view) => view === location.hash) ?? '';

/** The view of the login card by its address, and a function that opens one: Back returns from it. */
function useLoginView(): [LoginView, (view: LoginView) => void] {
  const [view, setView] = useState(current);
  useEffect(() => {
    const onPopState = () => setView(current());
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);
  const open = (next: LoginView) => {
    // Keeps the state, which names the page to return to.
    history.pushState(history.state, '', location.pathname + next);
    setView(next);
  };
  return [view, open];
}

const none: SignInOptions = { forgottenPassword: false };

/** The ways to sign in that the login page offers beside the password; none where the server does not answer. */
function useSignInOptions(): SignInOptions {
  const [options, setOptions] = useState(none);
  useEffect(() => {
    const left = new AbortController();
    send('/auth/options', { signal: left.signal }).then(
      ({ json }) => setOptions((json ?? none) as SignInOptions),
      // The link is missing then; signing in says what is wrong.
      () => {},
    );
    return () => left.abort();
  }, []);
  return options;
}

interface PasswordStepProps {
  /** The name as it was typed before another way in was tried. */
  username: string;
  onUsername: (typed: string) => void;
  /** The reason why the user has to sign in. */
  reason: string | undefined;
  /** Links to the other ways in. */
  links: ReactNode;
  /** Called with the second step, where the account has one. */
  onSecondFactor: (step: SecondFactorStep['secondFactor']) => void;
  onSignedIn: () => void;
}

/** Asks for username and password. */
function PasswordStep(props: PasswordStepProps) {
  const { username, onUsername, reason, links, onSecondFactor, onSignedIn } = props;
  const { alert, isBusy, field, formProps } = useCardForm({
    empty: { username, password: '' },
    check: (credentials) => check(loginRules, credentials),
    send: async (typed) => {
      const step = await login({ ...typed, username: typed.username.trim() });
      if (step) onSecondFactor(step);
      else onSignedIn();
    },
    reason,
  });
  const name = field('username');
  const edit = (typed: string) => {
    name.onEdit(typed);
    onUsername(typed);
  };

  return (
    <LoginPage title={texts.title} alert={alert} links={links}>
      <form {...formProps}>
        <LoginField {...name} onEdit={edit} label={texts.username} autoComplete="username" />
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

const failed = (
  <p className="alert" role="alert">
    {networkMessage}
  </p>
);
const loadSteps = () => import('./LoginSteps.js');
const SecondStep = lazyPart<'SecondStep', SecondStepProps>(loadSteps, 'SecondStep', null, failed);
const ForgottenStep = lazyPart<'ForgottenStep', ForgottenStepProps>(loadSteps, 'ForgottenStep', null, failed);
const PasskeyStep = lazyPart<'PasskeyStep', PasskeyStepProps>(loadSteps, 'PasskeyStep', null, failed);

/** The login page: the password and, where one is set up, the second factor; or a passkey alone. It calls `onReady` once it is shown. */
export function Login({ onReady, onSignedIn }: { onReady: () => void; onSignedIn: () => void }) {
  const [alert, setAlert] = useState((history.state as LoginState | null)?.message);
  const [step, setStep] = useState<SecondFactorStep['secondFactor']>();
  const [view, open] = useLoginView();
  const { forgottenPassword } = useSignInOptions();
  const [username, setUsername] = useState('');

  useEffect(() => {
    // A deliberate sign-out leaves no form values in this tab.
    if (!(history.state as LoginState | null)?.from) dropFormValues();
    const timer = setTimeout(onReady, 500);
    return () => clearTimeout(timer);
    // Once for the page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const startAgain = (reason?: string) => {
    setStep(undefined);
    setAlert(reason);
  };
  const openView = (next: typeof view) => {
    setAlert(undefined);
    open(next);
  };
  const password = <ViewLink to="#" label={texts.usePassword} onOpen={() => openView('')} />;

  if (step)
    return (
      <LoginPage
        title={texts.title}
        alert={alert}
        links={<ViewLink to="#" label={texts.startAgain} onOpen={() => startAgain()} />}
      >
        <SecondStep step={step} onAlert={setAlert} onEnded={startAgain} onSignedIn={onSignedIn} />
      </LoginPage>
    );
  if (view === '#forgotten') return <ForgottenStep onBack={() => openView('')} />;
  if (view === '#passkey')
    return (
      <LoginPage title={texts.title} alert={alert} links={password}>
        <PasskeyStep onAlert={setAlert} onSignedIn={onSignedIn} />
      </LoginPage>
    );
  return (
    <PasswordStep
      username={username}
      onUsername={setUsername}
      reason={alert}
      links={
        <>
          {canUsePasskeys && (
            <ViewLink to="#passkey" label={texts.signInByPasskey} onOpen={() => openView('#passkey')} />
          )}
          <ViewLink
            to="#forgotten"
            label={texts.forgotten.open}
            isHidden={!forgottenPassword}
            onOpen={() => openView('#forgotten')}
          />
        </>
      }
      onSecondFactor={setStep}
      onSignedIn={onSignedIn}
    />
  );
}
