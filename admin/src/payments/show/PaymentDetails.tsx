import type { ReactNode } from 'react';
import { useGetOne, useRecordContext, useTranslate } from 'react-admin';
import Typography from '@mui/material/Typography';
import { formatDay } from '#domain/dates';
import { locationName, regionName } from '#domain/locations';
import { currencyNames } from '#domain/money';
import { humanize, paymentMethodName } from '#domain/payments';
import { formatFieldValue } from '../../activity/formatFieldValue.js';
import { Details, type Detail } from '../../ui/common/Details.js';
import { EmailText } from '../../../../browser/EmailText.js';
import { TimeText } from '../../ui/common/TimeText.js';
import { Section } from '../../ui/common/Section.js';
import { RecordedOtherwise, typedDifferently } from '../../customers/typedDifferently.js';
import type { CustomerRecord, PaymentRecord } from '../../data/dataProvider.js';
import { PaymentAmount, PaymentDate } from '../../fields/payments/fields.js';

/** Everything that is recorded about the payment, including the visitor's input. */
export function PaymentDetails() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const id = payment?.customerId;
  // The customer's card reports a failure.
  const { data: customer } = useGetOne<CustomerRecord>(
    'customers',
    { id },
    { enabled: Boolean(id), onError: () => {} },
  );
  if (!payment) return null;
  const label = (name: string) => translate(`resources.payments.show.${name}`);
  const { transactionId, transferDate, transferReference, notes } = payment;
  const more = Object.entries(payment.paymentDetails ?? {}).filter(
    ([, value]) => value !== null && value !== '',
  );
  const differing = new Map(
    customer
      ? typedDifferently(payment.paymentDetails, customer).map(({ field, recorded }) => [field, recorded])
      : [],
  );
  const words = { nothing: label('notProvided'), yes: label('yes'), no: label('no') };
  const text = (key: string, value: unknown): ReactNode => {
    if (key === 'email') return <EmailText email={String(value)} />;
    if (key === 'country') return locationName({ country: String(value) });
    if (key === 'province' || key === 'state')
      return regionName({ country: String(payment.paymentDetails?.country), [key]: String(value) });
    return typeof value === 'boolean' ? label(value ? 'yes' : 'no') : String(value);
  };

  return (
    <Section title={label('details')}>
      <Details
        rows={[
          [label('transactionId'), transactionId || translate('resources.payments.none')],
          [label('type'), paymentMethodName(payment.paymentType || payment.paymentMethod)],
          [label('amount'), <PaymentAmount key="amount" />],
          [label('currency'), currencyNames.THB],
          [label('paymentDate'), <PaymentDate key="date" />],
          transferDate && [label('transferDate'), formatDay(transferDate)],
          transferReference && [label('transferReference'), transferReference],
          [label('updatedAt'), <TimeText key="updated" value={payment.updatedAt} />],
          notes && [label('notes'), notes],
        ]}
      />
      {more.length > 0 && (
        <>
          <Typography variant="h3" sx={{ mt: 2, mb: 0.5 }}>
            {label('more')}
          </Typography>
          <Details
            rows={more.map(([key, value]): Detail => [
              humanize(key),
              <>
                {text(key, value)}
                {differing.has(key) && (
                  <RecordedOtherwise value={formatFieldValue(key, differing.get(key), words)} />
                )}
              </>,
            ])}
          />
        </>
      )}
    </Section>
  );
}
