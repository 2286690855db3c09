import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { Form, type RaRecord, useRecordContext, useResourceContext, useSaveContext } from 'react-admin';
import { listPage, recordPage } from '#domain/adminPages';
import type { SectionName } from '#domain/resources';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { useSingleFlight } from '../../data/useSingleFlight.js';
import { ClearErrorsOnEdit } from './ClearErrorsOnEdit.js';
import { RestoredValuesNotice } from './RestoredValuesNotice.js';
import { FocusFirstError } from './FocusFirstError.js';
import { FormAlert } from './FormAlert.js';
import { FormButtons } from './FormButtons.js';
import { type Question, useAsk } from '../common/useAsk.js';
import { UnsavedChanges } from './UnsavedChanges.js';
import { EditConflictDialog } from './EditConflictDialog.js';

export interface RecordFormProps {
  children: ReactNode;
  /** The default values of a new record. */
  defaultValues?: object;
  /** Closes the dialog of the form, or is the page that Cancel leads to: by default that of the record, or the list. */
  cancel?: string | (() => void) | undefined;
  /**
   * The form's fields, formatted for comparison when a colleague saved the record meanwhile; for records with a
   * version. With it, only these fields and the version are sent.
   */
  compare?: { fields: string[]; show: (field: string, record: RaRecord) => string };
  /** Returns what is asked before the values are sent, if anything. */
  question?: (values: Record<string, unknown>) => Question | undefined;
}

const pick = (values: Record<string, unknown>, fields: string[]) =>
  Object.fromEntries(fields.filter((field) => field in values).map((field) => [field, values[field]]));

/**
 * The form of a record. It waits for the server: on any failure it keeps the typed values, shows field messages under
 * their fields, and Save can be tried again.
 */
export function RecordForm({ children, defaultValues, cancel, compare, question }: RecordFormProps) {
  const { save } = useSaveContext();
  const resource = useResourceContext() as SectionName;
  const id = useRecordContext()?.id;
  const [hasConflict, setHasConflict] = useState(false);

  const { ask, dialog } = useAsk();

  const submit = useSingleFlight(async (values: object) => {
    const asked = question?.(values as Record<string, unknown>);
    if (asked && !(await ask(asked))) return undefined;
    let error: unknown;
    const sent = compare ? pick(values as Record<string, unknown>, [...compare.fields, 'version']) : values;
    await save?.(sent, { onError: (found: unknown) => (error = found) });
    if (error === undefined) return undefined;
    // No input shows the version: an error of it opens the dialog instead.
    const refusal = error instanceof HttpError ? error : undefined;
    const { version, ...fields } = refusal?.body.errors ?? {};
    setHasConflict(refusal?.status === 409 && version !== undefined);
    return {
      ...fields,
      root: { serverError: errorMessage(error, defaultErrorMessage(resource, id ? 'update' : 'create')) },
    };
  });

  return (
    <Form
      defaultValues={defaultValues}
      onSubmit={submit}
      reValidateMode="onSubmit"
      shouldFocusError={false}
      disableInvalidFormNotification
      noValidate
    >
      <UnsavedChanges />
      <ClearErrorsOnEdit />
      <FocusFirstError />
      <Stack spacing={3} sx={{ maxWidth: 880 }}>
        {/* The form's values are kept under the page's address. */}
        {compare && typeof cancel !== 'function' && <RestoredValuesNotice />}
        <FormAlert />
        {children}
        <FormButtons cancel={cancel ?? (id ? recordPage(resource, id) : listPage(resource))} />
      </Stack>
      {dialog}
      {hasConflict && compare && (
        <EditConflictDialog compare={compare} onClose={() => setHasConflict(false)} />
      )}
    </Form>
  );
}
