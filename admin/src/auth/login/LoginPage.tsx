import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { errorMessage, HttpError, send } from '#browser/http';
import { useSingleFlight } from '../../data/useSingleFlight.js';
import { loginEnglish as texts } from '../../ui/i18n/en/login.js';

/** The copyright line; without the company's name if that cannot be loaded. */
function Copyright() {
  const [company, setCompany] = useState<string>();

  useEffect(() => {
    const left = new AbortController();
    send('/checkout/options', { signal: left.signal }).then(
      ({ json }) => setCompany((json as Partial<CheckoutOptions> | undefined)?.companyName ?? ''),
      () => setCompany(''),
    );
    return () => left.abort();
  }, []);

  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const year = new Date().getFullYear();
  return (
    // Hidden until the name is loaded: the centred line would move.
    <footer className="copyright" style={{ visibility: company === undefined ? 'hidden' : undefined }}>
      {texts.copyright(year, company)}
    </footer>
  );
}

/** The state of a field: what is typed, and its message. */
export interface TypedField {
  name: string;
  error: string | undefined;
  value: string;
  onEdit: (value: string) => void;
}

interface LoginFieldProps extends TypedField {
  label: string;
  type?: 'text' | 'password';
  autoComplete: string;
  inputMode?: 'numeric';
}

/** One labelled input with its message. */
export function LoginField({
  name,
  label,
  type = 'text',
  autoComplete,
  inputMode,
  error,
  value,
  onEdit,
}: LoginFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${name}-error` : undefined}
        value={value}
        onChange={(event) => onEdit(event.target.value)}
      />
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The button of a card's form, which shows that it works. */
export const SubmitButton = ({ label, isBusy }: { label: string; isBusy: boolean }) => (
  <button className="button" type="submit" disabled={isBusy}>
    {isBusy && <span className="spinner" aria-hidden="true" />}
    <span>{label}</span>
  </button>
);

interface ViewLinkProps {
  to: string;
  label: string;
  /** Keeps the link's place, so that the card does not move when it turns out to be offered. */
  isHidden?: boolean;
  onOpen: () => void;
}

/** Leads to another view of the card. */
export const ViewLink = ({ to, label, isHidden = false, onOpen }: ViewLinkProps) => (
  <a
    className="link"
    href={to}
    data-hidden={isHidden || undefined}
    onClick={(event) => {
      event.preventDefault();
      onOpen();
    }}
  >
    {label}
  </a>
);

interface CardForm<Values extends object> {
  empty: Values;
  /** Returns the messages of the fields that are not filled in well. */
  check: (values: Values) => Partial<Record<keyof Values, string>>;
  /** Called once at a time; the form stays busy after it, as another screen follows. */
  send: (values: Values) => Promise<void>;
  /** The reason why the user is here, until the first attempt. */
  reason?: string | undefined;
}

/** The state of a card's form: what is typed, the messages of its fields, and the reason of a failure. */
export function useCardForm<Values extends Record<keyof Values, string>>({
  empty,
  check,
  send,
  reason,
}: CardForm<Values>) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(empty);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  const [alert, setAlert] = useState(reason);
  const [isBusy, setIsBusy] = useState(false);
  const sendOnce = useSingleFlight(send);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(name)?.focus();

  useEffect(() => {
    // A field that was clicked before the program had loaded keeps the focus.
    if (!form.current?.contains(document.activeElement)) focus('input');
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = check(typed);
    setErrors(found);
    setAlert(undefined);
    const [first] = Object.keys(found);
    if (first) return focus(`[name=${first}]`);
    setIsBusy(true);
    try {
      await sendOnce(typed);
    } catch (error) {
      const refused = error instanceof HttpError ? (error.body.errors ?? {}) : {};
      setErrors(refused as typeof errors);
      if (!Object.keys(refused).length) setAlert(errorMessage(error, messages.loginContext));
      setIsBusy(false);
    }
  };
  const field = (name: keyof Values & string): TypedField => ({
    name,
    error: errors[name],
    value: typed[name],
    onEdit: (value) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setErrors((shown) => ({ ...shown, [name]: undefined }));
    },
  });
  const formProps = {
    ref: form,
    noValidate: true,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
  };
  return { alert, isBusy, field, formProps };
}

interface LoginPageProps {
  title: string;
  /** The reason why the last attempt failed. */
  alert: string | undefined;
  /** Links beside the one to the checkout. */
  links?: ReactNode;
  children: ReactNode;
}

/** The card of the pages that need no sign-in, on plain elements: without a component library it loads fast. */
export const LoginPage = ({ title, alert, links, children }: LoginPageProps) => (
  <div className="page">
    <main className="screen">
      <title>{title}</title>
      <div className="panel">
        <h1>{title}</h1>
        {alert && (
          <p className="alert" role="alert">
            {alert}
          </p>
        )}
        {children}
        <div className="links">
          {links}
          <a className="link" href={pages.checkout}>
            {texts.checkout}
          </a>
        </div>
      </div>
    </main>
    <Copyright />
  </div>
);
