import type { Currency, PositiveAmount } from '../platform/money.js';
import type { Candidate } from './candidates.js';
import type { CardPayout } from '../payouts/payouts.js';
import type { RecordId, RecordVersion } from '../platform/rules.js';

/**
 * The meanings of outgoing money, chosen by an admin: a refund of a payment, the bank's reversal of an incoming
 * transaction, or the return of what an incoming transaction has left over.
 */
export const outgoingKinds = ['refund', 'reversal', 'return'] as const;
export type OutgoingKind = (typeof outgoingKinds)[number];

/**
 * The meanings of a transaction that a match names: those of outgoing money, a refund that came back to us, and a payout of
 * the card provider, which is money of many payments that are recorded already.
 */
export const matchKinds = ['refund', 'reversal', 'return', 'refundReturned', 'payout'] as const;
export type MatchKind = (typeof matchKinds)[number];
/** The meanings that tie a transaction to one of the opposite direction, or to a payout. */
export type OffsetKind = Exclude<MatchKind, 'refund'>;
/** Those that tie it to one of the opposite direction. */
export type TransactionKind = Exclude<OffsetKind, 'payout'>;

export const outgoingKindNames: Record<MatchKind, string> = {
  refund: 'Refund',
  reversal: 'Reversed by the bank',
  return: 'Return of a surplus',
  refundReturned: 'Refund that came back',
  payout: 'Card payout',
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
 * that `amount` is the sum of allocations, offsets and rest, with its sign. Of a card payout it is the whole transaction.
 */
export interface Offset {
  _id: string;
  kind: OffsetKind;
  /** Positive, in the transactions' currency. */
  amount: number;
  /** The other transaction; missing for a payout. */
  transactionId?: string;
  /** The provider's id of the payout. */
  payoutId?: string;
  /** The day of the other transaction or of the payout, and the payer of the transaction. */
  day: string;
  payer?: string;
  note?: string;
  by: string;
  at: string;
}

/** The body of POST /bank-transactions/{id}/match that says that a transaction is a payout. */
export interface PayoutMatchInput {
  kind: 'payout';
  /**
   * The provider's id.
   * @pattern ^[A-Za-z0-9_-]{1,100}$
   */
  payoutId: string;
  /** True to match a transaction of another amount than the payout's net. */
  acceptDifference?: boolean;
  /** @maxLength 500 */
  note?: string;
  version: RecordVersion;
}

/** The body of POST /bank-transactions/{id}/match for an outgoing transaction, or a refund that came back. */
export interface OutgoingMatchInput {
  kind: Exclude<MatchKind, 'payout'>;
  /** Refunds only. */
  paymentId?: RecordId;
  /** The transaction of the opposite direction; not for refunds. */
  transactionId?: RecordId;
  /** Positive; that of a reversal is the whole incoming transaction's. */
  amount: PositiveAmount;
  /** Refunds of payments in another currency only: the amount in the payment's currency. */
  settles?: PositiveAmount;
  /**
   * Refunds only: the entry of the refund by hand that the transaction is, which it takes the place of; null where it is
   * another refund. Required where one of the same amount stands.
   */
  instead?: RecordId | null;
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

/**
 * A payout that a transaction may be. Its reason is that its net is the amount; one of another net has none, and the
 * difference in words: "CA$2.10 less than the payout".
 */
export interface PayoutProposal {
  kind: 'payout';
  amount: number;
  why: 'payout'[];
  payout: CardPayout;
  difference?: string;
}

/** A likely meaning of a transaction: `amount` and the id of its candidate are what a match takes. */
export type OutgoingProposal =
  | ({ amount: number; why: OutgoingReason[] } & (
      | { kind: 'refund'; payment: Candidate }
      | { kind: TransactionKind; transaction: OffsetCandidate }
    ))
  | PayoutProposal;
