import { useEffect } from 'react';
import { Confirm, useBlocker, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';

/** Asks before a page whose form has typed values is left; at the end of the tab the browser asks. */
export function UnsavedChanges() {
  const translate = useTranslate();
  const { isSubmitSuccessful, dirtyFields } = useFormState();
  const isUnsaved = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && nextLocation.pathname !== currentLocation.pathname,
  );
  const isBlocked = blocker.state === 'blocked';
  const { proceed, reset } = blocker;

  useEffect(() => {
    // A saved form leads on in the moment in which it is saved, one render before it is unchanged.
    if (isBlocked && !isUnsaved) proceed?.();
  }, [isBlocked, isUnsaved, proceed]);

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  const label = (name: string) => translate(`admin.form.unsaved.${name}`);
  return (
    <Confirm
      isOpen={isBlocked && isUnsaved}
      title={label('title')}
      content={label('content')}
      confirm={label('leave')}
      cancel={label('stay')}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  );
}
