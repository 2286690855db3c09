import { roundToCents } from './money.js';
import { type BalanceFields, isSettled, openAmount, type PaymentStatus } from './payments.js';

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
  const { received = 0, refunded = 0, owedAgain = 0 } = payment;
  if (refunded > owedAgain && refunded === received) return 'refunded';
  return received > 0 && openAmount(payment) === 0 ? 'paid' : 'pending';
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
 * Returns the part of the refunded amount that is owed again once a person sets this status: all of it where a refunded
 * payment is opened again, and no more than was received since where it is set to refunded.
 */
export function owedAgainAfter(payment: StatusFacts, status: PaymentStatus): number {
  const { amount, received = 0, refunded = 0, shortfall = 0, owedAgain = 0 } = payment;
  if (status === payment.status) return owedAgain;
  if (status === 'refunded') return roundToCents(Math.max(0, received + shortfall - amount));
  return payment.status === 'refunded' && !isSettled(status) ? refunded : owedAgain;
}

/** Returns the received amount that counts for what is owed now: without what was given back and is owed again. */
export const standingReceived = ({
  received = 0,
  owedAgain = 0,
}: Pick<BalanceFields, 'received' | 'owedAgain'>): number => roundToCents(received - owedAgain);

/**
 * Returns the amount that a payment adds to the figures: the revenue of a settled one, which is its amount without what
 * was given back.
 */
export const countedAmount = (payment: BalanceFields): number => {
  const { amount, status, refunded = 0, owedAgain = 0 } = payment;
  return isSettled(status) ? roundToCents(amount - Math.max(0, refunded - owedAgain)) : amount;
};
