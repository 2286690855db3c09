import { useSearchParams } from 'react-router';
import { PaymentCreate } from './PaymentCreate.js';
import { PaymentEdit } from './PaymentEdit.js';

/** The payment form: for a new payment, or for the one of the address, `/admin/payments/new?id={id}`. */
export function PaymentFormPage() {
  const id = useSearchParams()[0].get('id');
  return id ? <PaymentEdit key={id} id={id} /> : <PaymentCreate />;
}
