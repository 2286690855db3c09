import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { TitledDialog } from '../common/TitledDialog.js';
import {
  FormInputs,
  SubmitButton,
  type SubmitButtonProps,
  WriteForm,
  type WriteFormProps,
} from './WriteForm.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface FormDialogProps<Values> extends WriteFormProps<Values>, SubmitButtonProps<Values> {
  title: string;
  /** A sentence on what the form does. */
  text?: string | undefined;
  /** Begins at Cancel, as the Enter that opened the dialog must change nothing. */
  isCautious?: boolean;
  maxWidth?: 'xs' | 'sm';
  onClose: () => void;
  /** react-admin's inputs. */
  children: ReactNode;
}

/** A dialog with a small form. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, text, submit, isReady, isCautious, maxWidth, onClose, children, ...form } = props;
  const { isPending } = form.write;
  const translate = useTranslate();
  const close = () => !isPending && onClose();
  return (
    <TitledDialog
      title={title}
      text={text}
      maxWidth={maxWidth ?? 'xs'}
      content={{ sx: { pt: 0 } }}
      within={(parts) => <WriteForm {...form}>{parts}</WriteForm>}
      actions={
        <>
          <Button autoFocus={isCautious} disabled={isPending} onClick={close}>
            {translate('admin.form.cancel')}
          </Button>
          <SubmitButton submit={submit} isReady={isReady} />
        </>
      }
      onClose={close}
    >
      <FormInputs mt={text ? 2 : 1}>{children}</FormInputs>
    </TitledDialog>
  );
}
