import { useSearchParams } from 'react-router';
import { cardEventPath } from '../../ui/paths.js';
import { PaymentCreate, PaymentEdit } from './PaymentForm.js';

/**
 * The payment form: for a new payment, or for the one of the address, `/admin/payments/new?id={id}`; with
 * `?cardEvent={id}` it leads back to the event that has no payment yet.
 */
export function PaymentFormPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('id');
  const cardEvent = parameters.get('cardEvent');
  const back = cardEvent ? cardEventPath(cardEvent) : undefined;
  return id ? <PaymentEdit key={id} id={id} /> : <PaymentCreate back={back} />;
}
