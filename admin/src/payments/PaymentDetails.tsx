import { useRecordContext, useTranslate } from 'react-admin';
import Typography from '@mui/material/Typography';
import { formatDateTime, formatDay } from '../../../domain/dates.js';
import { locationName, regionName } from '../../../domain/locations.js';
import { currencyNames } from '../../../domain/money.js';
import { detailLabel, paymentMethodName } from '../../../domain/payments.js';
import { Details, type Detail } from '../common/Details.js';
import { Section } from '../common/Section.js';
import type { PaymentRecord } from '../dataProvider.js';
import { PaymentDate } from './fields.js';
import { PaymentAmount } from './PaymentAmount.js';

/** Everything that is recorded about the payment, what the visitor typed included. */
export function PaymentDetails() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const label = (name: string) => translate(`resources.payments.show.${name}`);
  const { transactionId, transferDate, transferReference, notes } = payment;
  const more = Object.entries(payment.paymentDetails ?? {}).filter(
    ([, value]) => value !== null && value !== '',
  );
  const text = (key: string, value: unknown): string => {
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
          [label('updatedAt'), formatDateTime(payment.updatedAt)],
          notes && [label('notes'), notes],
        ]}
      />
      {more.length > 0 && (
        <>
          <Typography variant="h3" sx={{ mt: 2, mb: 0.5 }}>
            {label('more')}
          </Typography>
          <Details rows={more.map(([key, value]): Detail => [detailLabel(key), text(key, value)])} />
        </>
      )}
    </Section>
  );
}
