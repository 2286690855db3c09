import { useSearchParams } from 'react-router';
import { CreatePage } from '../../ui/forms/CreatePage.js';
import { EditPage } from '../../ui/forms/EditPage.js';
import { cardEventPath } from '../../ui/paths.js';
import { PaymentForm } from './PaymentForm.js';

/**
 * The payment form: for a new payment, or for the one of the address, `/admin/payments/new?id={id}`; with
 * `?cardEvent={id}` it leads back to the event that has no payment yet.
 */
export function PaymentFormPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('id');
  const cardEvent = parameters.get('cardEvent');
  const back = cardEvent ? cardEventPath(cardEvent) : undefined;
  return id ? (
    <EditPage key={id} id={id}>
      <PaymentForm />
    </EditPage>
  ) : (
    <CreatePage back={back}>
      <PaymentForm back={back} />
    </CreatePage>
  );
}
