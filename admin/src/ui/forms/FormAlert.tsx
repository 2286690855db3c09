import Alert from '@mui/material/Alert';
import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';

/** The reason why the record could not be saved; scrolls into view, as the button may be far below. */
export function FormAlert() {
  const { errors, submitCount } = useFormState();
  const alert = useRef<HTMLDivElement>(null);
  const message = errors.root?.serverError?.message;

  useEffect(() => {
    if (message) alert.current?.scrollIntoView({ block: 'center' });
  }, [message, submitCount]);

  if (!message) return null;
  return (
    <Alert ref={alert} severity="error">
      {message}
    </Alert>
  );
}
