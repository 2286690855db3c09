import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { CustomerRecord } from '../data/dataProvider.js';
import { errorMessage } from '../../../browser/http.js';
import { useWrite } from '../data/useWrite.js';

interface CustomerDeleteDialogProps {
  onClose: () => void;
  /** Called after the deletion, before any query is refetched. */
  onDeleted?: () => void;
}

/** Asks before a customer is deleted, naming them, and shows why the server refused. */
export function CustomerDeleteDialog({ onClose, onDeleted }: CustomerDeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const customer = useRecordContext<CustomerRecord>();
  const { mutate, isPending, error } = useWrite({
    mutationKey: ['customers', 'delete'],
    mutationFn: (id: string) => dataProvider.delete('customers', { id }),
    meta: { deletedId: customer?.id },
    onSuccess: () => {
      notify('resources.customers.delete.done', {
        type: 'success',
        messageArgs: { name: customer?.fullName },
      });
      onClose();
      onDeleted?.();
    },
  });
  if (!customer) return null;

  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="xs"
      aria-labelledby="delete-title"
      aria-describedby="delete-text"
    >
      <DialogTitle id="delete-title">{translate('resources.customers.delete.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id="delete-text">
          {translate('resources.customers.delete.text', { name: customer.fullName, email: customer.email })}
        </DialogContentText>
        {error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorMessage(error, messages.deleteCustomer)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus onClick={onClose}>
          {translate('admin.form.cancel')}
        </Button>
        <Button color="error" variant="contained" loading={isPending} onClick={() => mutate(customer.id)}>
          {translate('resources.customers.actions.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
