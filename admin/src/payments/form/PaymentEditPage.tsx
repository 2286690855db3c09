import { useEditContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { RecordPage } from '../../ui/page/RecordPage.js';
import { paymentPath } from '../../ui/paths.js';
import { PaymentForm } from './PaymentForm.js';
import { PaymentFormHeader } from './PaymentFormHeader.js';

export function PaymentEditPage() {
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
