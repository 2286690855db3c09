import type { Types } from 'mongoose';
import { outgoingReason } from '#domain/bank/reconciliation';
import { type Evidence, openKeys } from './evidence.js';
import type { BankTransaction } from '../transactions/bank-transaction.schema.js';

/** The states of transactions that matching may move. */
const openStates: readonly BankTransaction['state'][] = ['ready', 'review'];
/** The condition of such a transaction. */
export const isOpen = { state: { $in: openStates } };
/** True for such a transaction. */
export const isStillOpen = ({ state }: Pick<BankTransaction, 'state'>): boolean => openStates.includes(state);
/** True for outgoing money that no person has decided on: whether it needs a review follows from its candidates. */
export const isUndecidedOutgoing = ({ cents, state, reason, allocations, offsets = [] }: BankTransaction) =>
  cents < 0 &&
  !allocations.length &&
  !offsets.length &&
  (state === 'ignored' ? reason === outgoingReason : isStillOpen({ state }));
/** The state of outgoing money that no person has decided on. */
export const outgoingState = ({ candidates }: Pick<BankTransaction, 'candidates'>): 'review' | 'ignored' =>
  candidates.length ? 'review' : 'ignored';

/** A decision of matching on a transaction, with its evidence. */
export interface Decided {
  transaction: BankTransaction;
  evidence: Evidence;
  decision: Pick<BankTransaction, 'candidates'> & { claims: Types.ObjectId[]; isReadyIfUncontested: boolean };
}

/** Returns the keys that a transaction is stored with, which it has while a payment or notice may explain it. */
export const newKeys = ({ transaction, evidence }: Decided): string[] | undefined =>
  !transaction.keys && (transaction.cents > 0 || isUndecidedOutgoing(transaction))
    ? openKeys(transaction, evidence)
    : undefined;

/** True where the decision differs from the stored one: most transactions that are matched again do not change. */
export function isChange(decided: Decided): boolean {
  const { transaction, decision } = decided;
  const { candidates, claims = [], state, isUnmatched, cents } = transaction;
  if (isUnmatched || newKeys(decided)) return true;
  if (isUndecidedOutgoing(transaction) && state !== outgoingState(decision)) return true;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return (
    !isSame(candidates, decision.candidates) ||
    (cents > 0 && (!isSame(claims, decision.claims) || (state === 'ready' && !decision.isReadyIfUncontested)))
  );
}
