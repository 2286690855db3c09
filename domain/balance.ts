import { asCents, type Cents, toAmount, toCents } from './money.js';
import { isSettled } from './payments.js';

/** The fields that a payment's balance depends on, in decimals; without receipts the optional ones are missing. */
export interface BalanceFields {
  amount: number;
  status: string;
  received?: number;
  refunded?: number;
  /** The accepted shortfall. */
  shortfall?: number;
  /** The part of the refunded amount that is owed again, as a person has reopened the refunded payment. */
  owedAgain?: number;
}

/** A payment's balance in cents of its currency. */
interface Balance extends Record<'amount' | 'received' | 'refunded' | 'shortfall' | 'owedAgain', Cents> {
  /** The amount that may still be allocated to the payment, whatever its status. */
  open: Cents;
  /** The amount that is still due: the open one of an unsettled payment, else 0. */
  due: Cents;
  /** The amount that was received and not given back. */
  refundable: Cents;
  /** The received amount that counts for what is owed now: without what was given back and is owed again. */
  standing: Cents;
  /** The amount that the payment adds to the figures: the revenue of a settled one, without what was given back. */
  counted: Cents;
}

/** Calculates a payment's balance. */
export function balanceOf(payment: BalanceFields): Balance {
  const inCents = (field: Exclude<keyof BalanceFields, 'status'>): Cents => toCents(payment[field] ?? 0);
  const [amount, received, refunded] = [inCents('amount'), inCents('received'), inCents('refunded')];
  const [shortfall, owedAgain] = [inCents('shortfall'), inCents('owedAgain')];
  const open = asCents(amount + owedAgain - received - shortfall);
  const settled = isSettled(payment.status);
  return {
    ...{ amount, received, refunded, shortfall, owedAgain, open },
    due: settled ? asCents(0) : open,
    refundable: asCents(received - refunded),
    standing: asCents(received - owedAgain),
    counted: settled ? asCents(amount - Math.max(0, refunded - owedAgain)) : amount,
  };
}

/** The amount of a payment that is still due, in decimals: see Balance. */
export const dueAmount = (payment: BalanceFields): number => toAmount(balanceOf(payment).due);

/** The amount of a settled payment without what was given back, in decimals: see Balance. */
export const countedAmount = (payment: BalanceFields): number => toAmount(balanceOf(payment).counted);

/** The amount of a payment that was given back, in decimals: all of a refunded one, a part of a settled one, else 0. */
export function returnedAmount(payment: BalanceFields): number {
  const { amount, counted } = balanceOf(payment);
  return payment.status === 'refunded' ? payment.amount : toAmount(asCents(amount - counted));
}

/** The received amount of a payment that counts for what is owed now, in decimals: see Balance. */
export const standingReceived = (payment: Pick<BalanceFields, 'received' | 'owedAgain'>): number =>
  toAmount(balanceOf({ ...payment, amount: 0, status: '' }).standing);
