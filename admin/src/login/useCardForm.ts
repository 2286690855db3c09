import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { messages } from '#domain/messages';
import { errorMessage, HttpError } from '../../../browser/http.js';
import { useSingleFlight } from '../data/useSingleFlight.js';
import type { TypedField } from './LoginField.js';

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
