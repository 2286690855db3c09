import { useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { CustomerRecord } from '../data/dataProvider.js';
import { errorMessage } from '#browser/http';
import { useWrite } from '../data/useWrite.js';
import { SafeConfirm } from '../ui/forms/SafeConfirm.js';

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
    <SafeConfirm
      title={translate('resources.customers.delete.title')}
      content={[
        translate('resources.customers.delete.text', { name: customer.fullName, email: customer.email }),
      ]}
      error={error ? errorMessage(error, messages.deleteCustomer) : undefined}
      confirm={translate('resources.customers.actions.delete')}
      confirmColor="warning"
      loading={isPending}
      onConfirm={() => mutate(customer.id)}
      onClose={onClose}
    />
  );
}
