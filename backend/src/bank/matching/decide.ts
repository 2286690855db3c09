import { dayMs } from '#domain/platform/dates';
import { absolute, type Cents, type Currency, toCents } from '#domain/platform/money';
import { type CandidateReason, candidateReasons } from '#domain/bank/candidates';
import { reconciliationLimits } from '#domain/bank/reconciliation';
import { isGenerated, type PaymentStatus } from '#domain/payments/payments';
import { finishedParts, type PlannedPayment, shownPlan } from '#domain/payments/plan';
import type { AskedNow } from '#domain/payments/plan-parts';
import type { Evidence } from './evidence.js';
import { isCloseReference, type NearReference } from './references.js';

/** The fields of a payment for matching; amounts in cents of its currency. */
export interface MatchedPayment {
  id: string;
  /** The keys of its present reference and its former ones. */
  referenceKeys: string[];
  customerId: string;
  currency: Currency;
  status: PaymentStatus;
  amount: number;
  open: number;
  due: number;
  /** The amount that is due, or would be of a payment that is cancelled for a fee, were it opened. */
  owed: number;
  /** The most that may go back, and the refunds that were recorded by hand, which a bank's row may be. */
  refundable: Cents;
  /** The refund that is expected: the most, but for the fee of a cancelled payment. */
  expectedRefund: Cents;
  byHand: Cents[];
  quoted?: { cents: Cents; currency: Currency };
  /** True for a payment that is cancelled for a fee: it takes nothing until a person opens it. */
  isCancelled: boolean;
  /** True where a card debit for it is under way, which may still succeed. */
  isCardPending: boolean;
  /** A pending payment with a plan, and what is asked of it today. */
  planned?: PlannedPayment & { askedNow?: AskedNow };
  /** YYYY-MM-DD: the day of what is asked now, else the expected transfer date, or else the day of creation. */
  expected: string;
}

/** The payments that the evidence of a transaction leads to. */
export interface Findings {
  cents: Cents;
  currency: Currency;
  day: string;
  evidence: Evidence;
  /** Payments of complete references in the text, of any status. */
  byReference: MatchedPayment[];
  /** Payments that a mistyped reference may stand for. */
  nearby: MatchedPayment[];
  /** The only payment whose reference begins with a truncated one. */
  cutOff: MatchedPayment[];
  /** Payments of customers whose full name is in the text. */
  named: MatchedPayment[];
  /** Payments of customers who paid under this payer's name before. */
  paidBefore: MatchedPayment[];
  /** All payments of the customers of `byReference`, where its amount leaves open what the transfer is for. */
  ofReferenced: MatchedPayment[];
  /** Payments of this transfer's Interac notices, by the reference in the message or by the sender's name. */
  noticed: { payment: MatchedPayment; by: 'reference' | 'name' }[];
}

/** A decision on an incoming transaction. */
export interface Decision {
  candidates: { paymentId: string; why: CandidateReason[] }[];
  /** Payments whose complete reference is in the bank's own text. */
  claims: string[];
  /** True where it can be confirmed unless another transaction claims the same payment. */
  isReadyIfUncontested: boolean;
}

/** Maximum distance of a transfer from its expected day for a match by name, in days. */
const maximumDays = 45;

const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / dayMs;

type Money = Pick<Findings, 'cents' | 'currency'>;

/** The parts of its plan that a transfer finishes, from the next one on. */
const partsBy = ({ cents, currency }: Money, { planned, currency: own }: MatchedPayment) =>
  planned && own === currency ? finishedParts(planned, cents) : undefined;

/** True where the amount is what is due of the payment, or finishes the next parts of its plan. */
export const isDue = (money: Money, payment: MatchedPayment): boolean =>
  (payment.currency === money.currency && payment.due === money.cents) || !!partsBy(money, payment);

/** True where the amount is asked of the payment around the transfer's day: on that day, or today. */
function isAsked({ cents, currency, day }: Findings, { planned, ...payment }: MatchedPayment): boolean {
  if (!planned) return false;
  const asked = [planned.askedNow, shownPlan(planned, day).askedNow];
  return asked.some((one) => {
    if (!one || daysBetween(day, one.due) > maximumDays) return false;
    const isOwn = payment.currency === currency && toCents(one.amount) === cents;
    return isOwn || (payment.quoted?.currency === currency && toCents(one.quoted ?? 0) === cents);
  });
}

