import { useFormContext } from 'react-hook-form';

/** Clears province and state: they belong to the previous country. */
export function useClearRegion() {
  const { resetField, setValue } = useFormContext();
  return () => {
    for (const field of ['province', 'state']) {
      // The field of another country was not touched: its error waits until it is.
      resetField(field);
      setValue(field, null, { shouldDirty: true });
    }
  };
}
