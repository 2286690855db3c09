import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useTranslate } from 'react-admin';
import type { TransactionActions } from './useTransactionActions.js';

const shownMs = 8000;

/**
 * The notice of the last action, with a button to undo it. react-admin shows its notifications one after the other,
 * but an offer to undo must be that of the last action.
 */
export function UndoNotice({
  actions: { last, isUndoing, undoLast, forgetLast },
}: {
  actions: TransactionActions;
}) {
  const translate = useTranslate();
  if (!last) return null;
  return (
    <Snackbar
      key={last.key}
      open
      autoHideDuration={isUndoing ? null : shownMs}
      onClose={(_event, reason) => reason !== 'clickaway' && forgetLast()}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert
        severity="success"
        variant="filled"
        action={
          <Button color="inherit" loading={isUndoing} onClick={undoLast}>
            {translate('admin.reconcile.actions.undo')}
          </Button>
        }
      >
        {last.message}
      </Alert>
    </Snackbar>
  );
}
