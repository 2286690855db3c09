import { useRecordContext, useTranslate } from 'react-admin';
import type { CustomerRecord } from '../data/dataProvider.js';
import { MailSection } from './MailSection.js';

/** The mails about the payments of the customer in context. */
export function CustomerMails() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  if (!customer) return null;
  return (
    <MailSection owner={{ customerId: customer.id }} empty={translate('resources.mails.noneOfCustomer')} />
  );
}
