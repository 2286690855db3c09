import { useEffect, useState } from 'react';
import { networkMessage } from '#domain/messages';
import type { SecondFactorStep } from '#domain/secondFactor';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { canUsePasskeys } from '../session/canUsePasskeys.js';
import { dropFormValues } from '../session/formValues.js';
import type { LoginState } from '../session/endSession.js';
import { LoginPage } from './LoginPage.js';
import { PasswordStep } from './PasswordStep.js';
import { useLoginView } from './useLoginView.js';
import { useSignInOptions } from './useSignInOptions.js';
import { ViewLink } from './ViewLink.js';

const failed = (
  <p className="alert" role="alert">
    {networkMessage}
  </p>
);
const SecondStep = lazyPart(() => import('./SecondStep.js'), 'SecondStep', null, failed);
const ForgottenStep = lazyPart(() => import('./ForgottenStep.js'), 'ForgottenStep', null, failed);
const PasskeyStep = lazyPart(() => import('./PasskeyStep.js'), 'PasskeyStep', null, failed);

interface LoginProps {
  /** Called once the page is shown, so that the back-office can be preloaded. */
  onReady: () => void;
  onSignedIn: () => void;
}

/** The login page: the password and, where one is set up, the second factor; or a passkey alone. */
export function Login({ onReady, onSignedIn }: LoginProps) {
  const [alert, setAlert] = useState((history.state as LoginState | null)?.message);
  const [step, setStep] = useState<SecondFactorStep['secondFactor']>();
  const [view, open] = useLoginView();
  const { forgottenPassword } = useSignInOptions();

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
