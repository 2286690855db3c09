import { useRecordContext, useTranslate } from 'react-admin';
import { countryNames, regionName } from '#domain/locations';
import { EmailLink } from '../ui/common/EmailLink.js';
import { PhoneLink } from '../ui/common/PhoneLink.js';
import { Details } from '../ui/common/Details.js';
import { DateText } from '../ui/common/DateText.js';
import type { CustomerRecord } from '../data/dataProvider.js';

/** Everything that is recorded about the customer. */
export function CustomerOverview() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  if (!customer) return null;
  const { country, province, state } = customer;
  const label = (name: string) => translate(`resources.customers.fields.${name}`);
  const orMissing = (value: string | null | undefined) =>
    value || translate('resources.customers.show.notProvided');

  return (
    <Details
      rows={[
        [label('fullName'), customer.fullName],
        [label('email'), <EmailLink key="email" email={customer.email} />],
        [
          label('phone'),
          customer.phone ? <PhoneLink key="phone" phone={customer.phone} /> : orMissing(customer.phone),
        ],
        [label('country'), orMissing(countryNames[country] ?? country)],
        province && [label('province'), regionName({ country, province })],
        state && [label('state'), regionName({ country, state })],
        [label('address'), orMissing(customer.address)],
        [label('city'), orMissing(customer.city)],
        [label('postalCode'), orMissing(customer.postalCode)],
        [label('createdAt'), <DateText key="created" value={customer.createdAt} />],
        [label('updatedAt'), <DateText key="updated" value={customer.updatedAt} />],
        customer.referralSource && [label('referralSource'), customer.referralSource],
      ]}
    />
  );
}
