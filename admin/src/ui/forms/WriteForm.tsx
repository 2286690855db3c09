import { Box, Button, Stack } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { Form, TextInput } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { errorMessage, HttpError } from '#browser/http';
import { asText, type Rule } from '#domain/platform/rules';
import { FormMessages, UnsavedChanges } from './FormBody.js';
import { useKeptValues } from './useKeptValues.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** The write of a form: what `useWrite` returns. */
interface FormWrite<Values> {
  mutateAsync: (values: Values) => Promise<unknown>;
  /** True while the form is sent: its dialog stays, so that a failure is seen. */
  isPending: boolean;
}

/** Returns the messages of a refused form by field, or that of the whole, as react-admin's `onSubmit` returns them. */
function formErrors(error: unknown, failure: (error: unknown) => string): object {
  const errors = { ...(error instanceof HttpError && error.body.errors) };
  // No input shows that of the version.
  delete errors.version;
  if (Object.keys(errors).length) return errors;
  return { root: { serverError: failure(error) } };
}

const messageOf = (error: unknown) => errorMessage(error, '');

/** Returns a function that shows why the write of another button of the form failed, as of the form itself. */
export function useFormFailure() {
  const { clearErrors, setError } = useFormContext();
  return (write: Promise<unknown>) => {
    clearErrors();
    write.catch((error: unknown) => setError('root.serverError', { message: messageOf(error) }));
  };
}

export interface SubmitButtonProps<Values> {
  /** The button that sends the form: Save, unless it is named. */
  submit?: string | ((values: Partial<Values>) => string) | undefined;
  /** False where there is nothing to send yet. */
  isReady?: ((values: Partial<Values>) => boolean) | undefined;
}

/** The button that sends a form. react-admin's SaveButton fails where the browser translates the page. */
export function SubmitButton<Values>({ submit = 'ra.action.save', isReady }: SubmitButtonProps<Values>) {
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  const values = useWatch() as Partial<Values>;
  const text = typeof submit === 'string' ? submit : submit(values);
  const canSend = !isReady || isReady(values);
  return (
    <Button type="submit" variant="contained" disabled={!canSend} loading={isSubmitting}>
      <span>{translate(text, { _: text })}</span>
    </Button>
  );
}

export interface WriteFormProps<Values> {
  defaultValues?: Partial<Values>;
  /** Sends the values. A refusal leaves the form as it was typed, and stands under its field or above the form. */
  write: FormWrite<Values>;
  /** Says of a failure another message than its own. */
  failure?: ((error: unknown) => string) | undefined;
  /**
   * The name under which what is typed outlives the session, on its page, which asks before it is left; missing for a form
   * that is not kept.
   */
  keeps?: string | undefined;
}

/** Keeps what is typed until the user is back. */
function KeptValues({ form }: { form: string }) {
  useKeptValues(form);
  return null;
}

/** Asks before it is left, once there is something to ask about: of several forms of a page the router hears the last one only. */
function QuestionOfTyped() {
  const { dirtyFields } = useFormState();
  return Object.keys(dirtyFields).length > 0 && <UnsavedChanges />;
}

/** A form that was sent is empty again. */
function ResetWhenSent() {
  const { reset } = useFormContext();
  const { isSubmitSuccessful } = useFormState();
  useEffect(() => {
    if (isSubmitSuccessful) reset();
  }, [isSubmitSuccessful, reset]);
  return null;
}

/** A default that is learnt later replaces nothing that was typed, nor why that was refused. */
const keepTyped = { keepDirtyValues: true, keepErrors: true };

/** react-admin's Form of a write that is none of a record's page. */
export function WriteForm<Values extends object>({
  defaultValues,
  write,
  failure = messageOf,
  keeps,
  children,
}: WriteFormProps<Values> & { children: ReactNode }) {
  const send = (values: object) =>
    write.mutateAsync(values as Values).then(
      () => {},
      (error: unknown) => formErrors(error, failure),
    );
  return (
    <Form
      // The record of the page around it is none of this form's.
      record={{}}
      defaultValues={defaultValues}
      onSubmit={send}
      noValidate
      resetOptions={keepTyped}
      reValidateMode="onSubmit"
      shouldFocusError={false}
      disableInvalidFormNotification
    >
      <ResetWhenSent />
      {keeps && (
        <>
          <KeptValues form={keeps} />
          <QuestionOfTyped />
        </>
      )}
      {children}
    </Form>
  );
}

/** The inputs of a form below why it was refused, one below the other. */
export const FormInputs = ({ children, mt = 0 }: { children: ReactNode; mt?: number }) => (
  <Stack useFlexGap spacing={2} sx={{ mt, '& .MuiFormControl-root': { m: 0 } }}>
    <FormMessages />
    {children}
  </Stack>
);

interface ReasonFormProps {
  /** The button that opens the form, and the one that sends it. */
  action: string;
  label: string;
  hint: string;
  rule: Rule;
  /** True while it is sent. */
  isSending: boolean;
  isDisabled: boolean;
  onSubmit: (reason: string) => void;
}

/** A button that asks for a reason of at most 200 characters before it acts. */
export function ReasonForm({ action, label, hint, rule, isSending, isDisabled, onSubmit }: ReasonFormProps) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState<boolean>();

  if (!isOpen)
    return (
      // Once the form was given up, in the place of its fields, which had the focus.
      <Button
        variant="outlined"
        autoFocus={isOpen === false}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {action}
      </Button>
    );
  return (
    <Box sx={{ flex: '1 1 100%' }}>
      <Form
        record={{}}
        noValidate
        resetOptions={keepTyped}
        reValidateMode="onSubmit"
        disableInvalidFormNotification
        onSubmit={({ reason }: { reason?: string }) => onSubmit(asText(reason))}
      >
        <FormMessages />
        <TextInput
          autoFocus
          source="reason"
          label={label}
          helperText={hint}
          validate={rule}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <Stack direction="row" spacing={1}>
          <Button type="submit" variant="contained" loading={isSending}>
            {action}
          </Button>
          <Button onClick={() => setOpen(false)}>{translate('ra.action.cancel')}</Button>
        </Stack>
      </Form>
    </Box>
  );
}
