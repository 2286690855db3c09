import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';

interface AskDialogProps {
  title: string;
  /** One or more sentences on the consequences. */
  texts: string[];
  /** Further facts below the texts. */
  children?: ReactNode;
  /** The message of a failure. */
  error?: string | undefined;
  /** The button that confirms. */
  confirm: string;
  color?: 'primary' | 'error';
  isPending?: boolean;
  /** None where nothing is left to confirm. */
  onConfirm?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks before something that deletes, or changes money. It begins at Cancel: the Enter that opened it confirms nothing. */
export function AskDialog(props: AskDialogProps) {
  const { title, texts, children, error, confirm, color = 'primary', isPending, onConfirm, onClose } = props;
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Box id={`${id}-text`} sx={{ '& > p + p': { mt: 1.5 } }}>
          {texts.map((text) => (
            <DialogContentText key={text}>{text}</DialogContentText>
          ))}
        </Box>
        {children}
        {error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {error}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus onClick={onClose}>
          {translate(onConfirm ? 'admin.form.cancel' : 'admin.undo.close')}
        </Button>
        {onConfirm && (
          <Button color={color} variant="contained" loading={isPending ?? false} onClick={onConfirm}>
            {confirm}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
