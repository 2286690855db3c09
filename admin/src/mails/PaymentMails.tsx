import { useRecordContext, useTranslate } from 'react-admin';
import type { PaymentRecord } from '../data/dataProvider.js';
import { MailActions } from './MailActions.js';
import { MailSection } from './MailSection.js';
import { Permitted } from '../ui/page/Permitted.js';

/** The mails about the payment in context, and the buttons to send some by hand. */
export function PaymentMails() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  return (
    <MailSection owner={{ paymentId: payment.id }} empty={translate('resources.mails.none')}>
      <Permitted to="write" resource="payments">
        <MailActions payment={payment} />
      </Permitted>
    </MailSection>
  );
}
