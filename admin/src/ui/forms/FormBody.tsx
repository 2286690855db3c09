import CardContent, { type CardContentProps } from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { ClearErrorsOnEdit } from './ClearErrorsOnEdit.js';
import { EditConflictDialog } from './EditConflictDialog.js';
import { FocusFirstError } from './FocusFirstError.js';
import { FormAlert } from './FormAlert.js';
import { RestoredValuesNotice } from './RestoredValuesNotice.js';
import { UnsavedChanges } from './UnsavedChanges.js';

interface FormBodyProps extends CardContentProps {
  /** Formats a field for comparing two versions, where its value is no text for people. */
  show?: (field: string, record: RaRecord) => string;
  /** True in a dialog: its values are not kept under the address of the page. */
  isInDialog?: boolean;
}

/** A value of a field as text; that of a group of fields as it is stored. */
function asStored(field: string, record: RaRecord): string {
  const value: unknown = record[field];
  return value === null || value === undefined || typeof value === 'string'
    ? (value ?? '')
    : JSON.stringify(value);
}

/**
 * The body of react-admin's SimpleForm: the theme gives it to every one. It asks before a changed form is left, shows why
 * a form was refused, and compares both versions where a colleague saved the record meanwhile.
 */
export function FormBody({ children, show = asStored, isInDialog = false, ...props }: FormBodyProps) {
  const { formState, control } = useFormContext();
  // The error of the version is shown by no input.
  const hasConflict = formState.errors.version !== undefined;
  return (
    <CardContent {...props}>
      <UnsavedChanges />
      <ClearErrorsOnEdit />
      <FocusFirstError />
      <Stack spacing={2} sx={{ '& > .MuiStack-root': { alignItems: 'stretch' } }}>
        {!isInDialog && <RestoredValuesNotice />}
        <FormAlert />
        {children}
      </Stack>
      {hasConflict && <EditConflictDialog compare={{ fields: [...control._names.mount], show }} />}
    </CardContent>
  );
}
