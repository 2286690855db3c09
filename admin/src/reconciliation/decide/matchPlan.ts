import { saleOfPayment } from '#domain/paymentMoney';
import {
  absolute,
  asCents,
  type Cents,
  type Currency,
  plainCents,
  sumOfCents,
  toAmount,
  toCents,
} from '#domain/money';
import { isSettled, type Payment, type PaymentStatus } from '#domain/payments';
import type { MatchInput } from '#domain/matches';
import type { Candidate } from '#domain/candidates';
import type { BankTransaction } from '#domain/reconciliation';
import { mayLetGo } from '#domain/shortfalls';
import { parseTypedAmount } from '#domain/typedAmount';

/** A payment that a transaction can be matched to, with the amounts that its match is calculated from. */
export interface MatchablePayment {
  id: string;
  referenceNumber: string;
  customer: string;
  status: PaymentStatus;
  currency: Currency;
  /** Amount that can still be allocated to it. */
  open: Cents;
  /** Amount that can be refunded; missing where only the server knows it. */
  refundable?: Cents;
  /** The total that the visitor was shown, if it is not the recorded one. */
  quoted?: { shown: Cents; currency: Currency };
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
  most?: Cents;
  /** The amount still due afterwards, in the payment's currency. */
  missing: Cents;
  /** The new status of the payment; undefined if it keeps its own. */
  becomes?: PaymentStatus;
}

export interface MatchPlan {
  outcomes: MatchOutcome[];
  /** The sum of the typed amounts. */
  allocated: Cents;
  /** The unallocated amount of the transaction; negative if too much is allocated. */
  left: Cents;
  /** True if the missing amounts can be accepted as the bank's fees. */
  canAcceptShortfall: boolean;
  /** The bank's charges, where they are exactly what is missing of the only payment. */
  charges?: Cents;
  isValid: boolean;
}

const shownTotal = (quoted: Candidate['quoted']) =>
  quoted && { quoted: { shown: toCents(quoted.amount), currency: quoted.currency } };

export function candidatePayment(candidate: Candidate): MatchablePayment {
  const { paymentId: id, referenceNumber, customer, status, currency, open, refundable, quoted } = candidate;
  return {
    id,
    referenceNumber,
    customer: customer?.fullName ?? '',
    status,
    currency,
    open: toCents(open),
    ...(refundable !== undefined && { refundable: toCents(refundable) }),
    ...shownTotal(quoted),
  };
}

export function foundPayment(
  payment: Omit<Payment<unknown>, 'customerId' | 'statusHistory'> & { customer: { fullName: string } | null },
): MatchablePayment {
  const { _id: id, referenceNumber, customer, status, currency, quoted } = payment;
  return {
    id,
    referenceNumber,
    customer: customer?.fullName ?? '',
    status,
    currency,
    ...boundsOf(payment),
    ...shownTotal(quoted),
  };
}

/**
 * The most that a payment of a list can receive and give back, as the fold has it (domain/ledger.ts). What a person said
 * to be refunded is in no list: the server knows what such a payment may give back.
 */
function boundsOf(
  payment: Omit<Payment<unknown>, 'customerId' | 'statusHistory'>,
): Pick<MatchablePayment, 'open' | 'refundable'> {
  const { status, received, refunded, due, unproven, shortfall = 0 } = payment;
  const net = toCents(received) - toCents(refunded);
  if (status === 'refunded') return { open: asCents(Math.max(0, 0 - net)) };
  const kept = toCents(saleOfPayment(payment)) - toCents(shortfall);
  return { open: asCents(toCents(due) + toCents(unproven)), refundable: asCents(Math.max(0, net, kept)) };
}

/** True for a payment that a part of the transaction can be allocated to. */
export const takesMoney = (
  { open, refundable }: Pick<MatchablePayment, 'open' | 'refundable'>,
  isRefund: boolean,
): boolean => (isRefund ? refundable !== 0 : open > 0);

const amountError = (cents: Cents | undefined): 'number' | 'zero' | undefined =>
  cents === undefined ? 'number' : cents === 0 ? 'zero' : undefined;