/** True where the amount equals the amount due, or the total shown to the visitor. */
const isWholeAmount = ({ cents, currency }: Findings, payment: MatchedPayment): boolean =>
  payment.owed > 0 &&
  ((payment.currency === currency && payment.owed === cents) ||
    (payment.quoted?.currency === currency && payment.quoted.cents === cents));

/** True for a payment that a transfer may be for: it takes money, or the visitor may not know that it was cancelled. */
const isAwaited = ({ open, isCancelled }: MatchedPayment): boolean => open > 0 || isCancelled;

/** True where the amount equals the whole price of a payment that is settled already. */
const isPaidTwice = ({ cents, currency }: Findings, payment: MatchedPayment): boolean =>
  payment.open === 0 && payment.currency === currency && payment.amount === cents;

/** True where the transfer's text ends a generated reference of the payment: its last six digits. */
const hasLastDigits = ({ evidence }: Findings, { referenceKeys }: MatchedPayment): boolean =>
  evidence.digits.some((digits) => referenceKeys.some((key) => isGenerated(key) && key.endsWith(digits)));

/** Maximum number of payments of one customer of which two are added. */
const maximumAdded = 100;

/** Returns the payments that are, with another one of the same customer, what the transfer comes to. */
function addingUp({ cents, currency, named, paidBefore, ofReferenced }: Findings): MatchedPayment[] {
  const byCustomer = new Map<string, Map<string, MatchedPayment>>();
  for (const payment of [...named, ...paidBefore, ...ofReferenced]) {
    if (payment.currency !== currency || payment.due <= 0) continue;
    const own = byCustomer.get(payment.customerId) ?? new Map<string, MatchedPayment>();
    if (own.size < maximumAdded) byCustomer.set(payment.customerId, own.set(payment.id, payment));
  }
  return [...byCustomer.values()].flatMap((own) => {
    const payments = [...own.values()];
    return payments.filter(({ id, due }) =>
      payments.some((other) => other.id !== id && other.due + due === cents),
    );
  });
}

/** Returns whether the transaction's amount is the one that is expected of a payment. */
type IsAmount = (payment: MatchedPayment) => boolean;

interface Proposal {
  payment: MatchedPayment;
  why: Set<CandidateReason>;
}

/** Ranks by a reference first, then the expected amount, the other reasons by their strength, and the nearest day. */
function rank({ day }: Findings, { payment, why }: Proposal, isAmount: IsAmount): number[] {
  const [reference = 1, ...others] = candidateReasons.map((reason) => (why.has(reason) ? 0 : 1));
  return [reference, isAmount(payment) ? 0 : 1, ...others, daysBetween(day, payment.expected)];
}

const compare = (one: number[], other: number[]): number => {
  for (const [index, value] of one.entries()) if (value !== other[index]) return value - (other[index] ?? 0);
  return 0;
};

/** Returns the best proposals, best first, with their reasons, strongest first. */
const bestOf = (
  findings: Findings,
  proposals: ReadonlyMap<string, Proposal>,
  isAmount: IsAmount,
): Decision['candidates'] =>
  [...proposals.values()]
    .map((proposal) => ({ proposal, rank: rank(findings, proposal, isAmount) }))
    .sort((a, b) => compare(a.rank, b.rank) || (a.proposal.payment.id < b.proposal.payment.id ? -1 : 1))
    .slice(0, reconciliationLimits.candidates)
    .map(({ proposal: { payment, why } }) => ({
      paymentId: payment.id,
      why: candidateReasons.filter((reason) => why.has(reason)),
    }));

