import { useEffect, useState } from 'react';
import { messages } from '#domain/messages';
import { errorMessage } from '../../../browser/http.js';
import { useSingleFlight } from '../data/useSingleFlight.js';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { signInByPasskey } from '../session/passkeys.js';

interface PasskeyStepProps {
  onAlert: (message: string | undefined) => void;
  onSignedIn: () => void;
}

/** Signs in by a passkey alone: the browser asks at once, and again at the button. */
export function PasskeyStep({ onAlert, onSignedIn }: PasskeyStepProps) {
  const signIn = useSingleFlight(signInByPasskey);
  const [isBusy, setIsBusy] = useState(false);
  const ask = async () => {
    onAlert(undefined);
    setIsBusy(true);
    try {
      await signIn();
      onSignedIn();
    } catch (error) {
      onAlert(errorMessage(error, messages.login));
      setIsBusy(false);
    }
  };
  useEffect(() => {
    void ask();
    // Once for the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return (
    <>
      <p className="hint">{texts.passkeyHint}</p>
      <button className="button" type="button" disabled={isBusy} onClick={() => void ask()}>
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {texts.usePasskey}
      </button>
    </>
  );
}
