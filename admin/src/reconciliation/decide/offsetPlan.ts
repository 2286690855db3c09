import type { TransactionKind, OutgoingProposal } from '#domain/outgoing';
import type { BankTransaction } from '#domain/reconciliation';
import { absolute, asCents, type Cents, negated, toCents } from '#domain/money';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';

/** A transaction of the opposite direction: an incoming one that may be taken back, or a refund that may have come back. */
export type Incoming = Extract<OutgoingProposal, { kind: TransactionKind }>['transaction'] & {
  bankAccountId?: string;
  isReversed?: boolean;
};

export const asIncoming = (transaction: BankTransaction): Incoming => ({
  ...transaction,
  isReversed: Boolean(transaction.reversed?.length),
  payments: transaction.allocations.map(({ paymentId, referenceNumber }) => ({ paymentId, referenceNumber })),
});

/**
 * The amount that is taken back: all of a reversed transaction, what is left over of one that is returned, or all that came
 * back of a refund.
 */
export const offsetAmount = (
  kind: TransactionKind,
  { rest: left }: BankTransaction,
  { amount, rest }: Incoming,
): Cents => {
  if (kind === 'reversal') return toCents(amount);
  const most = kind === 'return' ? toCents(rest) : absolute(toCents(amount));
  return asCents(Math.min(absolute(toCents(left)), most));
};

/** The reason for which a transaction cannot be tied to one of the opposite direction; the server decides. */
export function offsetRefusal(
  kind: TransactionKind,
  outgoing: Pick<BankTransaction, 'rest' | 'currency' | 'bankAccountId'>,
  { amount, rest, currency, bankAccountId, isReversed }: Incoming,
): 'reversed' | 'currency' | 'account' | 'whole' | 'nothing' | undefined {
  if (isReversed) return 'reversed';
  if (currency !== outgoing.currency) return 'currency';
  if (kind === 'refundReturned') return undefined;
  if (kind === 'return') return rest > 0 ? undefined : 'nothing';
  if (bankAccountId !== undefined && bankAccountId !== outgoing.bankAccountId) return 'account';
  return toCents(amount) > absolute(toCents(outgoing.rest)) ? 'whole' : undefined;
}

const nameKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns the outgoing transactions that give back what is left of an incoming one: to its payer, or a customer whose
 * payment was settled before it, exactly this amount, on its day or later, and tied to nothing yet. The latest comes first.
 */
export function returnsOf(
  { payer = '', rest, currency, day, candidates }: Returnable,
  found: readonly TransactionRecord[],
): TransactionRecord[] {
  const customers = candidates
    .filter(({ why }) => why.includes('settled'))
    .map(({ customer }) => customer?.fullName ?? '');
  const names = [payer, ...customers].map(nameKey).filter(Boolean);
  if (rest <= 0) return [];
  const isNamed = (text: string) => names.some((name) => ` ${nameKey(text)} `.includes(` ${name} `));
  return found
    .filter(
      (one) =>
        one.currency === currency &&
        one.day >= day &&
        toCents(one.amount) === negated(toCents(rest)) &&
        one.rest === one.amount &&
        isNamed(`${one.payer ?? ''} ${one.text}`),
    )
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}

type Returnable = Pick<BankTransaction, 'payer' | 'rest' | 'currency' | 'day' | 'candidates'>;
