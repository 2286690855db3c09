import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { customerRules } from '#domain/customers/customers';
import { messages } from '#domain/platform/messages';
import { type ForgottenInput, peopleMessages } from '#domain/auth/people';
import {
  type SecondFactorInput,
  secondFactorLimits,
  type SecondFactorMethod,
  type SecondFactorStep,
} from '#domain/auth/second-factor';
import { errorMessage, HttpError, send } from '#browser/http';
import { useSingleFlight } from '../../data/useSingleFlight.js';
import { loginEnglish as texts } from '../../ui/i18n/en/login.js';
import { signInByPasskey } from '../../data/session/passkeys.js';
import { LoginField, LoginPage, SubmitButton, useCardForm, ViewLink } from './LoginPage.js';
import { storeSignIn } from '../../data/session/session.js';

export interface SecondStepProps {
  step: SecondFactorStep['secondFactor'];
  onAlert: (message: string | undefined) => void;
  /** Called with the reason when the ticket has ended, so that the password has to be typed again. */
  onEnded: (reason: string) => void;
  onSignedIn: () => void;
}

const hints: Record<SecondFactorMethod, string> = {
  totp: texts.secondFactor.totpHint,
  recovery: texts.secondFactor.recoveryHint,
  passkey: texts.passkeyHint,
};
const others: Record<SecondFactorMethod, string> = {
  totp: texts.secondFactor.useTotp,
  recovery: texts.secondFactor.useRecovery,
  passkey: texts.usePasskey,
};

/** Asks for the second factor: the code of the app, a recovery code or a passkey. */
export function SecondStep({ step: { ticket, methods }, onAlert, onEnded, onSignedIn }: SecondStepProps) {
  const field = useRef<HTMLFormElement>(null);
  const send = useSingleFlight(answerSecondStep);
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'totp');
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => field.current?.querySelector('input')?.focus(), [method]);

  const answer = async (given: () => Promise<Omit<SecondFactorInput, 'ticket'>>) => {
    onAlert(undefined);
    setIsBusy(true);
    try {
      await send({ ticket, ...(await given()) });
      onSignedIn();
    } catch (error) {
      if (error instanceof HttpError && error.body.reason === 'ticket')
        return onEnded(errorMessage(error, messages.login));
      onAlert(errorMessage(error, messages.login));
      setTyped('');
      setIsBusy(false);
      field.current?.querySelector('input')?.focus();
    }
  };
  const answerByPasskey = () =>
    answer(async () => {
      const { signWithPasskey } = await import('../../data/session/passkeys.js');
      return { credential: await signWithPasskey({ ticket }) };
    });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (method === 'passkey') void answerByPasskey();
    else if (typed.trim()) void answerTyped(typed.trim());
  };
  const answerTyped = (text: string) =>
    answer(() => Promise.resolve(method === 'totp' ? { code: text } : { recoveryCode: text }));
  const edit = (value: string) => {
    if (method !== 'totp') return setTyped(value);
    const digits = value.replaceAll(/\D/g, '').slice(0, secondFactorLimits.codeDigits);
    setTyped(digits);
    // The last digit submits.
    if (digits.length === secondFactorLimits.codeDigits && !isBusy) void answerTyped(digits);
  };
  const choose = (next: SecondFactorMethod) => {
    onAlert(undefined);
    setTyped('');
    setMethod(next);
    if (next === 'passkey') void answerByPasskey();
  };

  return (
    <form ref={field} noValidate onSubmit={submit}>
      <p className="hint">{hints[method]}</p>
      {method === 'totp' && (
        <LoginField
          name="code"
          label={texts.secondFactor.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          error={undefined}
          value={typed}
          onEdit={edit}
        />
      )}
      {method === 'recovery' && (
        <LoginField
          name="recoveryCode"
          label={texts.secondFactor.recoveryCode}
          autoComplete="off"
          error={undefined}
          value={typed}
          onEdit={edit}
        />
      )}
      <SubmitButton
        label={method === 'passkey' ? texts.usePasskey : texts.secondFactor.verify}
        isBusy={isBusy}
      />
      <div className="links">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <ViewLink key={other} to="#" label={others[other]} onOpen={() => choose(other)} />
          ))}
      </div>
    </form>
  );
}

export interface ForgottenStepProps {
  onBack: () => void;
}

/** Asks for the email address that a link to set a new password is sent to. */
export function ForgottenStep({ onBack }: ForgottenStepProps) {
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

export interface PasskeyStepProps {
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

/** Completes a sign-in by the answer to its second step. */
export async function answerSecondStep(input: SecondFactorInput): Promise<void> {
  const { json } = await send('/auth/second-factor', { method: 'POST', body: JSON.stringify(input) });
  storeSignIn(json);
}
