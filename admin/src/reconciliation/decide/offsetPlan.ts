import type { OffsetKind, OutgoingProposal } from '#domain/outgoing';
import type { BankTransaction } from '#domain/reconciliation';
import { absolute, asCents, type Cents, toCents } from '#domain/money';

/** An incoming transaction that an outgoing one may take back. */
export type Incoming = Extract<OutgoingProposal, { kind: OffsetKind }>['transaction'] & {
  bankAccountId?: string;
  isReversed?: boolean;
};

export const asIncoming = (transaction: BankTransaction): Incoming => ({
  ...transaction,
  isReversed: Boolean(transaction.reversed?.length),
  payments: transaction.allocations.map(({ paymentId, referenceNumber }) => ({ paymentId, referenceNumber })),
});

/** The amount that is taken back: all of a reversed transaction, or what is left over of one that is returned. */
export const offsetAmount = (
  kind: OffsetKind,
  { rest: left }: BankTransaction,
  { amount, rest }: Incoming,
): Cents =>
  kind === 'reversal' ? toCents(amount) : asCents(Math.min(absolute(toCents(left)), toCents(rest)));

/** The reason for which an outgoing transaction cannot take back an incoming one; the server decides. */
export function offsetRefusal(
  kind: OffsetKind,
  outgoing: Pick<BankTransaction, 'rest' | 'currency' | 'bankAccountId'>,
  { amount, rest, currency, bankAccountId, isReversed }: Incoming,
): 'reversed' | 'currency' | 'account' | 'whole' | 'nothing' | undefined {
  if (isReversed) return 'reversed';
  if (currency !== outgoing.currency) return 'currency';
  if (kind === 'return') return rest > 0 ? undefined : 'nothing';
  if (bankAccountId !== undefined && bankAccountId !== outgoing.bankAccountId) return 'account';
  return toCents(amount) > absolute(toCents(outgoing.rest)) ? 'whole' : undefined;
}
