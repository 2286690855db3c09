import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';

/** Clears a field's error, and the form's, as soon as the field is edited. */
export function ClearErrorsOnEdit() {
  const { watch, clearErrors } = useFormContext();
  useEffect(() => {
    const subscription = watch((_values, { name, type }) => {
      if (name && type === 'change') clearErrors([name, 'root.serverError']);
    });
    return () => subscription.unsubscribe();
  }, [watch, clearErrors]);
  return null;
}
