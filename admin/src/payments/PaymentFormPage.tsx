import { useSearchParams } from 'react-router';
import { PaymentCreate } from './PaymentCreate.js';
import { PaymentEdit } from './PaymentEdit.js';

/** The payment form: a new payment, or the one that the address names, `/admin/payments/new?id={id}`. */
export function PaymentFormPage() {
  const id = useSearchParams()[0].get('id');
  return id ? <PaymentEdit key={id} id={id} /> : <PaymentCreate />;
}
