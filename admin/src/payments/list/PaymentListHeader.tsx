import { useTranslate } from 'react-admin';
import { PageHeader } from '../../ui/page/PageHeader.js';
import { PaymentExportButtons } from './PaymentExportButtons.js';
import { RecordPaymentButton } from './RecordPaymentButton.js';

export function PaymentListHeader() {
  const translate = useTranslate();
  return (
    <PageHeader
      title={translate('resources.payments.title')}
      subtitle={translate('resources.payments.subtitle')}
    >
      <PaymentExportButtons />
      <RecordPaymentButton />
    </PageHeader>
  );
}