/** Proposes payments for an incoming transaction, and decides whether one may be confirmed without a review. */
export function decide(findings: Findings): Decision {
  const { day, evidence } = findings;
  const proposals = new Map<string, Proposal>();
  const propose = (payment: MatchedPayment, reason: CandidateReason) => {
    const proposal = proposals.get(payment.id) ?? { payment, why: new Set() };
    proposal.why.add(reason);
    proposals.set(payment.id, proposal);
  };
  for (const payment of findings.byReference) propose(payment, 'reference');
  const isNear = (payment: MatchedPayment) =>
    evidence.near.some((near) => payment.referenceKeys.some((key) => isCloseReference(near, key)));
  const exact = new Set(findings.byReference.map(({ id }) => id));
  for (const payment of findings.nearby)
    if (!exact.has(payment.id) && isNear(payment) && isAwaited(payment)) propose(payment, 'reference-close');
  for (const payment of findings.cutOff)
    if (!exact.has(payment.id) && isAwaited(payment)) propose(payment, 'reference-close');
  for (const { payment, by } of findings.noticed) {
    if (by === 'reference') {
      propose(payment, 'reference');
      propose(payment, 'notice');
    } else if (isWholeAmount(findings, payment) || isAsked(findings, payment)) {
      propose(payment, 'name');
      propose(payment, 'notice');
    }
  }
  for (const payment of findings.named)
    if (
      (isWholeAmount(findings, payment) && daysBetween(day, payment.expected) <= maximumDays) ||
      isAsked(findings, payment)
    )
      propose(payment, 'name');
  for (const payment of findings.named)
    if (isAwaited(payment) && hasLastDigits(findings, payment)) propose(payment, 'digits');
  for (const payment of addingUp(findings)) propose(payment, 'sum');
  for (const payment of findings.paidBefore)
    if (payment.due > 0 || isPaidTwice(findings, payment)) propose(payment, 'payer');
  // The reference of a payment that nothing is due of may be that of an earlier purchase.
  const settled = new Set(
    findings.byReference.filter(({ due }) => due === 0).map(({ customerId }) => customerId),
  );
  for (const payment of findings.ofReferenced)
    if (payment.due > 0 && settled.has(payment.customerId)) propose(payment, 'customer');
  for (const { payment, why } of proposals.values()) {
    if (payment.open === 0) why.add(payment.isCancelled ? 'cancelled' : 'settled');
    if (payment.isCardPending) why.add('card-pending');
    if (partsBy(findings, payment)) why.add('part');
  }

  return {
    candidates: bestOf(
      findings,
      proposals,
      (payment) =>
        isWholeAmount(findings, payment) || isAsked(findings, payment) || !!partsBy(findings, payment),
    ),
    claims: [...exact],
    isReadyIfUncontested: isReadyIfUncontested(findings),
  };
}

/** True where outgoing money equals what may go back of a payment, its whole price, or a refund of it by hand. */
const isRefundAmount = (
  { cents, currency }: Findings,
  { currency: own, amount, refundable, expectedRefund, byHand }: MatchedPayment,
): boolean => {
  const given = absolute(cents);
  const isWhole =
    given === expectedRefund || given === refundable || (given === amount && given < refundable);
  return own === currency && (isWhole || byHand.includes(given));
};

/** Returns what outgoing money may be a refund of: payments that its text names, and the payee's of that amount. */
export function decideRefund(findings: Findings): Decision['candidates'] {
  const proposals = new Map<string, Proposal>();
  const propose = (payments: readonly MatchedPayment[], reason: CandidateReason) => {
    for (const payment of payments) {
      const proposal = proposals.get(payment.id) ?? { payment, why: new Set() };
      proposals.set(payment.id, { payment, why: proposal.why.add(reason) });
    }
  };
  const isRefund = (payment: MatchedPayment) => isRefundAmount(findings, payment);
  propose(findings.byReference, 'reference');
  propose(findings.named.filter(isRefund), 'name');
  propose(findings.paidBefore.filter(isRefund), 'payer');
  return bestOf(findings, proposals, isRefund);
}

/**
 * True where the bank's own text has exactly one reference, bounded, of a pending payment with exactly this amount due, or
 * open of the next parts of its plan.
 */
function isReadyIfUncontested({ evidence, byReference, ...money }: Findings): boolean {
  const [payment, ...others] = byReference;
  if (!payment || others.length) return false;
  const { found, near } = evidence;
  const { referenceKeys } = payment;
  // A second reference in the text needs a review, even one of no payment.
  if (found.some(({ key, isBounded }) => !referenceKeys.includes(key) || !isBounded)) return false;
  if (near.some((one) => !referenceKeys.some((key) => isRepetition(one, key)))) return false;
  const isExpected = payment.status === 'pending' && !payment.isCardPending;
  return isExpected && isDue(money, payment);
}

/** True where a further possible reference repeats the same one, complete or truncated. */
const isRepetition = ({ written, start }: NearReference, key: string): boolean =>
  written.startsWith(key) || key.startsWith(start);
