import { EditBase } from 'react-admin';
import { useSavedNotice } from '../ui/forms/useSavedNotice.js';
import { customerPath } from '../ui/paths.js';
import { formQuery } from '../data/queryClient.js';
import { CustomerEditPage } from './CustomerEditPage.js';

/** Changes a customer. */
export function CustomerEdit() {
  const onSuccess = useSavedNotice('resources.customers.saved.updated', ({ id }) => customerPath(id));
  return (
    <EditBase mutationMode="pessimistic" mutationOptions={{ onSuccess }} queryOptions={formQuery}>
      <CustomerEditPage />
    </EditBase>
  );
}
