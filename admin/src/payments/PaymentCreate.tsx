import { CreateBase } from 'react-admin';
import { messages } from '../../../domain/messages.js';
import { pages } from '../../../domain/pages.js';
import { useSavedNotice } from '../forms/useSavedNotice.js';
import { PaymentForm } from './PaymentForm.js';
import { PaymentFormHeader } from './PaymentFormHeader.js';

/** Records a new payment. */
export function PaymentCreate() {
  const onSuccess = useSavedNotice('resources.payments.saved.created', () => pages.payments);
  return (
    <CreateBase mutationOptions={{ onSuccess }}>
      <PaymentFormHeader title="resources.payments.form.new" />
      <PaymentForm failure={messages.createPayment} cancel={pages.payments} />
    </CreateBase>
  );
}
