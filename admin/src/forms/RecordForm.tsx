import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { Form, type RaRecord, useSaveContext } from 'react-admin';
import { messages } from '../../../domain/messages.js';
import { errorMessage, HttpError } from '../http.js';
import { ClearErrorsOnEdit } from './ClearErrorsOnEdit.js';
import { FocusFirstError } from './FocusFirstError.js';
import { FormAlert } from './FormAlert.js';
import { FormButtons } from './FormButtons.js';
import { StaleDialog } from './StaleDialog.js';

interface RecordFormProps {
  children: ReactNode;
  /** What a new record starts with. */
  defaultValues?: object;
  /** What is said where a failure has no words of its own. */
  failure: string;
  /** Where Cancel leads. */
  cancel: string;
  /**
   * The fields that are compared when somebody else saved the record meanwhile, as a person reads them; for records
   * that carry a version.
   */
  compare?: { fields: string[]; show: (field: string, record: RaRecord) => string };
}

const isStale = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && error.message === messages.staleRecord;

/**
 * The form of a record. It waits for the server: whatever goes wrong, it stays as it was typed, messages of fields
 * stand under them, and Save can be tried again.
 */
export function RecordForm({ children, defaultValues, failure, cancel, compare }: RecordFormProps) {
  const { save } = useSaveContext();
  const [stale, setStale] = useState(false);

  const submit = async (values: object) => {
    let error: unknown;
    const fields: unknown = await save?.(values, { onError: (found: unknown) => (error = found) });
    if (error === undefined) return undefined;
    setStale(isStale(error));
    return { ...(fields as object), root: { server: errorMessage(error, failure) } };
  };

  return (
    <Form
      defaultValues={defaultValues}
      onSubmit={submit}
      reValidateMode="onSubmit"
      shouldFocusError={false}
      disableInvalidFormNotification
      warnWhenUnsavedChanges
      noValidate
    >
      <ClearErrorsOnEdit />
      <FocusFirstError />
      <Stack spacing={3} sx={{ maxWidth: 880 }}>
        <FormAlert />
        {children}
        <FormButtons cancel={cancel} />
      </Stack>
      {stale && compare && <StaleDialog compare={compare} onClose={() => setStale(false)} />}
    </Form>
  );
}
