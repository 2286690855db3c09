import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { formValuesKey, keepFormValues, readFormValues } from '../../session/formValues.js';
import { currentUser, refreshToken } from '../../session/tokens.js';

/**
 * Stores the values that were changed when the session ends in another tab, and restores them when the same user returns to the
 * form, with the version of the record that they edited: the next Save detects a colleague's change.
 */
export function RestoredValuesNotice() {
  const translate = useTranslate();
  const { formState, getValues, reset, setValue } = useFormContext<Record<string, unknown>>();
  const { isReady, dirtyFields } = formState;
  const isDirty = Object.keys(dirtyFields).length > 0;
  const [key] = useState(() => formValuesKey(currentUser()?.id ?? ''));
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

  if (!restored) return null;
  const discard = () => {
    reset();
    setRestored(undefined);
  };
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" onClick={discard}>
          {translate('admin.form.restored.discard')}
        </Button>
      }
    >
      {translate('admin.form.restored.notice')}
    </Alert>
  );
}
