import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react';

export interface FieldProps extends Omit<ComponentPropsWithoutRef<'input'>, 'size'> {
  as?: 'input' | 'textarea' | 'select';
  rows?: number;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Takes the whole width of a form of two columns. */
  wide?: boolean;
}

/** A labelled control, described by its hint and its error message. */
export function Field({ as = 'input', label, hint, error, wide = false, ...control }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  // The attributes used here exist on all three elements.
  const Control = as as 'input';
  return (
    <div className={wide ? 'field field-wide' : 'field'}>
      <label htmlFor={id}>
        {label}
        {!control.required && <span className="optional"> (optional)</span>}
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
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
