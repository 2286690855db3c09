import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { messages } from '#domain/messages';
import { errorMessage, HttpError } from '../../../browser/http.js';

interface CardForm<Values extends object> {
  empty: Values;
  /** Returns the messages of the fields that are not filled in well. */
  check: (values: Values) => Partial<Record<keyof Values, string>>;
  send: (values: Values) => Promise<void>;
}

/** The state of a card's form: what is typed, the messages of its fields, and the reason of a failure. */
export function useCardForm<Values extends object>({ empty, check, send }: CardForm<Values>) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(empty);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  const [alert, setAlert] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const focus = (name?: string) =>
    form.current?.querySelector<HTMLInputElement>(name ? `[name=${name}]` : 'input')?.focus();

  useEffect(() => focus(), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = check(typed);
    setErrors(found);
    setAlert(undefined);
    const [first] = Object.keys(found);
    if (first) return focus(first);
    setIsBusy(true);
    try {
      await send(typed);
    } catch (error) {
      const refused = error instanceof HttpError ? (error.body.errors ?? {}) : {};
      setErrors(refused as typeof errors);
      if (!Object.keys(refused).length) setAlert(errorMessage(error, messages.login));
    } finally {
      setIsBusy(false);
    }
  };
  const edit = (field: keyof Values) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((shown) => ({ ...shown, [field]: undefined }));
  };
  const formProps = {
    ref: form,
    noValidate: true,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
  };
  return { typed, errors, alert, isBusy, edit, formProps };
}
