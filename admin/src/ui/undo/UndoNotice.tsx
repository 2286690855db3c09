import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import { useTranslate } from 'react-admin';
import { inNotices } from './Notices.js';

const shownMs = 8000;

interface UndoNoticeProps {
  message: string;
  isUndoing: boolean;
  /** True where no answer came to the undo. */
  isUnknown: boolean;
  onUndo: () => void;
  onClose: () => void;
}

/** The notice of what was done, with a button to undo it; it stays where it is not known whether it was undone. */
export function UndoNotice({ message, isUndoing, isUnknown, onUndo, onClose }: UndoNoticeProps) {
  const translate = useTranslate();
  return (
    <Snackbar
      open
      autoHideDuration={isUndoing || isUnknown ? null : shownMs}
      onClose={(_event, reason) => reason !== 'clickaway' && onClose()}
      sx={inNotices}
    >
      <Alert
        severity={isUnknown ? 'warning' : 'success'}
        variant="filled"
        role={isUnknown ? 'alert' : 'status'}
        action={
          <>
            <Button color="inherit" loading={isUndoing} onClick={onUndo}>
              {translate(isUnknown ? 'admin.undo.again' : 'admin.undo.button')}
            </Button>
            {isUnknown && (
              <IconButton color="inherit" aria-label={translate('admin.undo.close')} onClick={onClose}>
                <CloseIcon fontSize="small" />
              </IconButton>
            )}
          </>
        }
      >
        {isUnknown ? translate('admin.undo.unknown', { message }) : message}
      </Alert>
    </Snackbar>
  );
}
