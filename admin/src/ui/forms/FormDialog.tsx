import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import {
  FormInputs,
  SubmitButton,
  type SubmitButtonProps,
  WriteForm,
  type WriteFormProps,
} from './WriteForm.js';

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
  const { title, text, submit, isReady, isCautious, maxWidth = 'xs', onClose, children, ...form } = props;
  const { isPending } = form.write;
  const translate = useTranslate();
  const id = useId();
  const close = () => !isPending && onClose();
  return (
    <Dialog
      open
      fullWidth
      maxWidth={maxWidth}
      onClose={close}
      aria-labelledby={id}
      aria-describedby={text && `${id}-text`}
    >
      <WriteForm {...form}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ pt: 0 }}>
          {text && (
            <DialogContentText id={`${id}-text`} sx={{ overflowWrap: 'anywhere' }}>
              {text}
            </DialogContentText>
          )}
          <FormInputs mt={text ? 2 : 1}>{children}</FormInputs>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button autoFocus={isCautious} disabled={isPending} onClick={close}>
            {translate('admin.form.cancel')}
          </Button>
          <SubmitButton submit={submit} isReady={isReady} />
        </DialogActions>
      </WriteForm>
    </Dialog>
  );
}
