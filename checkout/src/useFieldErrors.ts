import { type RefObject, useState } from 'react';
import type { FieldErrors, Rules } from '#domain/rules';

interface FieldErrorsInput<Form extends object> {
  rules: Rules<Form>;
  values: Form;
  /** Messages of the server, each shown until its field is edited. */
  given?: FieldErrors<Form>;
  formRef: RefObject<HTMLFormElement | null>;
}

/** Moves the focus to the first field that is marked invalid, if there is one. */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Shows a field's message on blur, all messages on submit, and none once the field is edited. */
export function useFieldErrors<Form extends object>({
  rules,
  values,
  given,
  formRef,
}: FieldErrorsInput<Form>) {
  const [shown, setShown] = useState<{ [Field in keyof Form]?: boolean }>({});
  const fields = Object.keys(rules) as (keyof Form)[];
  const messageOf = (field: keyof Form) => rules[field]?.(values[field], values);

  return {
    errorOf: (field: keyof Form) => (shown[field] ? messageOf(field) : undefined) ?? given?.[field],
    onLeave: (field: keyof Form) => setShown((before) => ({ ...before, [field]: true })),
    onEdit: (field: keyof Form) => setShown((before) => ({ ...before, [field]: false })),
    /** Shows every message; returns true if there is none. */
    validate: (): boolean => {
      setShown(Object.fromEntries(fields.map((field) => [field, true])) as typeof shown);
      const isValid = !fields.some(messageOf);
      // Fields are marked as invalid with the next render.
      if (!isValid) requestAnimationFrame(() => focusFirstInvalid(formRef.current));
      return isValid;
    },
  };
}