/** A line for a payment with a suggested amount: the rest of the transaction, at most the open amount. */
export function suggestLine(
  payment: MatchablePayment,
  { currency, amount }: Pick<BankTransaction, 'currency' | 'amount'>,
  left: Cents,
): MatchLine {
  const most = amount < 0 ? (payment.refundable ?? left) : payment.open;
  const suggested = payment.currency === currency ? asCents(Math.min(left, most)) : left;
  return { payment, amount: suggested > 0 ? plainCents(suggested) : '', settles: '' };
}

/** The open amount of the payment, if the typed amount is exactly the total that the visitor was shown. */
export function openWhereQuoted(
  { payment: { quoted, open }, amount }: MatchLine,
  currency: Currency,
): { shown: Cents; settles: Cents } | undefined {
  const isShown = quoted?.currency === currency && quoted.shown === parseTypedAmount(amount).cents;
  return isShown ? { shown: quoted.shown, settles: open } : undefined;
}

/** Calculates the effect of a match before it is sent; the server decides. */
export function planMatch(
  { amount: whole, rest, currency, shortfallLimit = 0, charges: taken = 0 }: BankTransaction,
  lines: readonly MatchLine[],
  acceptsShortfall: boolean,
): MatchPlan {
  const isRefund = whole < 0;
  const none = asCents(0);
  const mostAccepted = toCents(shortfallLimit);
  const outcomes = lines.map(({ payment, ...typed }): MatchOutcome => {
    const isOther = payment.currency !== currency;
    const amount = parseTypedAmount(typed.amount).cents;
    const settled = isOther ? parseTypedAmount(typed.settles).cents : amount;
    const errors: Pick<MatchOutcome, 'amountError' | 'settlesError'> = {
      amountError: amountError(amount),
      settlesError: isOther ? amountError(settled) : undefined,
    };
    if (errors.amountError || errors.settlesError || settled === undefined)
      return { ...errors, missing: none };
    const most = isRefund ? payment.refundable : payment.open;
    const missing = most === undefined ? none : asCents(most - settled);
    if (missing < 0) return { ...errors, most, missing: none };
    if (isRefund)
      return {
        missing: none,
        ...(missing === 0 && most !== undefined && payment.status !== 'refunded' && { becomes: 'refunded' }),
      };
    const isWhole = missing === 0 || (acceptsShortfall && mayLetGo(missing, mostAccepted));
    return { missing, ...(isWhole && !isSettled(payment.status) && { becomes: 'paid' }) };
  });
  const allocated = sumOfCents(lines.map(({ amount }) => parseTypedAmount(amount).cents ?? none));
  const left = asCents(absolute(toCents(rest)) - allocated);
  const missing = outcomes.map((outcome) => outcome.missing).filter(Boolean);
  const isFaulty = outcomes.some(
    ({ amountError: one, settlesError, most }) => one || settlesError || most !== undefined,
  );
  const charges = toCents(taken);
  const areCharges =
    missing.length === 1 &&
    missing[0] === charges &&
    lines.length === 1 &&
    lines[0]?.payment.currency === currency;
  return {
    outcomes,
    allocated,
    left,
    ...(areCharges && { charges }),
    canAcceptShortfall:
      !isRefund && !isFaulty && missing.length > 0 && missing.every((cents) => mayLetGo(cents, mostAccepted)),
    isValid: lines.length > 0 && !isFaulty && left >= 0,
  };
}

/** The decimal amount of a typed one; NaN for none, which no valid plan has. */
function typedAmount(text: string): number {
  const { cents } = parseTypedAmount(text);
  return cents === undefined ? NaN : toAmount(cents);
}

/** The request body of a match, in decimals. */
export const matchInput = (
  { currency, version }: BankTransaction,
  lines: readonly MatchLine[],
  { acceptShortfall, note }: { acceptShortfall: boolean; note: string },
): MatchInput => ({
  allocations: lines.map(({ payment, amount, settles }) => ({
    paymentId: payment.id,
    amount: typedAmount(amount),
    ...(payment.currency !== currency && { settles: typedAmount(settles) }),
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
