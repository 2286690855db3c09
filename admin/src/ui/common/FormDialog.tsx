import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';

interface FormDialogProps {
  title: string;
  /** A sentence on what the form does. */
  text?: string | undefined;
  /** The button that sends the form: Save, unless it is named. */
  submit?: string;
  /** The message of a failure, which leaves the form as it was typed. */
  error?: string | undefined;
  /** True while the form is sent: the dialog stays, so that a failure is seen. */
  isPending: boolean;
  /** True where there is nothing to send yet. */
  isDisabled?: boolean;
  maxWidth?: 'xs' | 'sm';
  /** Called where the form may be sent, as nothing is pending. */
  onSubmit: () => void;
  onClose: () => void;
  /** The inputs. */
  children: ReactNode;
}

/** A dialog with a small form. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, error, isPending, isDisabled = false, maxWidth = 'xs', children } = props;
  const translate = useTranslate();
  const id = useId();
  const close = () => !isPending && props.onClose();
  return (
    <Dialog
      open
      fullWidth
      maxWidth={maxWidth}
      onClose={close}
      aria-labelledby={id}
      aria-describedby={text && `${id}-text`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may stand in front of another form.
          event.stopPropagation();
          if (!isDisabled && !isPending) props.onSubmit();
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ pt: 0 }}>
          {text && (
            <DialogContentText id={`${id}-text`} sx={{ overflowWrap: 'anywhere' }}>
              {text}
            </DialogContentText>
          )}
          {error && (
            <Alert severity="error" sx={{ mt: text ? 2 : 0 }}>
              {error}
            </Alert>
          )}
          {children}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button disabled={isPending} onClick={close}>
            {translate('admin.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={isDisabled} loading={isPending}>
            {props.submit ?? translate('admin.form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
