import { type FormEvent, useRef, useState } from 'react';
import { calendarDay, formatDay } from '#domain/platform/dates';
import { type Order, saidSentRange, saidSentRule } from '#domain/visitor/orders';
import type { FieldErrors } from '#domain/platform/rules';
import { type Failure, failureOf } from '../api.js';
import { Alert } from '../parts/Alert.js';
import { Field } from '../parts/Field.js';
import { focusFirstInvalid, useFieldErrors } from '../useFieldErrors.js';
import { usePageReturn } from '../usePageReturn.js';
import { announceTransfer } from './orderApi.js';
import { fill } from '#domain/texts/catalogue';
import { useInLanguage, useLanguage, useTexts } from '../texts/language.js';

interface SentFormProps {
  order: Order;
  path: string;
  /** Loads the page again. */
  onSaved: () => Promise<void>;
}

interface Values {
  date: string;
}

/** "I have sent it", with the day. The visitor may send it again; the last one counts. */
export function SentForm({ order: { saidSent }, path, onSaved }: SentFormProps) {
  const t = useTexts();
  const inLanguage = useInLanguage();
  const language = useLanguage();
  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const now = new Date();
  const { first, last } = saidSentRange(now);
  const [values, setValues] = useState<Values>({ date: saidSent?.date ?? calendarDay(now) });
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  usePageReturn(() => setIsSending(false));
  const given = failure?.fields as FieldErrors<Values> | undefined;
  const formRef = useRef<HTMLFormElement>(null);
  const { errorOf, onLeave, onEdit, validate } = useFieldErrors<Values>({
    rules: { date: saidSentRule(now, t.messages) },
    values,
    ...(given && { given }),
    formRef,
  });

  async function send() {
    setIsSending(true);
    setFailure(undefined);
    try {
      await announceTransfer(path, values.date);
      await onSaved();
    } catch (error) {
      setFailure(failureOf(error));
      requestAnimationFrame(() => focusFirstInvalid(formRef.current));
    } finally {
      setIsSending(false);
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isSending && validate()) void send();
  }

  return (
    <section className="panel sent" aria-labelledby="sent">
      <h2 id="sent">{t.haveYouSent}</h2>
      {/* Another element for another language, which is not told again. */}
      <p key={language} role="status">
        {saidSent ? fill(t.saidDay, { day: formatDay(saidSent.date, language) }) : t.tellUs}
      </p>
      <form ref={formRef} noValidate onSubmit={onSubmit} aria-labelledby="sent">
        <Field
          label={t.dayOfTransfer}
          type="date"
          name="date"
          required
          min={first}
          max={last}
          autoComplete="off"
          value={values.date}
          error={errorOf('date')}
          onChange={({ target }) => {
            onEdit('date');
            setFailure(undefined);
            setValues({ date: target.value });
          }}
          onBlur={() => onLeave('date')}
        />
        <button type="submit" className="button button-primary" aria-disabled={isSending}>
          {isSending && <span className="spinner" aria-hidden="true" />}
          <span>{saidSent ? t.changeDay : t.haveSent}</span>
        </button>
      </form>
      {failure && !given?.date && (
        <Alert tone="error" urgent>
          {inLanguage(failure.message)}
        </Alert>
      )}
    </section>
  );
}
