import { type RefObject, useEffect, useState } from 'react';
import type { FieldErrors, Rules } from '#domain/platform/rules';

interface FieldErrorsInput<Form extends object> {
  rules: Rules<Form>;
  values: Form;
  /** Messages of the server, each shown until its field is edited. */
  given?: FieldErrors<Form>;
  formRef: RefObject<HTMLFormElement | null>;
  /** Takes values that a browser has filled in without an event. */
  onFound?: (values: Partial<Form>) => void;
}

/** Returns the values in the form's fields that differ from the known ones. */
function foundValues<Form extends object>(form: HTMLFormElement | null, values: Form): Partial<Form> {
  const found = Object.entries(values).flatMap(([name, known]) => {
    const field = form?.elements.namedItem(name);
    return field && 'value' in field && field.value !== known ? [[name, field.value]] : [];
  });
  return Object.fromEntries(found) as Partial<Form>;
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
  onFound,
}: FieldErrorsInput<Form>) {
  const [shown, setShown] = useState<{ [Field in keyof Form]?: boolean }>({});
  const fields = Object.keys(rules) as (keyof Form)[];
  const messageOf = (field: keyof Form, form = values) => rules[field]?.(form[field], form);
  /** Takes over what the fields have, before React would write the known values into them; returns all values. */
  const find = (): Form => {
    const found = onFound ? foundValues(formRef.current, values) : {};
    if (Object.keys(found).length) onFound?.(found);
    return { ...values, ...found };
  };
  // A browser may have filled in the fields before this page ran.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => void find(), []);

  return {
    /** For the form: notices values that were filled in without an event. */
    watch: { onFocusCapture: find, onBlurCapture: find, onChangeCapture: find },
    find,
    errorOf: (field: keyof Form) => (shown[field] ? messageOf(field) : undefined) ?? given?.[field],
    onLeave: (field: keyof Form) => setShown((before) => ({ ...before, [field]: true })),
    onEdit: (field: keyof Form) => setShown((before) => ({ ...before, [field]: false })),
    /** Shows every message; returns true if there is none. */
    validate: (): boolean => {
      setShown(Object.fromEntries(fields.map((field) => [field, true])) as typeof shown);
      const current = find();
      const isValid = !fields.some((field) => messageOf(field, current));
      // Fields are marked as invalid with the next render.
      if (!isValid) requestAnimationFrame(() => focusFirstInvalid(formRef.current));
      return isValid;
    },
  };
}
