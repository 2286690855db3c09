import { useState } from 'react';
import { CreateBase } from 'react-admin';
import { newKey } from '../../../../browser/newKey.js';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import { useSavedNotice } from '../../ui/forms/useSavedNotice.js';
import { PaymentForm } from './PaymentForm.js';
import { PaymentFormHeader } from './PaymentFormHeader.js';

/** Records a new payment: one, even where a response is lost and the form is sent again. */
export function PaymentCreate() {
  const [idempotencyKey] = useState(newKey);
  const onSuccess = useSavedNotice('resources.payments.saved.created', () => pages.payments);
  return (
    <CreateBase mutationOptions={{ onSuccess, meta: { idempotencyKey } }}>
      <PaymentFormHeader title="resources.payments.form.new" />
      <PaymentForm failure={messages.createPayment} cancel={pages.payments} />
    </CreateBase>
  );
}
