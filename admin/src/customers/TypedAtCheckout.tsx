import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'react-admin';
import { formatFieldValue } from '../activity/formatFieldValue.js';
import { Details, type Detail } from '../ui/common/Details.js';
import { Section } from '../ui/common/Section.js';
import { TextLink } from '../ui/common/TextLink.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { paymentPath } from '../ui/paths.js';
import { RecordedOtherwise } from './RecordedOtherwise.js';
import { typedDifferently } from './typedDifferently.js';
import { useCustomerPayments } from './useCustomerPayments.js';

/**
 * Details typed at the checkout that differ from the customer's record, each under the first payment that has it. A
 * visitor does not prove their identity, so a checkout never changes the record; an admin compares.
 */
export function TypedAtCheckout() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const { data: payments = [] } = useCustomerPayments();
  if (!customer) return null;
  const seen = new Set<string>();
  const found = payments
    .filter(({ source }) => source === 'checkout')
    .map(({ id, referenceNumber, paymentDetails }) => ({
      id,
      referenceNumber,
      fields: typedDifferently(paymentDetails, customer).filter(({ field, typed }) => {
        const key = JSON.stringify([field, typed]);
        return !seen.has(key) && seen.add(key);
      }),
    }))
    .filter(({ fields }) => fields.length > 0);
  if (!found.length) return null;
  const label = (name: string) => translate(`resources.customers.${name}`);
  const words = { nothing: label('show.notProvided'), yes: '', no: '' };

  return (
    <Section title={label('show.typed')}>
      {found.map(({ id, referenceNumber, fields }) => (
        <div key={id}>
          <Typography variant="h3" sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
            <TextLink to={paymentPath(id)}>{referenceNumber}</TextLink>
          </Typography>
          <Details
            stacked
            rows={fields.map(({ field, typed, recorded }): Detail => [
              label(`fields.${field}`),
              <>
                {formatFieldValue(field, typed, words)}
                <RecordedOtherwise value={formatFieldValue(field, recorded, words)} />
              </>,
            ])}
          />
        </div>
      ))}
    </Section>
  );
}
