import { type FormEvent, useRef, useState } from 'react';
import { emailFormat, personLimits } from '#domain/customers';
import { all, required, text } from '#domain/rules';
import { type Failure, failureOf } from '../api.js';
import { Alert } from '../parts/Alert.js';
import { Field } from '../parts/Field.js';
import { Footer } from '../parts/Footer.js';
import { Header } from '../parts/Header.js';
import { companyNameOf, useOptions } from '../useOptions.js';
import { focusFirstInvalid, useFieldErrors } from '../useFieldErrors.js';
import { usePageReturn } from '../usePageReturn.js';
import { requestLinks } from './orderApi.js';

interface Values {
  email: string;
}

const rules = {
  email: all(
    required('Email is required'),
    text('Email', personLimits.email),
    emailFormat('Invalid email format'),
  ),
};

type State =
  | { status: 'idle' | 'sending' }
  | { status: 'sent'; message: string }
  | { status: 'failed'; failure: Failure };

/** Asks for an email address and has the links to its payments sent there. Never reveals whether there are any. */
export function FindOrder() {
  const { result } = useOptions();
  const [values, setValues] = useState<Values>({ email: '' });
  const [state, setState] = useState<State>({ status: 'idle' });
  const formRef = useRef<HTMLFormElement>(null);
  const failure = state.status === 'failed' ? state.failure : undefined;
  const { errorOf, onLeave, onEdit, validate, find, watch } = useFieldErrors<Values>({
    rules,
    values,
    ...(failure && { given: failure.fields }),
    formRef,
    onFound: (found) => setValues((before) => ({ ...before, ...found })),
  });
  const isSending = state.status === 'sending';
  usePageReturn(() => setState((now) => (now.status === 'sending' ? { status: 'idle' } : now)));

  async function send() {
    setState({ status: 'sending' });
    try {
      setState({ status: 'sent', message: await requestLinks(find().email.trim()) });
    } catch (error) {
      setState({ status: 'failed', failure: failureOf(error) });
      requestAnimationFrame(() => focusFirstInvalid(formRef.current));
    }
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
          <h1>Find your payment</h1>
          <form
            ref={formRef}
            className="panel"
            noValidate
            onSubmit={onSubmit}
            aria-label="Find your payment"
            {...watch}
          >
            <p className="lead">
              Type the email address that you gave at the checkout. We send you the links to your payments.
            </p>
            <Field
              label="Email"
              type="email"
              name="email"
              required
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              value={values.email}
              error={errorOf('email')}
              onChange={({ target }) => {
                onEdit('email');
                setState({ status: 'idle' });
                setValues({ email: target.value });
              }}
              onBlur={() => values.email && onLeave('email')}
            />
            <div role="status">
              {state.status === 'sent' && <Alert tone="success">{state.message}</Alert>}
            </div>
            {failure && !failure.fields.email && (
              <Alert tone="error" urgent>
                <p>{failure.message}</p>
                {failure.retryAfter && (
                  <p>
                    You can try again in {Math.ceil(failure.retryAfter / 60)}{' '}
                    {failure.retryAfter <= 60 ? 'minute' : 'minutes'}.
                  </p>
                )}
              </Alert>
            )}
            <div className="actions">
              <a className="button button-back" href="/">
                Go to Checkout
              </a>
              <button type="submit" className="button button-primary" aria-disabled={isSending}>
                {isSending && <span className="spinner" aria-hidden="true" />}
                Send Me My Links
              </button>
            </div>
            {result.status === 'ready' && !result.options.mail && state.status !== 'sent' && (
              // At the end, so that it moves nothing when it appears.
              <Alert tone="info">
                We cannot send mail at the moment. Your links follow as soon as we can.
              </Alert>
            )}
          </form>
        </div>
      </main>
      <Footer companyName={companyNameOf(result)} />
    </>
  );
}
