import { dayMs } from '../../../../domain/dates.js';
import type { Currency } from '../../../../domain/money.js';
import {
  type CandidateReason,
  candidateReasons,
  reconciliationLimits,
} from '../../../../domain/reconciliation.js';
import type { PaymentStatus } from '../../../../domain/payments.js';
import type { Evidence } from './evidence.js';
import { isCloseReference, type NearReference } from './references.js';

/** A payment as it is matched; amounts in cents of its currency. */
export interface MatchedPayment {
  id: string;
  referenceKey: string;
  customerId: string;
  currency: Currency;
  status: PaymentStatus;
  amount: number;
  open: number;
  due: number;
  quoted?: { cents: number; currency: Currency };
  /** YYYY-MM-DD: the expected transfer date, or the day of creation where there is none. */
  expected: string;
}

/** What was found for a transaction. */
export interface Findings {
  cents: number;
  currency: Currency;
  day: string;
  evidence: Evidence;
  /** By their own key: those of complete references, whatever their status. */
  byReference: MatchedPayment[];
  /** Those that one of the references with a mistake may stand for. */
  nearby: MatchedPayment[];
  /** The only payment whose reference begins like one that is cut off. */
  cutOff: MatchedPayment[];
  /** Payments whose customer's whole name stands in the text. */
  named: MatchedPayment[];
  /** Payments of customers who paid under this payer's name before. */
  paidBefore: MatchedPayment[];
  /** Payments that an Interac notice of this transfer points at, by the reference in its message or by its sender. */
  noticed: { payment: MatchedPayment; by: 'reference' | 'name' }[];
}

export interface Decision {
  candidates: { paymentId: string; why: CandidateReason[] }[];
  /** Payments whose whole reference stands in the bank's own text. */
  claims: string[];
  /** True where nothing but another transaction's claim stands against settling it. */
  isReady: boolean;
}

/** How far the day of a transfer may be from the expected one for a name to count, in days. */
const maximumDays = 45;

const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / dayMs;

/** True where the amount is what is due, or what the visitor was shown. */
const isExpectedAmount = ({ cents, currency }: Findings, payment: MatchedPayment): boolean =>
  payment.due > 0 &&
  ((payment.currency === currency && payment.due === cents) ||
    (payment.quoted?.currency === currency && payment.quoted.cents === cents));

/** True where the amount is the whole price, although it is settled already. */
const isPaidTwice = ({ cents, currency }: Findings, payment: MatchedPayment): boolean =>
  payment.open === 0 && payment.currency === currency && payment.amount === cents;

interface Proposal {
  payment: MatchedPayment;
  why: Set<CandidateReason>;
}

/** A reference first, then the expected amount, then the other reasons by their strength, then the nearest day. */
function rank(findings: Findings, { payment, why }: Proposal): number[] {
  const [reference = 1, ...others] = candidateReasons.map((reason) => (why.has(reason) ? 0 : 1));
  const amount = isExpectedAmount(findings, payment) ? 0 : 1;
  return [reference, amount, ...others, daysBetween(findings.day, payment.expected)];
}

const compare = (one: number[], other: number[]): number => {
  for (const [index, value] of one.entries()) if (value !== other[index]) return value - (other[index] ?? 0);
  return 0;
};

/** Proposes payments for an incoming transaction, and tells whether one may be settled without a look at it. */
export function decide(findings: Findings): Decision {
  const { cents, currency, day, evidence } = findings;
  const proposals = new Map<string, Proposal>();
  const propose = (payment: MatchedPayment, reason: CandidateReason) => {
    const proposal = proposals.get(payment.id) ?? { payment, why: new Set() };
    proposal.why.add(reason);
    proposals.set(payment.id, proposal);
  };
  for (const payment of findings.byReference) propose(payment, 'reference');
  const isNear = (payment: MatchedPayment) =>
    evidence.near.some((near) => isCloseReference(near, payment.referenceKey));
  const exact = new Set(findings.byReference.map(({ id }) => id));
  for (const payment of findings.nearby)
    if (!exact.has(payment.id) && isNear(payment) && payment.open > 0) propose(payment, 'reference-close');
  for (const payment of findings.cutOff)
    if (!exact.has(payment.id) && payment.open > 0) propose(payment, 'reference-close');
  for (const { payment, by } of findings.noticed) {
    if (by === 'reference') {
      propose(payment, 'reference');
      propose(payment, 'notice');
    } else if (isExpectedAmount(findings, payment)) {
      propose(payment, 'name');
      propose(payment, 'notice');
    }
  }
  for (const payment of findings.named)
    if (isExpectedAmount(findings, payment) && daysBetween(day, payment.expected) <= maximumDays)
      propose(payment, 'name');
  for (const payment of findings.paidBefore)
    if (payment.due > 0 || isPaidTwice(findings, payment)) propose(payment, 'payer');
  for (const { payment, why } of proposals.values()) if (payment.open === 0) why.add('settled');

  const ranked = [...proposals.values()]
    .map((proposal) => ({ proposal, rank: rank(findings, proposal) }))
    .sort((a, b) => compare(a.rank, b.rank) || (a.proposal.payment.id < b.proposal.payment.id ? -1 : 1));
  const claims = [...new Set(findings.byReference.map(({ id }) => id))];
  return {
    candidates: ranked.slice(0, reconciliationLimits.candidates).map(({ proposal: { payment, why } }) => ({
      paymentId: payment.id,
      why: candidateReasons.filter((reason) => why.has(reason)),
    })),
    claims,
    isReady: isReady(findings, cents, currency),
  };
}

/** True where one reference stands in the bank's own text, bounded, of a pending payment of which this very sum is due. */
function isReady({ evidence, byReference }: Findings, cents: number, currency: Currency): boolean {
  const [payment, ...others] = byReference;
  if (!payment || others.length) return false;
  const { found, near } = evidence;
  // A second one in the text, even one that names no payment, is a reason to look.
  if (found.some(({ key }) => key !== payment.referenceKey)) return false;
  if (found.some(({ key, isBounded }) => key === payment.referenceKey && !isBounded)) return false;
  if (near.some((one) => !isRepetition(one, payment.referenceKey))) return false;
  return payment.status === 'pending' && payment.currency === currency && payment.due === cents;
}

/** True where what looks like a further reference is the same once more, whole or cut off. */
const isRepetition = ({ written, start }: NearReference, key: string): boolean =>
  written.startsWith(key) || key.startsWith(start);
