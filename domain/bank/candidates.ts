import type { MoneyWay } from '../ledger/ledger.js';
import type { Currency } from '../platform/money.js';
import type { PaymentStatus } from '../payments/payments.js';
import type { PlannedPart } from '../payments/plan-parts.js';
import type { HandWay } from '../ledger/ways.js';

/** Reasons to propose a payment for a transaction, strongest first. */
export const candidateReasons = [
  'reference',
  'reference-close',
  'notice',
  'name',
  'part',
  'digits',
  'sum',
  'payer',
  'customer',
  'settled',
  'cancelled',
  'card-pending',
] as const;
export type CandidateReason = (typeof candidateReasons)[number];

/** Reasons that alone do not tell that a payment's money has arrived. */
export const weakReasons: ReadonlySet<CandidateReason> = new Set(['digits', 'sum', 'payer', 'customer']);

/** True for a payment that takes nothing of a transaction: the money may be given back. */
export const takesNothing = (why: readonly CandidateReason[]): boolean =>
  why.includes('settled') || why.includes('cancelled');

export const candidateReasonNames: Record<CandidateReason, string> = {
  reference: 'Reference',
  'reference-close': 'Similar reference',
  notice: 'Interac notice',
  name: 'Name and amount',
  part: 'Part of the plan',
  digits: 'Name and last digits',
  sum: 'Two payments add up',
  payer: 'Paid before',
  customer: 'Same customer',
  settled: 'Possible double payment',
  cancelled: 'Cancelled for a fee',
  'card-pending': 'Card debit under way',
};

/** A refund that a person recorded by hand: its entry, its amount in the payment's currency, its way and its day. */
export interface RefundByHand {
  _id: string;
  amount: number;
  way: HandWay;
  /** YYYY-MM-DD. */
  day: string;
}

/** A payment that a bank transaction may belong to. */
export interface Candidate {
  paymentId: string;
  referenceNumber: string;
  /** Generated references that an admin has replaced; the bank's text may have one of them. */
  formerReferences?: string[];
  customer: { _id: string; fullName: string } | null;
  amount: number;
  currency: Currency;
  status: PaymentStatus;
  due: number;
  /** The amount that may still be allocated; unlike `due`, not 0 where an admin has set the payment to paid. */
  open: number;
  /** Candidates of outgoing money only: the amount that may be refunded. */
  refundable?: number;
  /** Candidates of outgoing money only: the refunds that were recorded by hand, of which the transaction may be one. */
  refundsByHand?: RefundByHand[];
  /** The total shown to the visitor, where it differs from the recorded one. */
  quoted?: { amount: number; currency: Currency };
  /** The parts in which an open payment is to be paid. */
  plan?: PlannedPart[];
  why: CandidateReason[];
  /** With the reason `part`: the numbers of the parts of the plan that the transfer finishes, from 1. */
  parts?: number[];
  /**
   * Of a settled payment: the way and the day of the money that settled it first, or of a person's word (`said`); the day
   * is YYYY-MM-DD.
   */
  settledBy?: { way: MoneyWay | 'said'; day: string };
}
