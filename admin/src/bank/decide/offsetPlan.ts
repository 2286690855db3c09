import { takesNothing } from '#domain/bank/candidates';
import type { TransactionKind, OutgoingProposal } from '#domain/bank/outgoing';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { type Cents, negated, toCents } from '#domain/platform/money';
import { mostOffset, type OffsetFault, offsetFault, type OffsetSide } from '#domain/bank/offsets';
import type { TransactionRecord } from '../../data/records.js';

/** A transaction of the opposite direction: an incoming one that may be taken back, or a refund that may have come back. */
export type Incoming = Extract<OutgoingProposal, { kind: TransactionKind }>['transaction'] & {
  bankAccountId?: string;
  isReversed?: boolean;
  isReturned?: boolean;
};

export const asIncoming = (transaction: BankTransaction): Incoming => ({
  ...transaction,
  isReversed: Boolean(transaction.reversed?.length),
  isReturned: Boolean(transaction.offsets?.length),
  payments: transaction.allocations.map(({ paymentId, referenceNumber }) => ({ paymentId, referenceNumber })),
});

const ownSide = ({
  rest,
  currency,
  bankAccountId,
}: Pick<BankTransaction, 'rest' | 'currency' | 'bankAccountId'>): OffsetSide => ({
  cents: toCents(rest),
  restCents: toCents(rest),
  currency,
  bankAccountId,
});

const otherSide = ({ amount, rest, ...incoming }: Incoming): OffsetSide => ({
  ...incoming,
  cents: toCents(amount),
  restCents: toCents(rest),
});

/** The amount that is taken back, or that came back of a refund. */
export const offsetAmount = (kind: TransactionKind, own: BankTransaction, other: Incoming): Cents =>
  mostOffset(kind, ownSide(own), otherSide(other));

/** The reason for which a transaction cannot be tied to one of the opposite direction; the server decides. */
export function offsetRefusal(
  kind: TransactionKind,
  outgoing: Pick<BankTransaction, 'rest' | 'currency' | 'bankAccountId'>,
  incoming: Incoming,
): OffsetFault | undefined {
  if (kind === 'refundReturned') return undefined;
  const [own, other] = [ownSide(outgoing), otherSide(incoming)];
  return offsetFault(kind, mostOffset(kind, own, other), own, other);
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
    .filter(({ why }) => takesNothing(why))
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
