import { EditBase } from 'react-admin';
import { useSavedNotice } from '../../ui/forms/useSavedNotice.js';
import { paymentPath } from '../../ui/paths.js';
import { formQuery } from '../../data/queryClient.js';
import { PaymentEditPage } from './PaymentEditPage.js';

/** Changes a payment. */
export function PaymentEdit({ id }: { id: string }) {
  const onSuccess = useSavedNotice('resources.payments.saved.updated', (payment) => paymentPath(payment.id));
  return (
    <EditBase id={id} mutationMode="pessimistic" mutationOptions={{ onSuccess }} queryOptions={formQuery}>
      <PaymentEditPage />
    </EditBase>
  );
}
