import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type ReactNode, useId } from 'react';
import { Form, SaveButton, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import { FormMessages } from './FormBody.js';

/** The write of a form: what `useWrite` returns. */
interface FormWrite<Values> {
  mutateAsync: (values: Values) => Promise<unknown>;
  /** True while the form is sent: its dialog stays, so that a failure is seen. */
  isPending: boolean;
}

/** The message of a failure that has none of its own, or what makes one of any failure. */
type Failure = string | ((error: unknown) => string);

/** Returns the messages of a refused form by field, or that of the whole, as react-admin's `onSubmit` returns them. */
function formErrors(error: unknown, failure: Failure): object {
  const errors = { ...(error instanceof HttpError && error.body.errors) };
  // No input shows that of the version.
  delete errors.version;
  if (Object.keys(errors).length) return errors;
  return {
    root: { serverError: typeof failure === 'string' ? errorMessage(error, failure) : failure(error) },
  };
}

/** Returns a function that shows why the write of another button of the form failed, as of the form itself. */
export function useFormFailure(failure: string) {
  const { clearErrors, setError } = useFormContext();
  return (write: Promise<unknown>) => {
    clearErrors();
    write.catch((error: unknown) => setError('root.serverError', { message: errorMessage(error, failure) }));
  };
}

interface SubmitButtonProps<Values> {
  label: string | ((values: Partial<Values>) => string);
  isReady: (values: Partial<Values>) => boolean;
}

function SubmitButton<Values>({ label, isReady }: SubmitButtonProps<Values>) {
  const values = useWatch() as Partial<Values>;
  const canSend = isReady(values);
  return (
    <SaveButton
      icon={false}
      label={typeof label === 'string' ? label : label(values)}
      alwaysEnable={canSend}
      disabled={!canSend}
    />
  );
}

interface FormDialogProps<Values> {
  title: string;
  /** A sentence on what the form does. */
  text?: string | undefined;
  /** The button that sends the form: Save, unless it is named. */
  submit?: SubmitButtonProps<Values>['label'] | undefined;
  defaultValues?: Partial<Values>;
  /** Sends the values. A refusal leaves the form as it was typed, and stands under its field or above the form. */
  write: FormWrite<Values>;
  failure: Failure;
  /** False where there is nothing to send yet. */
  isReady?: SubmitButtonProps<Values>['isReady'];
  /** Begins at Cancel, as the Enter that opened the dialog must change nothing. */
  isCautious?: boolean;
  maxWidth?: 'xs' | 'sm';
  onClose: () => void;
  /** react-admin's inputs. */
  children: ReactNode;
}

/** A default that is learnt later replaces nothing that was typed. */
const keepTyped = { keepDirtyValues: true };

/** A dialog with a small form: react-admin's Form and inputs. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, text, submit = 'admin.form.save', write, failure, isReady = () => true, children } = props;
  const translate = useTranslate();
  const id = useId();
  const close = () => !write.isPending && props.onClose();
  const send = (values: object) =>
    write.mutateAsync(values as Values).then(
      () => {},
      (error: unknown) => formErrors(error, failure),
    );
  return (
    <Dialog
      open
      fullWidth
      maxWidth={props.maxWidth ?? 'xs'}
      onClose={close}
      aria-labelledby={id}
      aria-describedby={text && `${id}-text`}
    >
      <Form
        // The record of the page around it is none of this form's.
        record={{}}
        defaultValues={props.defaultValues}
        onSubmit={send}
        noValidate
        resetOptions={keepTyped}
        reValidateMode="onSubmit"
        shouldFocusError={false}
        disableInvalidFormNotification
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ pt: 0 }}>
          {text && (
            <DialogContentText id={`${id}-text`} sx={{ overflowWrap: 'anywhere' }}>
              {text}
            </DialogContentText>
          )}
          <Stack useFlexGap spacing={2} sx={{ mt: text ? 2 : 1, '& .MuiFormControl-root': { m: 0 } }}>
            <FormMessages />
            {children}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button autoFocus={props.isCautious} disabled={write.isPending} onClick={close}>
            {translate('admin.form.cancel')}
          </Button>
          <SubmitButton label={submit} isReady={isReady} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
