import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';

/** After a submit that did not pass, here or on the server, the first field with a message takes the focus. */
export function FocusFirstError() {
  const { submitCount } = useFormState();
  useEffect(() => {
    if (submitCount > 0) document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return null;
}
