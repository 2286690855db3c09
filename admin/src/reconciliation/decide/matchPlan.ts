import { balanceOf, openAmount } from '#domain/balance';
import { type Currency, roundToCents, sum, toAmount } from '#domain/money';
import { isSettled, type Payment, type PaymentStatus } from '#domain/payments';
import type { MatchInput } from '#domain/matches';
import type { Candidate } from '#domain/candidates';
import type { BankTransaction } from '#domain/reconciliation';
import { parseTypedAmount } from '#domain/typedAmount';

/** A payment that a transaction can be matched to. */
export interface MatchablePayment {
  id: string;
  referenceNumber: string;
  customer: string;
  status: PaymentStatus;
  currency: Currency;
  amount: number;
  /** Amount that can still be allocated to it. */
  open: number;
  /** Amount that can be refunded; undefined if unknown. */
  refundable?: number;
  quoted?: { amount: number; currency: Currency };
  card?: Payment['card'];
}

/** A payment with the amounts typed for it. */
export interface MatchLine {
  payment: MatchablePayment;
  amount: string;
  /** The settled amount in the payment's currency, if that is not the transaction's. */
  settles: string;
}

/** The effect of one line on its payment. */
export interface MatchOutcome {
  amountError?: 'number' | 'zero';
  settlesError?: 'number' | 'zero';
  /** The most that can be allocated or refunded; set if the line exceeds it. */
  most?: number;
  /** The amount still due afterwards, in the payment's currency. */
  missing: number;
  /** The new status of the payment; undefined if it keeps its own. */
  becomes?: PaymentStatus;
}

export interface MatchPlan {
  outcomes: MatchOutcome[];
  /** The unallocated amount of the transaction; negative if too much is allocated, never negative zero. */
  left: number;
  /** True if the missing amounts can be accepted as the bank's fees. */
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
  refundable: toAmount(balanceOf(payment).refundable),
});

/** True for a payment that a part of the transaction can be allocated to. */
export const takesMoney = (
  { open, refundable = 0, status }: Pick<MatchablePayment, 'open' | 'refundable' | 'status'>,
  isRefund: boolean,
): boolean => (isRefund ? refundable > 0 : open > 0 && status !== 'refunded');

/** Parses a typed amount; NaN if it is none. */
export function parseAmount(text: string): number {
  const { cents } = parseTypedAmount(text);
  return cents === undefined ? NaN : toAmount(cents);
}

const amountError = (amount: number): 'number' | 'zero' | undefined =>
  Number.isNaN(amount) ? 'number' : amount === 0 ? 'zero' : undefined;

/** A line for a payment with a suggested amount: the rest of the transaction, at most the open amount. */
export function suggestLine(
  payment: MatchablePayment,
  { currency, amount }: Pick<BankTransaction, 'currency' | 'amount'>,
  left: number,
): MatchLine {
  const most = amount < 0 ? (payment.refundable ?? left) : payment.open;
  const suggested = payment.currency === currency ? Math.min(left, most) : left;
  return { payment, amount: suggested > 0 ? suggested.toFixed(2) : '', settles: '' };
}

/** The open amount of the payment, if the typed amount is exactly the total that the visitor was shown. */
export function openWhereQuoted({ payment, amount }: MatchLine, currency: Currency): number | undefined {
  const { quoted, open } = payment;
  return quoted?.currency === currency && quoted.amount === parseAmount(amount) ? open : undefined;
}

/** Calculates the effect of a match before it is sent; the server decides. */
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

/** The request body of a match. */
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

/** Lines that need a confirmation: they revive a failed or cancelled payment, or mark one as refunded. */
export const linesToAsk = (lines: readonly MatchLine[], { outcomes }: MatchPlan) =>
  lines.flatMap(({ payment }, index) => {
    const becomes = outcomes[index]?.becomes;
    const isAsked = becomes && (becomes === 'refunded' || ['failed', 'cancelled'].includes(payment.status));
    return isAsked ? [{ payment, becomes }] : [];
  });
