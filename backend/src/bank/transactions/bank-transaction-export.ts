import { type Cents, formatCents, sumOfCents, toAmount } from '#domain/platform/money';
import { outgoingKindNames } from '#domain/bank/outgoing';
import { transactionStateNames } from '#domain/bank/reconciliation';
import { type Cell, type Column, dayCell } from '../../platform/exports/export.js';
import type { BankTransaction, StoredAllocation } from './bank-transaction.schema.js';

/** A line of an export: a transaction, or one of its allocations; the first line of each has the transaction's amounts. */
export type ExportedTransaction = BankTransaction & {
  account: string;
  /** The allocation of the line, with its payment's present reference and its customer's name. */
  allocation?: StoredAllocation | undefined;
  customer?: string | undefined;
  isFirst: boolean;
};

/** Returns the lines of a transaction: one for each allocation, or a single one. */
export const linesOf = (
  transaction: Omit<ExportedTransaction, 'allocation' | 'customer' | 'isFirst'>,
  customerOf: (allocation: StoredAllocation) => string,
): ExportedTransaction[] =>
  transaction.allocations.length
    ? transaction.allocations.map((allocation, index) => ({
        ...transaction,
        allocation,
        customer: customerOf(allocation),
        isFirst: index === 0,
      }))
    : [{ ...transaction, isFirst: true }];

/**
 * Returns the text that settles a line: its allocation, "CRTS-OTN-9F3A2C-482913 CA$2,256.61" in the payment's currency; on the first line,
 * the transaction's offsets, "Reversed by the bank CA$2,256.61, 2026-11-21 JANE SMITH", with day and payer of the other.
 */
const settled = ({ allocation, offsets = [], currency, isFirst }: ExportedTransaction): string =>
  [
    ...(allocation
      ? [`${allocation.referenceNumber} ${formatCents(allocation.settledCents, allocation.paymentCurrency)}`]
      : []),
    ...(isFirst ? offsets : []).map(
      ({ kind, cents, day, payoutId, payer = payoutId ?? '' }) =>
        `${outgoingKindNames[kind]} ${formatCents(cents, currency)}, ${`${day} ${payer}`.trim()}`,
    ),
  ].join('; ');

/** Of a transaction with several lines its own amounts stand on the first one, so that columns add up. */
const once =
  (value: (row: ExportedTransaction) => Cell) =>
  (row: ExportedTransaction): Cell =>
    row.isFirst ? value(row) : undefined;

const signedSum = (parts: readonly { cents: Cents }[], { cents }: ExportedTransaction): number =>
  Math.sign(cents) * toAmount(sumOfCents(parts.map((part) => part.cents))) || 0;

/** The columns of an export of bank transactions; amounts in the account's currency, negative for outgoing money. */
export const transactionColumns: readonly Column<ExportedTransaction>[] = [
  { title: 'Day', width: 12, format: 'day', value: ({ day }) => dayCell(day) },
  { title: 'Account', width: 24, value: ({ account }) => account },
  { title: 'Amount', width: 12, format: 'amount', value: once(({ cents }) => toAmount(cents)) },
  { title: 'Currency', width: 10, value: ({ currency }) => currency },
  { title: 'Payer', width: 26, value: ({ payer }) => payer },
  { title: 'Text', width: 48, value: ({ text }) => text },
  { title: 'Bank ID', width: 24, value: ({ bankId }) => bankId },
  { title: 'State', width: 14, value: ({ state }) => transactionStateNames[state] },
  { title: 'Reason', width: 24, value: ({ reason, restCents }) => (restCents ? reason : undefined) },
  {
    title: 'Allocated',
    width: 12,
    format: 'amount',
    value: (row) => signedSum(row.allocation ? [row.allocation] : [], row),
  },
  { title: 'Rest', width: 12, format: 'amount', value: once(({ restCents }) => toAmount(restCents)) },
  { title: 'Settled', width: 44, value: settled },
  { title: 'Customers', width: 30, value: ({ customer }) => customer },
  { title: 'ID', width: 26, value: ({ _id }) => String(_id) },
  {
    title: 'Taken Back',
    width: 12,
    format: 'amount',
    value: once((row) => signedSum(row.offsets ?? [], row)),
  },
];
