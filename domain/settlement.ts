import { type BalanceFields, balanceOf } from './balance.js';
import { asCents, toAmount } from './money.js';
import { isSettled, type PaymentStatus } from './payments.js';

/** An act on a payment's receipts: money is allocated, given back, or either is taken back. */
export type ReceiptAct = 'match' | 'refund' | 'undo';

/** The facts that a payment's status follows from. */
export interface StatusFacts extends BalanceFields {
  status: PaymentStatus;
  /** The status that a person has set last; missing where none has. */
  statusByHand?: PaymentStatus;
}

/** Returns the status that the receipts make on their own: paid, given back whole, or neither. */
function statusByReceipts(payment: BalanceFields): 'paid' | 'refunded' | 'pending' {
  const { received, refunded, owedAgain, open } = balanceOf(payment);
  if (refunded > owedAgain && refunded === received) return 'refunded';
  return received > 0 && open === 0 ? 'paid' : 'pending';
}

/**
 * Returns the status of a payment after an act on its receipts; `payment` has its balance after the act and its status
 * before. The status follows the receipts until a person sets another one. Two acts end what the person has set: money
 * that settles an unsettled payment, and a refund of all that was received. Once these are taken back, the status that
 * the person had set stands again.
 */
export function statusAfter(payment: StatusFacts, act: ReceiptAct): PaymentStatus {
  const { status, statusByHand } = payment;
  const made = statusByReceipts(payment);
  const isEnded = (act === 'match' && made === 'paid') || (act === 'refund' && made === 'refunded');
  if (status === statusByHand && !isEnded) return status;
  if (made === 'refunded') return made;
  if (made === 'paid') return statusByHand && isSettled(statusByHand) ? statusByHand : made;
  return statusByHand ?? made;
}

/** Returns whether a payment keeps a status that differs from the one that its receipts make. */
export const isStatusKept = (before: Pick<StatusFacts, 'status'>, after: StatusFacts): boolean =>
  before.status === after.status &&
  statusByReceipts(after) !== (isSettled(after.status) ? 'paid' : after.status);

/**
 * Returns the part of the refunded amount that is owed again once a person sets this status: all that was received and
 * given back where a refunded or settled payment is opened again, and no more than was received since where it is set to
 * refunded. A card's money is not in the received amount, and so is owed without it.
 */
export function owedAgainAfter(payment: StatusFacts, status: PaymentStatus): number {
  if (status === payment.status) return payment.owedAgain ?? 0;
  const { amount, received, shortfall, refunded, owedAgain } = balanceOf(payment);
  if (status === 'refunded') return toAmount(asCents(Math.max(0, received + shortfall - amount)));
  const isOpened = !isSettled(status) && (payment.status === 'refunded' || isSettled(payment.status));
  return toAmount(isOpened ? asCents(Math.min(refunded, received)) : owedAgain);
}
