import { EditBase, useEditContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { useSavedNotice } from '../../ui/forms/useSavedNotice.js';
import { RecordPage } from '../../ui/page/RecordPage.js';
import { paymentPath } from '../../ui/paths.js';
import { formQuery } from '../../data/queryClient.js';
import { PaymentForm } from './PaymentForm.js';
import { PaymentFormHeader } from './PaymentFormHeader.js';

/** Changes a payment. */
export function PaymentEdit({ id }: { id: string }) {
  const onSuccess = useSavedNotice('resources.payments.saved.updated', (payment) => paymentPath(payment.id));
  return (
    <EditBase id={id} mutationMode="pessimistic" mutationOptions={{ onSuccess }} queryOptions={formQuery}>
      <PaymentEditPage />
    </EditBase>
  );
}

function PaymentEditPage() {
  const translate = useTranslate();
  const edit = useEditContext<PaymentRecord>();
  return (
    <RecordPage
      state={edit}
      failure={messages.fetchPayment}
      back={{ label: translate('resources.payments.actions.back'), to: pages.payments }}
    >
      <PaymentFormHeader title="resources.payments.form.edit" />
      <PaymentForm failure={messages.updatePayment} cancel={paymentPath(edit.record?.id ?? '')} />
    </RecordPage>
  );
}
