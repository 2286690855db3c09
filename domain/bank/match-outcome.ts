import type { RefundByHand } from './candidates.js';
import { asCents, type Cents, toAmount, toCents } from '../platform/money.js';
import { saleOfPayment } from '../ledger/payment-money.js';
import { isSettled, type Payment, type PaymentStatus } from '../payments/payments.js';
import { partSums, type PlannedPayment } from '../payments/plan.js';
import { refundsOfAmount } from '../ledger/refunds.js';
import { mayLetGo } from '../ledger/shortfalls.js';

/** The money of a payment that may still come in and go back, in cents of its currency. */
export interface MoneyBounds {
  open: Cents;
  /** Missing where only the server knows it. */
  refundable?: Cents;
  /** The refunds that were recorded by hand; missing where only the server knows them. */
  refundsByHand?: readonly RefundByHand[];
  /** A payment with a plan. */
  planned?: PlannedPayment;
}

/**
 * The bounds of a payment of a list, as the fold has them (ledger.ts). What a person said to be refunded is in no list: the
 * server knows what such a payment may give back.
 */
export function boundsOfListed(payment: Omit<Payment<unknown>, 'customerId' | 'statusHistory'>): MoneyBounds {
  const { status, received, refunded, due, unproven, shortfall = 0 } = payment;
  const net = toCents(received) - toCents(refunded);
  if (status === 'refunded') return { open: asCents(Math.max(0, 0 - net)) };
  const kept = toCents(saleOfPayment(payment)) - toCents(shortfall);
  return { open: asCents(toCents(due) + toCents(unproven)), refundable: asCents(Math.max(0, net, kept)) };
}

/** True for a payment that a part of a transaction can be allocated to; of outgoing money as a refund. */
export const takesMoney = ({ open, refundable, refundsByHand }: MoneyBounds, isRefund: boolean): boolean =>
  isRefund ? refundable !== 0 || !!refundsByHand?.length : open > 0;

/** A payment that a part of a transaction is allocated to. */
interface Allocated extends MoneyBounds {
  status: PaymentStatus;
}

/** The effect of an allocation on its payment, as the server will find it. */
export interface AllocationOutcome {
  /** The most that can be allocated or refunded; set if the allocation exceeds it. */
  most?: Cents;
  /** The amount still due afterwards, in the payment's currency. */
  missing: Cents;
  /** Of a refund: what may still go back afterwards; missing where only the server knows it. */
  left?: Cents;
  /** The new status of the payment; missing if it keeps its own. */
  becomes?: PaymentStatus;
  /** Of what is still missing by the payment's plan: the amount and the day of the next part; `isAll` where it is the last. */
  next?: { cents: Cents; day: string; isAll: boolean };
}

const none = asCents(0);

/** Returns the effect of incoming money; of what is missing as much is let go as `accepted` says. */
export function receiptOutcome(
  { open, status, planned }: Allocated,
  settled: Cents,
  accepted: Cents | undefined,
): AllocationOutcome {
  const missing = asCents(open - settled);
  if (missing < 0) return { most: open, missing: none };
  const isWhole = missing === 0 || (accepted !== undefined && mayLetGo(missing, accepted));
  const next = isWhole || !planned ? undefined : nextPart({ ...planned, due: toAmount(missing) });
  return { missing, ...(isWhole && !isSettled(status) && { becomes: 'paid' }), ...(next && { next }) };
}

/** Returns what a plan asks for next; `isAll` where that is all. */
export function nextPart(planned: PlannedPayment): AllocationOutcome['next'] {
  const [sum, ...later] = partSums(planned);
  const part = sum && planned.plan?.[sum.parts[0]! - 1];
  return part && { cents: sum.cents, day: part.due, isAll: later.length === 0 };
}

/** Returns the refunds by hand that a refund of this amount may be: a person says which, or that it is another one. */
export const refundsToAskOf = ({ refundsByHand = [] }: MoneyBounds, settled: Cents | undefined) =>
  refundsOfAmount(refundsByHand, settled);

/** Returns the effect of outgoing money, which takes the place of the refund by hand that `instead` names. */
export function refundOutcome(
  { refundable, refundsByHand = [], status }: Allocated,
  settled: Cents,
  instead: string | null | undefined,
): AllocationOutcome {
  if (refundable === undefined) return { missing: none };
  const replaced = refundsByHand.find(({ _id }) => _id === instead);
  const most = asCents(refundable + (replaced ? toCents(replaced.amount) : 0));
  const left = asCents(most - settled);
  if (left < 0) return { most, missing: none };
  return { missing: none, left, ...(left === 0 && status !== 'refunded' && { becomes: 'refunded' }) };
}
