import { cardModeName } from '#domain/cards/cards';
import type { LedgerFigures } from '#domain/ledger/ledger';
import { moneyWayNames } from '#domain/ledger/ledger-calls';
import type { MoneyDays } from '#domain/ledger/payment-money';
import { regionName } from '#domain/places/locations';
import { toAmount } from '#domain/platform/money';
import { planInText } from '#domain/payments/plan';
import type { AskedNow } from '#domain/payments/plan-parts';
import { paymentMethodName, paymentSourceNames, statusNames } from '#domain/payments/payments';
import { type Column, dayCell } from '../../platform/exports/export.js';
import type { Payment } from '../payment.schema.js';

/** A payment of an export, with its customer's name and email, its figures, and what its bookings come to. */
export type ExportedPayment = Omit<Payment, 'customerId'> & {
  customerId: { fullName: string; email: string } | null;
  figures: LedgerFigures & MoneyDays;
  askedNow?: AskedNow;
  /** In US dollars; undefined without bookings. */
  usd?: number | undefined;
  /** The rate of its last booking. */
  rate?: number | undefined;
};

/** The columns of an export of payments: the recorded amount in the recorded currency, as the accountant books it. */
export const paymentColumns: readonly Column<ExportedPayment>[] = [
  { title: 'Reference', width: 28, value: ({ referenceNumber }) => referenceNumber },
  { title: 'Customer', width: 26, value: ({ customerId }) => customerId?.fullName },
  { title: 'Customer Email', width: 30, value: ({ customerId }) => customerId?.email },
  { title: 'Amount', width: 12, format: 'amount', value: ({ amount }) => amount },
  { title: 'Currency', width: 10, value: ({ currency }) => currency },
  { title: 'Payment Method', width: 28, value: ({ paymentMethod }) => paymentMethodName(paymentMethod) },
  { title: 'Status', width: 12, value: ({ status }) => statusNames[status] },
  { title: 'Date', width: 22, format: 'moment', value: ({ createdAt }) => createdAt },
  { title: 'Transfer Date', width: 14, format: 'day', value: ({ transferDate }) => transferDate },
  { title: 'Transaction ID', width: 24, value: ({ transactionId }) => transactionId },
  { title: 'Customer Reference', width: 26, value: ({ transferReference }) => transferReference },
  { title: 'Notes', width: 36, value: ({ notes }) => notes },
  { title: 'Last Updated', width: 22, format: 'moment', value: ({ updatedAt }) => updatedAt },
  { title: 'ID', width: 26, value: ({ _id }) => String(_id) },
  { title: 'Received', width: 12, format: 'amount', value: ({ figures }) => toAmount(figures.received) },
  { title: 'Refunded', width: 12, format: 'amount', value: ({ figures }) => toAmount(figures.refunded) },
  { title: 'Source', width: 12, value: ({ source }) => paymentSourceNames[source] },
  { title: 'Mode', width: 8, value: ({ card }) => card && cardModeName(card) },
  { title: 'Paid On', width: 12, format: 'day', value: ({ figures }) => dayCell(figures.paidOn) },
  { title: 'Refunded On', width: 12, format: 'day', value: ({ figures }) => dayCell(figures.refundedOn) },
  {
    title: 'Ways',
    width: 16,
    value: ({ figures }) => figures.ways.map((way) => moneyWayNames[way]).join(', '),
  },
  { title: 'Net', width: 12, format: 'amount', value: ({ figures }) => toAmount(figures.net) },
  { title: 'Due', width: 12, format: 'amount', value: ({ figures }) => toAmount(figures.due) },
  { title: 'Shortfall', width: 12, format: 'amount', value: ({ figures }) => toAmount(figures.shortfall) },
  { title: 'Surplus', width: 12, format: 'amount', value: ({ figures }) => toAmount(figures.surplus) },
  { title: 'Sale', width: 12, format: 'amount', value: ({ figures }) => toAmount(figures.sale) },
  { title: 'Province', width: 14, value: (payment) => regionName(payment) },
  { title: "Visitor's Amount", width: 14, format: 'amount', value: ({ quoted }) => quoted?.amount },
  { title: "Visitor's Currency", width: 12, value: ({ quoted }) => quoted?.currency },
  { title: 'Rate', width: 10, value: ({ rate }) => rate },
  { title: 'US Dollars', width: 14, format: 'usd', value: ({ usd }) => usd },
  { title: 'Card Fee', width: 12, format: 'amount', value: ({ payout }) => payout?.fee },
  { title: 'Fee Currency', width: 14, value: ({ payout }) => payout?.currency },
  { title: 'Payout', width: 30, value: ({ payout }) => payout?.id },
  { title: 'Payout Day', width: 12, format: 'day', value: ({ payout }) => dayCell(payout?.day) },
  { title: 'Plan', width: 48, value: ({ plan }) => plan && planInText(plan) },
  { title: 'Asked Now', width: 12, format: 'amount', value: ({ askedNow }) => askedNow?.amount },
  { title: 'Asked Until', width: 12, format: 'day', value: ({ askedNow }) => dayCell(askedNow?.due) },
];
