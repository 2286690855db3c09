import { useRecordContext, useTranslate } from 'react-admin';
import { Section } from '../ui/common/Section.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { MailTable } from './MailTable.js';

/** The mails about the payments of the customer in context. */
export function CustomerMails() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  if (!customer) return null;
  return (
    <Section title={translate('resources.mails.title')} flush>
      <MailTable owner={{ customerId: customer.id }} empty={translate('resources.mails.noneOfCustomer')} />
    </Section>
  );
}
