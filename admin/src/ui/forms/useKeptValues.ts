import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formValuesKey, keepFormValues, readFormValues } from '../../data/session/formValues.js';
import { currentUser, refreshToken } from '../../data/session/tokens.js';

/**
 * Keeps what was typed into the form around it when the session ends, and fills it in when the user is back on the page.
 * `form` names one of several forms of a page. Returns the values that were filled in.
 */
export function useKeptValues(form = '') {
  const { formState, getValues, setValue } = useFormContext<Record<string, unknown>>();
  const { isReady, dirtyFields } = formState;
  const isDirty = Object.keys(dirtyFields).length > 0;
  const [key] = useState(() => [formValuesKey(currentUser()?.id ?? ''), form].filter(Boolean).join(' '));
  const [restored, setRestored] = useState(() => readFormValues(key));

  useEffect(() => {
    // Until the form is ready, it would reset the values to the record's.
    if (!isReady || !restored) return;
    sessionStorage.removeItem(key);
    for (const [field, value] of Object.entries(restored)) setValue(field, value, { shouldDirty: true });
    // Once, when the form is ready.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady]);

  useEffect(() => {
    if (!isDirty) return;
    const keep = () => {
      if (refreshToken()) return;
      const values = getValues();
      const kept = [...Object.keys(dirtyFields), 'version'].map((field) => [field, values[field]] as const);
      keepFormValues(key, Object.fromEntries(kept));
    };
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  });

  return [restored, setRestored] as const;
}
