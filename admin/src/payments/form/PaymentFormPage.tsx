import { useSearchParams } from 'react-router';
import { CreatePage } from '../../ui/forms/CreatePage.js';
import { EditPage } from '../../ui/forms/EditPage.js';
import { PaymentForm } from './PaymentForm.js';

/** The payment form: for a new payment, or for the one of the address, `/admin/payments/new?id={id}`. */
export function PaymentFormPage() {
  const id = useSearchParams()[0].get('id');
  return id ? (
    <EditPage key={id} id={id}>
      <PaymentForm />
    </EditPage>
  ) : (
    <CreatePage>
      <PaymentForm />
    </CreatePage>
  );
}
