import { type MouseEvent, useState } from 'react';
import { useTexts } from '../texts/language.js';
import { Field, type FieldProps } from './Field.js';
import { Filled } from './Filled.js';

interface EmailFieldProps extends Omit<FieldProps, 'suggestion' | 'value'> {
  value: string;
  /** Takes the address that the person meant. */
  onMeant: (email: string) => void;
}

/** A field for an email, which asks about a mistyped address when it is left. Nothing is refused or changed by itself. */
export function EmailField({ onMeant, onBlur, ...field }: EmailFieldProps) {
  const t = useTexts();
  const [looked, setLooked] = useState<{ email: string; meant: string | undefined }>();
  const { value: email } = field;
  const meant = looked?.email === email && !field.error ? looked.meant : undefined;

  async function look() {
    // Comes when it is needed first: it is no part of the first load. Without it the field is as it was.
    const rule = await import('#domain/customers/email-suggestion').catch(() => undefined);
    if (rule) setLooked({ email, meant: rule.suggestedEmail(email) });
  }

  function take({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button goes with the suggestion.
    currentTarget.closest('.field')?.querySelector('input')?.focus();
    if (meant) onMeant(meant);
  }

  return (
    <Field
      {...field}
      suggestion={
        meant && (
          <Filled
            text={t.didYouMean}
            values={{
              email: (
                <button type="button" className="button-text" onClick={take}>
                  {meant}
                </button>
              ),
            }}
          />
        )
      }
      onBlur={(event) => {
        void look();
        onBlur?.(event);
      }}
    />
  );
}
