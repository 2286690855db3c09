import { Alert, Box, Button, CardContent, type CardContentProps, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  Confirm,
  type RaRecord,
  useBlocker,
  useDataProvider,
  useRecordContext,
  useResourceContext,
  useTranslateLabel,
} from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { messages } from '#domain/platform/messages';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { NotLoaded } from '../common/Section.js';
import { formatFieldValue } from '../common/formatFieldValue.js';
import { Table } from '../common/Table.js';
import { TitledDialog } from '../common/TitledDialog.js';
import { textsOf, useTexts, useTranslate } from '../i18n/useTranslate.js';
import { useKeptValues } from './useKeptValues.js';

/** Clears a field's error, and the form's, as soon as the field is edited. */
function ClearErrorsOnEdit() {
  const { watch, clearErrors } = useFormContext();
  useEffect(() => {
    const subscription = watch((_values, { name, type }) => {
      if (name && type === 'change') clearErrors([name, 'root.serverError']);
    });
    return () => subscription.unsubscribe();
  }, [watch, clearErrors]);
  return null;
}

/** After a submit that did not pass, here or on the server, the first field with a message takes the focus. */
function FocusFirstError() {
  const { submitCount } = useFormState();
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = marker.current?.closest('form');
    if (submitCount > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  // Shows which form it is in: a dialog's form may stand above another one.
  return <span ref={marker} hidden />;
}

/** Names that no input has: those of the whole form, and of its conflict. */
const ofForm = ['root', 'version'];

/** Shows why the form was refused, as a whole or by a field without an input here, and scrolls there. */
function FormAlert() {
  const { control, clearErrors, setError } = useFormContext();
  const { errors, submitCount } = useFormState<Record<string, string>>();
  const alert = useRef<HTMLDivElement>(null);
  const message = errors.root?.serverError?.message;
  const { mount } = control._names;
  // The messages of rows stand under their inputs; one of the list itself has none.
  const hasInputs = (name: string) =>
    errors[name]?.message === undefined && [...mount].some((input) => input.startsWith(`${name}.`));
  const hidden = Object.keys(errors).find(
    (name) => !ofForm.includes(name) && !mount.has(name) && !hasInputs(name),
  );

  useEffect(() => {
    if (!hidden) return;
    setError('root.serverError', { message: errors[hidden]?.message ?? '' });
    // An error that no input clears would refuse the form for good.
    clearErrors(hidden);
  }, [hidden, errors, setError, clearErrors]);

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

/** Every form says why it was refused, and leads to the field that it is about. */
export const FormMessages = () => (
  <>
    <ClearErrorsOnEdit />
    <FocusFirstError />
    <FormAlert />
  </>
);

/**
 * Stores the values that were changed when the session ends in another tab, and restores them when the same user returns to the
 * form, with the version of the record that they edited: the next Save detects a colleague's change.
 */
function RestoredValuesNotice() {
  const translate = useTranslate();
  const { reset } = useFormContext<Record<string, unknown>>();
  const [restored, setRestored] = useKeptValues();

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

/** Asks before a page is left with something that would be lost; at the end of the tab the browser asks. */
export function LeaveQuestion({ isUnsaved, content }: { isUnsaved: boolean; content: string }) {
  const label = useTexts('admin.form.unsaved');
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
  return (
    <Confirm
      isOpen={isBlocked && isUnsaved}
      title={label('title')}
      content={content}
      confirm={label('leave')}
      confirmColor="warning"
      cancel={label('stay')}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  );
}

/** Asks before a page whose form has typed values is left. */
export function UnsavedChanges() {
  const translate = useTranslate();
  const { isSubmitSuccessful, dirtyFields } = useFormState();
  const isUnsaved = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful;
  return <LeaveQuestion isUnsaved={isUnsaved} content={translate('admin.form.unsaved.content')} />;
}

interface EditConflictComparisonProps {
  fields: string[];
  show?: ((field: string, record: RaRecord) => string) | undefined;
  theirs: RaRecord;
  mine: RaRecord;
}

/** The fields in which the saved record and the form differ. */
function EditConflictComparison({ fields, theirs, mine, ...props }: EditConflictComparisonProps) {
  const translate = useTranslate();
  const labelOf = useTranslateLabel();
  const label = textsOf(translate, 'admin.form.conflict');
  const words = { nothing: '', yes: translate('ra.boolean.true'), no: translate('ra.boolean.false') };
  const { show = (field, record) => formatFieldValue(field, record[field], words) } = props;
  const differing = fields.filter((field) => show(field, theirs) !== show(field, mine));
  if (differing.length === 0) return <Typography>{label('same')}</Typography>;
  return (
    <Table columns={[label('field'), label('theirs'), label('mine')]}>
      <tbody>
        {differing.map((field) => (
          <tr key={field}>
            <th scope="row">{labelOf({ source: field })}</th>
            <td>{show(field, theirs) || label('empty')}</td>
            <td>{show(field, mine) || label('empty')}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Compares both versions where a colleague has saved (409): the admin takes theirs, or lets the next Save write over it. */
function EditConflictDialog(compare: Pick<EditConflictComparisonProps, 'fields' | 'show'>) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const id = useRecordContext()?.id ?? '';
  const dataProvider = useDataProvider();
  const { getValues, reset, setValue, clearErrors } = useFormContext<RaRecord>();
  const {
    data: theirs,
    error,
    refetch,
  } = useQuery({
    queryKey: [resource, 'saved', id],
    queryFn: async ({ signal }) => (await dataProvider.getOne<RaRecord>(resource, { id, signal })).data,
    gcTime: 0,
  });
  const close = () => clearErrors(['version', 'root.serverError']);

  return (
    <TitledDialog
      title={translate('admin.form.conflict.title')}
      text={`${messages.editConflict} ${translate('admin.form.conflict.text')}`}
      maxWidth="sm"
      actions={
        <>
          <Button
            disabled={!theirs}
            onClick={() => {
              reset(theirs);
              close();
            }}
          >
            {translate('admin.form.conflict.reload')}
          </Button>
          <Button
            variant="contained"
            disabled={!theirs}
            onClick={() => {
              setValue('version', theirs?.version);
              close();
            }}
          >
            {translate('admin.form.conflict.keep')}
          </Button>
        </>
      }
    >
      <Box sx={{ mt: 2 }}>
        {theirs ? (
          <EditConflictComparison {...compare} theirs={theirs} mine={getValues()} />
        ) : (
          <NotLoaded
            error={error}
            fallback={defaultErrorMessage(resource, 'one')}
            refetch={refetch}
            height={120}
          />
        )}
      </Box>
    </TitledDialog>
  );
}

interface FormBodyProps extends CardContentProps {
  /** Formats a field for comparing two versions, if otherwise than its changes are shown. */
  show?: (field: string, record: RaRecord) => string;
  /** True in a dialog: its values are not kept under the address of the page. */
  isInDialog?: boolean;
}

/** The inputs of a form: the text below one stays clear of the next one's label. */
const inputs = {
  '& > .MuiStack-root': { alignItems: 'stretch', '&:has(> .MuiFormControl-root)': { gap: 2 } },
};

/** The body of every SimpleForm: it asks before it is left, shows why it was refused, and a colleague's other version. */
export function FormBody({ children, show, isInDialog = false, ...props }: FormBodyProps) {
  const { formState, control } = useFormContext();
  // The error of the version is shown by no input.
  const hasConflict = formState.errors.version !== undefined;
  return (
    <CardContent {...props}>
      <UnsavedChanges />
      <Stack useFlexGap spacing={2} sx={inputs}>
        {!isInDialog && <RestoredValuesNotice />}
        <FormMessages />
        {children}
      </Stack>
      {hasConflict && <EditConflictDialog fields={[...control._names.mount]} show={show} />}
    </CardContent>
  );
}
