import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react';
import { useTexts } from '../texts/language.js';

export interface FieldProps extends Omit<ComponentPropsWithoutRef<'input'>, 'size'> {
  as?: 'input' | 'textarea' | 'select';
  rows?: number;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Says behind the error what to type. */
  advice?: string;
  /** Asks about what was typed, where there is no error; undefined of a field that never asks. */
  suggestion?: ReactNode;
  /** Takes the whole width of a form of two columns. */
  wide?: boolean;
}

/** A labelled control, described by its hint and its error message. */
export function Field({ as = 'input', label, hint, error, advice, wide = false, ...rest }: FieldProps) {
  const { suggestion, ...control } = rest;
  const t = useTexts();
  const id = useId();
  // The error comes last, as what a screen reader ends with; on the screen the advice follows it.
  const describedBy = [hint && `${id}-hint`, error && advice && `${id}-advice`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  // The attributes used here exist on all three elements.
  const Control = as as 'input';
  return (
    <div className={wide ? 'field field-wide' : 'field'}>
      <label htmlFor={id}>
        <span>{label}</span>
        {!control.required && <span className="optional">{t.optional}</span>}
      </label>
      <Control
        {...control}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="field-messages">
        <p className="field-error">
          {error && <span id={`${id}-error`}>{error}</span>}
          {error && advice && (
            <span>
              . <span id={`${id}-advice`}>{advice}</span>
            </span>
          )}
        </p>
        {'suggestion' in rest && (
          <p className="field-suggestion" role="status">
            {suggestion && <span>{suggestion}</span>}
          </p>
        )}
      </div>
    </div>
  );
}
