import { formatDay } from '../platform/dates.js';
import type { LedgerEntry } from './ledger.js';
import { type Cents, type Currency, formatNamedMoney, toCents } from '../platform/money.js';
import type { LedgerRecord } from './payment-money.js';
import { type HandWay, handWays } from './ways.js';

/** A refund that a person recorded by hand. */
export type HandRefund = LedgerEntry & { amount: number; way: HandWay };

/** Returns the refunds that a person recorded by hand, and that stand: the bank's row of such a one tells the same money. */
export const refundsByHand = ({ ledger = [] }: Pick<LedgerRecord, 'ledger'>): HandRefund[] =>
  ledger.filter(
    (entry): entry is HandRefund =>
      entry.kind === 'refund' && !entry.voided && handWays.some((way) => way === entry.way),
  );

/** Returns those of these refunds that a bank's row of this amount may be, in cents of the payment's currency. */
export const refundsOfAmount = <Refund extends { amount: number }>(
  refunds: readonly Refund[],
  cents: Cents | undefined,
): Refund[] => refunds.filter(({ amount }) => toCents(amount) === cents);

/**
 * Returns the refund by hand that a bank's row takes the place of, as a person says: `instead` is its entry, or null where
 * the row is another refund. The fault is the reason to refuse: no such refund stands, or nothing is said where one of this
 * amount does.
 */
export function replacedRefund(
  payment: LedgerRecord & { referenceNumber: string; currency: Currency },
  cents: Cents,
  instead: string | null | undefined,
): { replaced?: HandRefund; fault?: string } {
  const refunds = refundsByHand(payment);
  if (instead === null) return {};
  if (instead !== undefined) {
    const replaced = refunds.find(({ _id }) => _id === instead.toLowerCase());
    return replaced
      ? { replaced }
      : { fault: `No refund of ${payment.referenceNumber} that stands was recorded by hand so` };
  }
  const [alike] = refundsOfAmount(refunds, cents);
  if (!alike) return {};
  const money = formatNamedMoney(alike.amount, payment.currency);
  return { fault: `Say whether this is the ${money} recorded on ${formatDay(alike.day)}, or another refund` };
}

/** Returns a payment as it is without the entries of a step. */
export const withoutStep = <Payment extends LedgerRecord>(payment: Payment, step: string): Payment => ({
  ...payment,
  ledger: payment.ledger?.filter((entry) => entry.step !== step),
});
