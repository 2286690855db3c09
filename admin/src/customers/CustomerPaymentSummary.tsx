import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'react-admin';
import { summaryCurrency } from '../../../domain/customers.js';
import { messages } from '../../../domain/messages.js';
import { currencies, formatMoney, formatNamedMoney, sum } from '../../../domain/money.js';
import { Details } from '../common/Details.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import { Moment } from '../common/Moment.js';
import { Section } from '../common/Section.js';
import type { CustomerRecord, ListedPaymentRecord } from '../dataProvider.js';
import { useCustomerPayments } from './useCustomerPayments.js';

/** What the customer paid. The amount is in the currency of their country; what was recorded stands below it. */
export function CustomerPaymentSummary() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const { data: payments, error, refetch } = useCustomerPayments();
  const label = (name: string) => translate(`resources.customers.show.${name}`);
  const currency = summaryCurrency(customer?.country);

  return (
    <Section title={label('summary')}>
      {payments ? (
        <Details
          stacked
          rows={[
            [label('totalPayments'), String(payments.length)],
            [
              label('totalAmount'),
              <span key="total">
                {formatMoney(sum(payments.map(({ amount }) => amount)), currency)}
                {payments.some((payment) => payment.currency !== currency) && (
                  <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                    {translate('resources.customers.show.recorded', { amounts: recordedAmounts(payments) })}
                  </Typography>
                )}
              </span>,
            ],
            [
              label('lastPayment'),
              payments[0] ? <Moment key="last" value={payments[0].createdAt} /> : label('noPayments'),
            ],
          ]}
        />
      ) : error ? (
        <ErrorAlert error={error} fallback={messages.fetchPayments} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={122} />
      )}
    </Section>
  );
}

/** "US$2,050.00 + CA$2,256.61": the sum in each currency that was recorded. */
function recordedAmounts(payments: ListedPaymentRecord[]): string {
  return currencies
    .map((currency) => ({ currency, found: payments.filter((payment) => payment.currency === currency) }))
    .filter(({ found }) => found.length > 0)
    .map(({ currency, found }) => formatNamedMoney(sum(found.map(({ amount }) => amount)), currency))
    .join(' + ');
}
