import {
  absolute,
  asCents,
  type Cents,
  type Currency,
  plainCents,
  sumOfCents,
  toCents,
} from '#domain/platform/money';
import {
  type AllocationOutcome,
  boundsOfListed,
  type MoneyBounds,
  receiptOutcome,
  refundOutcome,
  refundsToAskOf,
} from '#domain/bank/match-outcome';
import type { Payment, PaymentStatus } from '#domain/payments/payments';
import type { MatchInput } from '#domain/bank/matches';
import type { Candidate, RefundByHand } from '#domain/bank/candidates';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { partSums, type PlannedPayment } from '#domain/payments/plan';
import type { PlannedPart } from '#domain/payments/plan-parts';
import { mayLetGo } from '#domain/ledger/shortfalls';
import { parseTypedAmount, typedNumber } from '#domain/platform/typed-amount';

/** A payment that a transaction can be matched to, with the amounts that its match is calculated from. */
export interface MatchablePayment extends MoneyBounds {
  id: string;
  referenceNumber: string;
  customer: string;
  status: PaymentStatus;
  currency: Currency;
  /** The total that the visitor was shown, if it is not the recorded one. */
  quoted?: { shown: Cents; currency: Currency };
}

/** A payment with the amounts typed for it. */
export interface MatchLine {
  payment: MatchablePayment;
  amount: string;
  /** The settled amount in the payment's currency, if that is not the transaction's. */
  settles: string;
  /** Of a refund: the refund by hand that it is, null for another one; undefined until a person has said it. */
  instead?: string | null;
}

/** The effect of one line on its payment. */
export interface MatchOutcome extends AllocationOutcome {
  amountError?: 'number' | 'zero';
  settlesError?: 'number' | 'zero';
  /** The refund by hand that the line may be: a person says whether it is. */
  asked?: RefundByHand;
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
  /** False until a person has said of each refund whether it is one that was recorded by hand. */
  isAnswered: boolean;
  isValid: boolean;
}

/** A pending payment with a plan, as that is read. */
const planned = ({
  plan,
  ...payment
}: Omit<PlannedPayment, 'plan'> & { plan?: PlannedPart[] }): Pick<MatchablePayment, 'planned'> =>
  plan && payment.status === 'pending' ? { planned: { ...payment, plan } } : {};

const shownTotal = (quoted: Candidate['quoted']) =>
  quoted && { quoted: { shown: toCents(quoted.amount), currency: quoted.currency } };

export function candidatePayment(candidate: Candidate): MatchablePayment {
  const { paymentId: id, referenceNumber, customer, status, currency, open, refundable, quoted } = candidate;
  const { refundsByHand } = candidate;
  return {
    id,
    referenceNumber,
    customer: customer?.fullName ?? '',
    status,
    currency,
    open: toCents(open),
    ...(refundable !== undefined && { refundable: toCents(refundable) }),
    ...(refundsByHand && { refundsByHand }),
    ...planned(candidate),
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
    ...boundsOfListed(payment),
    ...planned(payment),
    ...shownTotal(quoted),
  };
}

const amountError = (cents: Cents | undefined): 'number' | 'zero' | undefined =>
  cents === undefined ? 'number' : cents === 0 ? 'zero' : undefined;

/** A line for a payment with a suggested amount: the rest of the transaction, at most the open amount. */
export function suggestLine(
  payment: MatchablePayment,
  { currency, amount }: Pick<BankTransaction, 'currency' | 'amount'>,
  left: Cents,
): MatchLine {
  // The rest may be a refund that was recorded by hand, whose place it takes.
  const isByHand = amount < 0 && refundsToAskOf(payment, left).length > 0;
  const most = amount > 0 ? payment.open : isByHand ? left : (payment.refundable ?? left);
  const suggested = payment.currency === currency ? asCents(Math.min(left, most)) : left;
  return { payment, amount: suggested > 0 ? plainCents(suggested) : '', settles: '' };
}

/** Returns the amount that the typed one settles, if that is the total shown to the visitor, or the next parts of it. */
export function openWhereQuoted(
  { payment: { quoted, open, planned: parts }, amount }: MatchLine,
  currency: Currency,
): { shown: Cents; settles: Cents } | undefined {
  const { cents: shown } = parseTypedAmount(amount);
  if (quoted?.currency !== currency || shown === undefined) return undefined;
  if (quoted.shown === shown) return { shown, settles: open };
  const sum = parts && partSums(parts).find((one) => one.quoted === shown);
  return sum && { shown, settles: sum.cents };
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
    if (!isRefund)
      return {
        ...errors,
        ...receiptOutcome(payment, settled, acceptsShortfall ? mostAccepted : undefined),
      };
    const [asked] = refundsToAskOf(payment, settled);
    const instead = asked && typed.instead;
    return { ...errors, ...(asked && { asked }), ...refundOutcome(payment, settled, instead) };
  });
  const allocated = sumOfCents(lines.map(({ amount }) => parseTypedAmount(amount).cents ?? none));
  const left = asCents(absolute(toCents(rest)) - allocated);
  const missing = outcomes.map((outcome) => outcome.missing).filter(Boolean);
  const isFaulty = outcomes.some(
    ({ amountError: one, settlesError, most }) => one || settlesError || most !== undefined,
  );
  const isAnswered = lines.every(({ instead }, index) => !outcomes[index]?.asked || instead !== undefined);
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
    isAnswered,
    isValid: lines.length > 0 && !isFaulty && left >= 0 && isAnswered,
  };
}

/** The request body of a match, in decimals. */
export const matchInput = (
  { currency, version }: BankTransaction,
  lines: readonly MatchLine[],
  { acceptShortfall, note }: { acceptShortfall: boolean; note: string },
): MatchInput => ({
  allocations: lines.map(({ payment, amount, settles, instead }) => ({
    paymentId: payment.id,
    amount: typedNumber(amount).value,
    ...(payment.currency !== currency && { settles: typedNumber(settles).value }),
    ...(instead !== undefined && { instead }),
    status: payment.status,
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
