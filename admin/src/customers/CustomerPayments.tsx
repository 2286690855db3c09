import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  DataTable,
  FunctionField,
  NumberField,
  SimpleShowLayout,
  TextField,
  useDataProvider,
  useRecordContext,
} from 'react-admin';
import { isTestPayment } from '#domain/cards/cards';
import { summaryCurrency } from '#domain/customers/customers';
import { messages } from '#domain/platform/messages';
import { currencies, type Currency, formatNamedMoney, sum } from '#domain/platform/money';
import { saleOfPayment } from '#domain/ledger/payment-money';
import { isSettled } from '#domain/payments/payments';
import type { dataProvider } from '../data/dataProvider.js';
import { type CustomerRecord, everyPage, type ListedPaymentRecord, newestRecords } from '../data/records.js';
import {
  PaymentLink,
  PaymentReference,
  PaymentMethodName,
  PaymentStatusChip,
  RecordedAmount,
  ShortMethodName,
} from '../ui/fields/payments/fields.js';
import { EmptyState, NotLoaded, Section } from '../ui/common/Section.js';
import { LocalList } from '../ui/lists/ListRecords.js';
import { paymentPath } from '../ui/paths.js';
import { DateField } from '../ui/common/fields.js';
import { keysOf, useTranslate, useTexts } from '../ui/i18n/useTranslate.js';

/** Every payment of the customer in context, newest first. */
export function useCustomerPayments() {
  const { getList } = useDataProvider<typeof dataProvider>();
  const id = useRecordContext<CustomerRecord>()?.id ?? '';
  return useQuery({
    queryKey: ['payments', 'ofCustomer', id],
    queryFn: async ({ signal }) => {
      const filter = { customerId: id };
      const list = { pagination: everyPage, sort: newestRecords.sort, filter, signal };
      return (await getList<ListedPaymentRecord>('payments', list)).data;
    },
    enabled: id !== '',
  });
}

/**
 * "CA$2,256.61 + US$2,050.00": sums of payments by currency, the given one first; zero in it without payments.
 * @param amountOf the amount of each that is added, in decimals
 */
function sumsByCurrency(
  payments: ListedPaymentRecord[],
  first: Currency,
  amountOf: (payment: ListedPaymentRecord) => number = ({ amount }) => amount,
): string {
  return [first, ...currencies.filter((currency) => currency !== first)]
    .map((currency) => ({ currency, found: payments.filter((payment) => payment.currency === currency) }))
    .filter(({ currency, found }) => found.length > 0 || (currency === first && payments.length === 0))
    .map(({ currency, found }) => formatNamedMoney(sum(found.map(amountOf)), currency))
    .join(' + ');
}

function TotalAmount({ payments, currency }: { payments: ListedPaymentRecord[]; currency: Currency }) {
  const translate = useTranslate();
  const own = payments.filter((payment) => payment.currency === currency);
  const others = payments.filter((payment) => payment.currency !== currency);
  return (
    <>
      <span>{formatNamedMoney(sum(own.map(({ amount }) => amount)), currency)}</span>
      {others.length > 0 && (
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          {translate('resources.customers.show.otherCurrencies', {
            amounts: sumsByCurrency(others, currency),
          })}
        </Typography>
      )}
    </>
  );
}

/** The money that went back; all of a refunded payment of which only a person's word is known. */
const givenBack = ({ status, amount, received, refunded }: ListedPaymentRecord): number =>
  status === 'refunded' && received === 0 ? amount : refunded;

/** Sums of the customer's payments: those in the currency of their country, and beside them those in others. */
export function CustomerPaymentSummary() {
  const customer = useRecordContext<CustomerRecord>();
  const { data, error, refetch } = useCustomerPayments();
  // Test payments are no money: the list below shows them with their mark.
  const payments = data?.filter((payment) => !isTestPayment(payment));
  const tests = (data?.length ?? 0) - (payments?.length ?? 0);
  const label = useTexts('resources.customers.show');
  const currency = summaryCurrency(customer?.country);
  const sumsWhere = (
    passes: (payment: ListedPaymentRecord) => boolean,
    amountOf?: (payment: ListedPaymentRecord) => number,
  ) => sumsByCurrency(payments?.filter(passes) ?? [], currency, amountOf);

  return (
    <Section title={label('summary')} isBusy={!payments && !error}>
      {payments ? (
        <>
          <SimpleShowLayout
            record={{
              id: 'summary',
              totalPayments: payments.length,
              settled: sumsWhere(({ status }) => isSettled(status), saleOfPayment),
              pending: sumsWhere(({ status }) => status === 'pending'),
              refunded: sumsWhere((payment) => givenBack(payment) > 0, givenBack),
              lastPayment: payments[0]?.createdAt,
            }}
          >
            <NumberField source="totalPayments" />
            <FunctionField
              source="totalAmount"
              render={() => <TotalAmount payments={payments} currency={currency} />}
            />
            <TextField source="settled" />
            <TextField source="pending" />
            <TextField source="refunded" />
            <DateField source="lastPayment" emptyText={label('noPayments')} />
          </SimpleShowLayout>
          <Typography variant="caption" color="text.secondary" sx={{ display: 'block', mt: 1 }}>
            {label('totalNote')}
            {tests > 0 && ` ${label('testsNote', { smart_count: tests })}`}
          </Typography>
        </>
      ) : (
        <NotLoaded error={error} fallback={messages.fetchPayments} refetch={refetch} height={320} />
      )}
    </Section>
  );
}

const label = keysOf('resources.customers.show.payments');

/** The customer's payments, each as it was recorded and linked to its page. */
export function CustomerPayments() {
  const translate = useTranslate();
  const { data: payments, error, refetch } = useCustomerPayments();

  if (!payments)
    return (
      <NotLoaded error={error} fallback={messages.fetchPayments} refetch={refetch} height={196} isFlush />
    );
  return (
    <LocalList
      resource="payments"
      records={payments}
      path={paymentPath}
      empty={<EmptyState title={translate(label('empty'))} hint={translate(label('emptyHint'))} />}
      card={() => ({
        title: <RecordedAmount />,
        status: <PaymentStatusChip />,
        main: <PaymentReference />,
        end: <PaymentLink />,
        meta: (
          <>
            <DateField source="createdAt" /> · <PaymentMethodName />
          </>
        ),
      })}
    >
      <DataTable.Col label={label('amount')} align="right" className="whole" field={RecordedAmount} />
      <DataTable.Col label={label('status')} field={PaymentStatusChip} />
      <DataTable.Col label={label('method')} className="whole" field={ShortMethodName} />
      <DataTable.Col source="createdAt" disableSort label={label('date')} field={DateField} />
      <DataTable.Col label={label('reference')} className="whole" field={PaymentReference} />
      <DataTable.Col label={label('link')} field={PaymentLink} />
    </LocalList>
  );
}
