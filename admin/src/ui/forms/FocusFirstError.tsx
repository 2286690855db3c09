import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';

/** After a submit that did not pass, here or on the server, the first field with a message takes the focus. */
export function FocusFirstError() {
  const { submitCount } = useFormState();
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = marker.current?.closest('form');
    if (submitCount > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  // Shows which form it is in: a dialog's form may stand above another one.
  return <span ref={marker} hidden />;
}
