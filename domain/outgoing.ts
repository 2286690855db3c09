import type { Currency, PositiveAmount } from './money.js';
import type { Candidate } from './candidates.js';
import type { RecordId, RecordVersion } from './rules.js';

/**
 * The meanings of outgoing money, chosen by an admin: a refund of a payment, the bank's reversal of an incoming
 * transaction, or the return of what an incoming transaction has left over.
 */
export const outgoingKinds = ['refund', 'reversal', 'return'] as const;
export type OutgoingKind = (typeof outgoingKinds)[number];

/** The meanings of a transaction that a match names: those of outgoing money, and a refund that came back to us. */
export const matchKinds = ['refund', 'reversal', 'return', 'refundReturned'] as const;
export type MatchKind = (typeof matchKinds)[number];
/** The meanings that tie a transaction to one of the opposite direction. */
export type OffsetKind = Exclude<MatchKind, 'refund'>;

export const outgoingKindNames: Record<MatchKind, string> = {
  refund: 'Refund',
  reversal: 'Reversed by the bank',
  return: 'Return of a surplus',
  refundReturned: 'Refund that came back',
};

/** Reasons to propose a meaning: the bank's text, a reference in it, the payer, or the amount. */
export const outgoingReasons = ['text', 'reference', 'payer', 'amount'] as const;
export type OutgoingReason = (typeof outgoingReasons)[number];

export const outgoingReasonNames: Record<OutgoingReason, string> = {
  text: 'Bank’s text',
  reference: 'Reference',
  payer: 'Same payer',
  amount: 'Same amount',
};

/**
 * The part of a transaction that one of the opposite direction takes back: both have an offset of the same amount, so
 * that `amount` is the sum of allocations, offsets and rest, with its sign.
 */
export interface Offset {
  _id: string;
  kind: OffsetKind;
  /** Positive, in the transactions' currency. */
  amount: number;
  /** The other transaction, its day, and its payer. */
  transactionId: string;
  day: string;
  payer?: string;
  note?: string;
  by: string;
  at: string;
}

/** The body of POST /bank-transactions/{id}/match for an outgoing transaction, or a refund that came back. */
export interface OutgoingMatchInput {
  kind: MatchKind;
  /** Refunds only. */
  paymentId?: RecordId;
  /** The transaction of the opposite direction; not for refunds. */
  transactionId?: RecordId;
  /** Positive; that of a reversal is the whole incoming transaction's. */
  amount: PositiveAmount;
  /** Refunds of payments in another currency only: the amount in the payment's currency. */
  settles?: PositiveAmount;
  /** @maxLength 500 */
  note?: string;
  version: RecordVersion;
}

/** A transaction of the opposite direction: an incoming one that is taken back, or the refund that came back. */
interface OffsetCandidate {
  _id: string;
  day: string;
  amount: number;
  currency: Currency;
  payer?: string;
  text: string;
  rest: number;
  /** The payments that it is allocated to. */
  payments: { paymentId: string; referenceNumber: string }[];
}

/** A likely meaning of a transaction: `amount` and the id of its candidate are what a match takes. */
export type OutgoingProposal = { amount: number; why: OutgoingReason[] } & (
  { kind: 'refund'; payment: Candidate } | { kind: OffsetKind; transaction: OffsetCandidate }
);
