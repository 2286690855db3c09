import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { Statement } from '#domain/reconciliation';
import type { WithId } from '../../data/withId.js';
import { errorMessage } from '../../../../browser/http.js';
import { useWrite } from '../../data/useWrite.js';

interface StatementDeleteDialogProps {
  statement: WithId<Statement>;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a statement is deleted with the transactions of no other statement; shows why that is refused. */
export function StatementDeleteDialog({ statement, onDeleted, onClose }: StatementDeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider();
  const { id, fileName, state, imported = 0 } = statement;
  const label = (name: string, options?: object) => translate(`resources.reconcile.history.${name}`, options);
  const remove = useWrite({
    mutationKey: ['statements', 'delete'],
    mutationFn: () => provider.delete('statements', { id }),
    meta: { deletedId: id },
    onSuccess: () => {
      notify('resources.reconcile.history.deleted', { type: 'success', messageArgs: { file: fileName } });
      onClose();
      onDeleted();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="xs"
      aria-labelledby="delete-title"
      aria-describedby="delete-text"
    >
      <DialogTitle id="delete-title">{label('deleteTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText id="delete-text">
          {label(state === 'draft' ? 'deleteDraft' : 'deleteImported', {
            file: fileName,
            smart_count: imported,
          })}
        </DialogContentText>
        {remove.error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorMessage(remove.error, messages.deleteStatement)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus onClick={onClose}>
          {translate('admin.form.cancel')}
        </Button>
        <Button color="error" variant="contained" loading={remove.isPending} onClick={() => remove.mutate()}>
          {label('delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
