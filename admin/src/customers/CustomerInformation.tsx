import { useRecordContext, useTranslate } from 'react-admin';
import { locationName } from '#domain/locations';
import { EmailLink } from '../ui/common/EmailLink.js';
import { PhoneLink } from '../ui/common/PhoneLink.js';
import { Copyable } from '../ui/common/Copyable.js';
import { Details } from '../ui/common/Details.js';
import { DateText } from '../ui/common/DateText.js';
import { Section } from '../ui/common/Section.js';
import type { CustomerRecord } from '../data/dataProvider.js';

/** Contact details, and the date of the first contact. */
export function CustomerInformation() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  if (!customer) return null;
  const label = (name: string) => translate(`resources.customers.${name}`);
  const missing = label('show.notProvided');
  return (
    <Section title={label('show.information')}>
      <Details
        stacked
        rows={[
          [
            label('fields.email'),
            <Copyable key="email" text={customer.email} name={label('fields.email')}>
              <EmailLink email={customer.email} />
            </Copyable>,
          ],
          [
            label('fields.phone'),
            customer.phone ? <PhoneLink key="phone" phone={customer.phone} /> : missing,
          ],
          [label('fields.location'), locationName(customer) || missing],
          [label('show.since'), <DateText key="since" value={customer.createdAt} />],
        ]}
      />
    </Section>
  );
}
