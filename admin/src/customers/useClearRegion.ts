import { useFormContext } from 'react-hook-form';

/** Clears province and state: they belong to the previous country. */
export function useClearRegion() {
  const { setValue } = useFormContext();
  return () => {
    setValue('province', null, { shouldDirty: true });
    setValue('state', null, { shouldDirty: true });
  };
}
