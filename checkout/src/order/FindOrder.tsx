import { type FormEvent, useEffect, useRef, useState } from 'react';
import { emailFormat, personLimits } from '#domain/customers/person-fields';
import { all, boundedText, required } from '#domain/platform/rules';
import { fill } from '#domain/texts/catalogue';
import { pluralText } from '#domain/texts/plural';
import { type Failure, failureOf } from '../api.js';
import { Alert } from '../parts/Alert.js';
import { EmailField } from '../parts/EmailField.js';
import { Footer } from '../parts/Footer.js';
import { Header } from '../parts/Header.js';
import { companyNameOf, useOptions } from '../useOptions.js';
import { focusFirstInvalid, useFieldErrors } from '../useFieldErrors.js';
import { usePageReturn } from '../usePageReturn.js';
import { requestLinks } from './orderApi.js';
import { useInLanguage, type Texts, useLanguage, useTexts } from '../texts/language.js';

interface Values {
  email: string;
}

const rulesOf = ({ emailRules: { required: missing, label, invalidEmail, ...messages } }: Texts) => {
  const values = { label, max: personLimits.email };
  const filled = {
    mustBeText: fill(messages.mustBeText, values),
    tooLong: fill(messages.tooLong, values),
    unusable: fill(messages.unusable, values),
  };
  return {
    email: all(required(missing), boundedText(filled, personLimits.email), emailFormat(invalidEmail)),
  };
};

type State =
  | { status: 'idle' | 'sending' }
  | { status: 'sent'; message: string }
  | { status: 'failed'; failure: Failure };

/** Asks for an email address and has the links to its payments sent there. Never reveals whether there are any. */
export function FindOrder() {
  const t = useTexts();
  const inLanguage = useInLanguage();
  const language = useLanguage();
  const { result } = useOptions();
  const [values, setValues] = useState<Values>({ email: '' });
  const [state, setState] = useState<State>({ status: 'idle' });
  const formRef = useRef<HTMLFormElement>(null);
  const failure = state.status === 'failed' ? state.failure : undefined;
  const { errorOf, onLeave, onEdit, validate, find, watch } = useFieldErrors<Values>({
    rules: rulesOf(t),
    values,
    ...(failure && { given: failure.fields }),
    formRef,
    onFound: (found) => setValues((before) => ({ ...before, ...found })),
  });
  const isSending = state.status === 'sending';
  usePageReturn(() => setState((now) => (now.status === 'sending' ? { status: 'idle' } : now)));

  useEffect(() => {
    document.title = `${t.page} – ${t.site}`;
  }, [t]);

  const newest = useRef(0);
  async function send() {
    const number = ++newest.current;
    setState({ status: 'sending' });
    // Of an address that was changed meanwhile the answer says nothing, nor of another one that was sent since.
    const answer = (next: State) =>
      setState((now) => (number === newest.current && now.status === 'sending' ? next : now));
    try {
      answer({ status: 'sent', message: await requestLinks(find().email.trim()) });
    } catch (error) {
      answer({ status: 'failed', failure: failureOf(error) });
      requestAnimationFrame(() => focusFirstInvalid(formRef.current));
    }
  }

  function change(email: string) {
    onEdit('email');
    setState({ status: 'idle' });
    setValues({ email });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isSending && validate()) void send();
  }

  return (
    <>
      <Header />
      <main className="page">
        <div className="content">
          <h1>{t.findPayment}</h1>
          <form
            ref={formRef}
            className="panel"
            noValidate
            onSubmit={onSubmit}
            aria-label={t.findPayment}
            {...watch}
          >
            <p className="lead">{t.typeAddress}</p>
            <EmailField
              label={t.email}
              type="email"
              name="email"
              required
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              value={values.email}
              error={errorOf('email')}
              onChange={({ target }) => change(target.value)}
              onMeant={change}
              onBlur={() => values.email && onLeave('email')}
            />
            <div role="status">
              {state.status === 'sent' && <Alert tone="success">{inLanguage(state.message)}</Alert>}
            </div>
            {failure && !failure.fields.email && (
              <Alert tone="error" urgent>
                <p>{inLanguage(failure.message)}</p>
                {failure.retryAfter && (
                  <p>{pluralText(t.againInMinutes, Math.ceil(failure.retryAfter / 60), language)}</p>
                )}
              </Alert>
            )}
            <div className="actions">
              <a className="button button-back" href="/">
                {t.goToCheckout}
              </a>
              <button type="submit" className="button button-primary" aria-disabled={isSending}>
                {isSending && <span className="spinner" aria-hidden="true" />}
                <span>{t.sendMyLinks}</span>
              </button>
            </div>
            {result.status === 'ready' && !result.options.mail && state.status !== 'sent' && (
              // At the end, so that it moves nothing when it appears.
              <Alert tone="info">{t.mailLater}</Alert>
            )}
          </form>
        </div>
      </main>
      <Footer companyName={companyNameOf(result)} />
    </>
  );
}
