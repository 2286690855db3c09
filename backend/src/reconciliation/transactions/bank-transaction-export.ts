import { type Cents, formatCents, sumOfCents, toAmount } from '#domain/money';
import { outgoingKindNames } from '#domain/outgoing';
import { transactionStateNames } from '#domain/reconciliation';
import type { Column } from '../../exports/export.js';
import type { BankTransaction } from './bank-transaction.schema.js';

/** A transaction of an export, with the names of its account and of its customers. */
export type ExportedTransaction = BankTransaction & { account: string; customers: string[] };

/**
 * The allocations of a transaction: "CRTS-OTN-9F3A2C-482913 CA$2,256.61; …", in each payment's currency; and its
 * offsets: "Reversed by the bank CA$2,256.61, 2026-11-21 JANE SMITH", with day and payer of the other transaction.
 */
const settled = ({ allocations, offsets = [], currency }: ExportedTransaction): string =>
  [
    ...allocations.map(
      ({ referenceNumber, settledCents, paymentCurrency }) =>
        `${referenceNumber} ${formatCents(settledCents, paymentCurrency)}`,
    ),
    ...offsets.map(
      ({ kind, cents, day, payer = '' }) =>
        `${outgoingKindNames[kind]} ${formatCents(cents, currency)}, ${`${day} ${payer}`.trim()}`,
    ),
  ].join('; ');

const signedSum = (parts: readonly { cents: Cents }[], { cents }: ExportedTransaction): number =>
  Math.sign(cents) * toAmount(sumOfCents(parts.map((part) => part.cents))) || 0;

/** The columns of an export of bank transactions; amounts in the account's currency, negative for outgoing money. */
export const transactionColumns: readonly Column<ExportedTransaction>[] = [
  { title: 'Day', width: 12, value: ({ day }) => day },
  { title: 'Account', width: 24, value: ({ account }) => account },
  { title: 'Amount', width: 12, value: ({ cents }) => toAmount(cents) },
  { title: 'Currency', width: 10, value: ({ currency }) => currency },
  { title: 'Payer', width: 26, value: ({ payer }) => payer },
  { title: 'Text', width: 48, value: ({ text }) => text },
  { title: 'Bank ID', width: 24, value: ({ bankId }) => bankId },
  { title: 'State', width: 14, value: ({ state }) => transactionStateNames[state] },
  { title: 'Reason', width: 24, value: ({ reason, restCents }) => (restCents ? reason : undefined) },
  { title: 'Allocated', width: 12, value: (row) => signedSum(row.allocations, row) },
  { title: 'Rest', width: 12, value: ({ restCents }) => toAmount(restCents) },
  { title: 'Settled', width: 44, value: settled },
  { title: 'Customers', width: 30, value: ({ customers }) => customers.filter(Boolean).join('; ') },
  { title: 'ID', width: 26, value: ({ _id }) => String(_id) },
  { title: 'Taken Back', width: 12, value: (row) => signedSum(row.offsets ?? [], row) },
];
