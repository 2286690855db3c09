import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'react-admin';
import { countedAmount, returnedAmount } from '#domain/balance';
import { isTestPayment } from '#domain/cards';
import { summaryCurrency } from '#domain/customers';
import { messages } from '#domain/messages';
import { isSettled } from '#domain/payments';
import { Details } from '../ui/common/Details.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { DateText } from '../ui/common/DateText.js';
import { Section } from '../ui/common/Section.js';
import type { CustomerRecord, ListedPaymentRecord } from '../data/dataProvider.js';
import { sumsByCurrency } from './sumsByCurrency.js';
import { useCustomerPayments } from './useCustomerPayments.js';
import { TotalAmount } from './TotalAmount.js';

/**
 * Sums of the customer's payments. The total adds the payments in the currency of their country, of any status; those
 * in other currencies stand beside it. Below it are the settled ones without what was given back, the pending ones, and
 * what was given back.
 */
export function CustomerPaymentSummary() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const { data, error, refetch } = useCustomerPayments();
  // Test payments are no money: the list below shows them with their mark.
  const payments = data?.filter((payment) => !isTestPayment(payment));
  const tests = (data?.length ?? 0) - (payments?.length ?? 0);
  const label = (name: string) => translate(`resources.customers.show.${name}`);
  const currency = summaryCurrency(customer?.country);
  const sumsWhere = (
    passes: (payment: ListedPaymentRecord) => boolean,
    amountOf?: (payment: ListedPaymentRecord) => number,
  ) => sumsByCurrency(payments?.filter(passes) ?? [], currency, amountOf);

  return (
    <Section title={label('summary')} isBusy={!payments && !error}>
      {payments ? (
        <>
          <Details
            stacked
            rows={[
              [label('totalPayments'), String(payments.length)],
              [label('totalAmount'), <TotalAmount key="total" payments={payments} currency={currency} />],
              [label('settled'), sumsWhere(({ status }) => isSettled(status), countedAmount)],
              [label('pending'), sumsWhere(({ status }) => status === 'pending')],
              [label('refunded'), sumsWhere((payment) => returnedAmount(payment) > 0, returnedAmount)],
              [
                label('lastPayment'),
                payments[0] ? <DateText key="last" value={payments[0].createdAt} /> : label('noPayments'),
              ],
            ]}
          />
          <Typography variant="caption" color="text.secondary" sx={{ display: 'block', mt: 1 }}>
            {label('totalNote')}
            {tests > 0 && ` ${translate('resources.customers.show.testsNote', { smart_count: tests })}`}
          </Typography>
        </>
      ) : error ? (
        <ErrorAlert error={error} fallback={messages.fetchPayments} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={320} />
      )}
    </Section>
  );
}
