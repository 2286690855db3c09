import { type Currency, isWholeCents, roundToCents, sum } from '../../../domain/money.js';
import { isSettled, openAmount, type Payment, type PaymentStatus } from '../../../domain/payments.js';
import type { BankTransaction, Candidate, MatchInput } from '../../../domain/reconciliation.js';

/** A payment that a transaction can be matched to. */
export interface MatchablePayment {
  id: string;
  referenceNumber: string;
  customer: string;
  status: PaymentStatus;
  currency: Currency;
  amount: number;
  /** What may still be allocated to it. */
  open: number;
  /** What may be refunded of it; undefined where it is not known. */
  refundable?: number;
  quoted?: { amount: number; currency: Currency };
}

/** A payment with what is typed for it. */
export interface MatchLine {
  payment: MatchablePayment;
  amount: string;
  /** What the amount settles, in the payment's currency, where that is another one. */
  settles: string;
}

/** What one line would make of its payment. */
export interface MatchOutcome {
  amountError?: 'number' | 'zero';
  settlesError?: 'number' | 'zero';
  /** More than may be allocated or refunded: how much may. */
  most?: number;
  /** What would be missing afterwards, in the payment's currency. */
  missing: number;
  /** The status that the payment would get; undefined where it keeps its own. */
  becomes?: PaymentStatus;
}

export interface MatchPlan {
  outcomes: MatchOutcome[];
  /** What is left of the transaction, never negative zero; negative where too much is allocated. */
  left: number;
  /** True where what is missing may be accepted as the bank's fees. */
  canAcceptShortfall: boolean;
  isValid: boolean;
}

export const candidatePayment = (candidate: Candidate): MatchablePayment => ({
  ...candidate,
  id: candidate.paymentId,
  customer: candidate.customer?.fullName ?? '',
});

export const foundPayment = (
  payment: Omit<Payment<unknown>, 'customerId'> & { customerId: { fullName: string } | null },
): MatchablePayment => ({
  ...payment,
  id: payment._id,
  customer: payment.customerId?.fullName ?? '',
  open: openAmount(payment),
  refundable: roundToCents(payment.received - payment.refunded),
});

/** True where a payment takes a part of the transaction. */
export const takesMoney = (
  { open, refundable = 0, status }: Pick<MatchablePayment, 'open' | 'refundable' | 'status'>,
  isRefund: boolean,
): boolean => (isRefund ? refundable > 0 : open > 0 && status !== 'refunded');

/** An amount as it is typed: "2256.61", "2,256.61". NaN for what is none. */
export function parseAmount(text: string): number {
  const bare = text.replace(/[\s,]/g, '');
  const amount = /^\d+(?:\.\d{1,2})?$/.test(bare) ? Number(bare) : NaN;
  return isWholeCents(amount) ? amount : NaN;
}

const amountError = (amount: number): 'number' | 'zero' | undefined =>
  Number.isNaN(amount) ? 'number' : amount === 0 ? 'zero' : undefined;

/** A line for a payment with what suggests itself: what is left of the transaction, or what the payment still takes. */
export function suggestLine(
  payment: MatchablePayment,
  { currency, amount }: Pick<BankTransaction, 'currency' | 'amount'>,
  left: number,
): MatchLine {
  const most = amount < 0 ? (payment.refundable ?? left) : payment.open;
  const suggested = payment.currency === currency ? Math.min(left, most) : left;
  return { payment, amount: suggested > 0 ? suggested.toFixed(2) : '', settles: '' };
}

/** What the visitor was shown, as a reading of the amount: the whole price, where it is exactly that. */
export function quotedReading({ payment, amount }: MatchLine, currency: Currency): number | undefined {
  const { quoted, open } = payment;
  return quoted?.currency === currency && quoted.amount === parseAmount(amount) ? open : undefined;
}

/** What a match would do. */
export function planMatch(
  { amount: whole, rest, currency, shortfallLimit = 0 }: BankTransaction,
  lines: readonly MatchLine[],
  acceptsShortfall: boolean,
): MatchPlan {
  const isRefund = whole < 0;
  const outcomes = lines.map(({ payment, ...typed }): MatchOutcome => {
    const isOther = payment.currency !== currency;
    const amount = parseAmount(typed.amount);
    const settled = isOther ? parseAmount(typed.settles) : amount;
    const errors: Pick<MatchOutcome, 'amountError' | 'settlesError'> = {
      amountError: amountError(amount),
      settlesError: isOther ? amountError(settled) : undefined,
    };
    const most = isRefund ? payment.refundable : payment.open;
    const missing = most === undefined ? 0 : roundToCents(most - settled);
    if (errors.amountError || errors.settlesError) return { ...errors, missing: 0 };
    if (missing < 0) return { ...errors, most, missing: 0 };
    if (isRefund)
      return {
        missing: 0,
        ...(missing === 0 && most !== undefined && payment.status !== 'refunded' && { becomes: 'refunded' }),
      };
    const isWhole = missing === 0 || (acceptsShortfall && missing <= shortfallLimit);
    return { missing, ...(isWhole && !isSettled(payment.status) && { becomes: 'paid' }) };
  });
  const amounts = lines.map(({ amount }) => parseAmount(amount) || 0);
  const left = roundToCents(Math.abs(rest) - sum(amounts));
  const missing = outcomes.map((outcome) => outcome.missing).filter(Boolean);
  const isFaulty = outcomes.some(
    ({ amountError: one, settlesError, most }) => one || settlesError || most !== undefined,
  );
  return {
    outcomes,
    left: left || 0,
    canAcceptShortfall:
      !isRefund && !isFaulty && missing.length > 0 && missing.every((amount) => amount <= shortfallLimit),
    isValid: lines.length > 0 && !isFaulty && left >= 0,
  };
}

/** What is sent for the lines. */
export const matchInput = (
  { currency, version }: BankTransaction,
  lines: readonly MatchLine[],
  { acceptShortfall, note }: { acceptShortfall: boolean; note: string },
): MatchInput => ({
  allocations: lines.map(({ payment, amount, settles }) => ({
    paymentId: payment.id,
    amount: parseAmount(amount),
    ...(payment.currency !== currency && { settles: parseAmount(settles) }),
  })),
  ...(acceptShortfall && { acceptShortfall }),
  ...(note.trim() && { note: note.trim() }),
  version,
});

/** Lines whose payment was given up and would be brought back, or would be marked as refunded: these are asked first. */
export const linesToAsk = (lines: readonly MatchLine[], { outcomes }: MatchPlan) =>
  lines.flatMap(({ payment }, index) => {
    const becomes = outcomes[index]?.becomes;
    const isAsked = becomes && (becomes === 'refunded' || ['failed', 'cancelled'].includes(payment.status));
    return isAsked ? [{ payment, becomes }] : [];
  });
