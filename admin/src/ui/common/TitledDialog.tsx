import {
  Dialog,
  DialogActions,
  DialogContent,
  type DialogContentProps,
  DialogContentText,
  type DialogProps,
  DialogTitle,
} from '@mui/material';
import { type ReactNode, useId } from 'react';

interface TitledDialogProps extends Omit<DialogProps, 'title' | 'open' | 'content'> {
  title: string;
  /** A sentence on what it is about. */
  text?: string | undefined;
  /** The buttons at its end, where no form in it has its own. */
  actions?: ReactNode;
  content?: DialogContentProps;
  open?: boolean;
  /** Stands around all parts: a form. */
  within?: (parts: ReactNode) => ReactNode;
}

/** MUI's Dialog with title, text, content and buttons, of which the first two name and describe it. */
export function TitledDialog({
  title,
  text,
  actions,
  content,
  children,
  within = (parts) => parts,
  ...dialog
}: TitledDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={id}
      aria-describedby={text && `${id}-text`}
      {...dialog}
    >
      {within(
        <>
          <DialogTitle id={id}>{title}</DialogTitle>
          <DialogContent {...content}>
            {text && (
              <DialogContentText id={`${id}-text`} sx={{ overflowWrap: 'anywhere' }}>
                {text}
              </DialogContentText>
            )}
            {children}
          </DialogContent>
          {actions && <DialogActions>{actions}</DialogActions>}
        </>,
      )}
    </Dialog>
  );
}
