import type { EntryKind, MoneyWay } from '../ledger/ledger.js';
import type { Currency, PositiveAmount } from '../platform/money.js';
import type { PaymentStatus } from '../payments/payments.js';
import type { OutgoingKind } from './outgoing.js';
import type { Allocation, BankTransaction } from './reconciliation.js';
import type { RecordId, RecordVersion } from '../platform/rules.js';

/** A transaction after an undo; `statusKept` is true where a payment keeps a status that a person has set. */
export type UndoneTransaction = BankTransaction & { statusKept: boolean };

/** A transaction after a match; `made` has the ids of the allocations and offsets that this match has made. */
export type MatchedTransaction = UndoneTransaction & { made: string[] };

/**
 * The body of POST …/undo: takes back exactly these allocations and offsets, or only the ignored rest, or everything.
 * A rest that grows by a part that is taken back is open again.
 */
export interface UndoInput {
  version: number;
  allocationIds?: string[];
  rest?: true;
}

export interface AllocationInput {
  paymentId: RecordId;
  amount: PositiveAmount;
  settles?: PositiveAmount;
  /**
   * Refunds only: the entry of the refund by hand that the transaction is, which it takes the place of; null where it is
   * another refund. Required where one of the same amount stands.
   */
  instead?: RecordId | null;
  /** The payment's status as it was seen: 409 where it is another one. Left out, it may be any. */
  status?: PaymentStatus;
}

export interface MatchInput {
  /**
   * @minItems 1
   * @maxItems 50
   */
  allocations: AllocationInput[];
  acceptShortfall?: boolean;
  /** @maxLength 500 */
  note?: string;
  version: RecordVersion;
}

/** The payment that was proposed for a transaction, and what was due of it. */
export interface SeenProposal {
  paymentId: RecordId;
  due: number;
}

/** The body of POST …/confirm. */
export interface ConfirmInput {
  ids: RecordId[];
  /** The proposals that were seen, by transaction: one with another is not confirmed. Left out, it may be any. */
  proposals?: Record<RecordId, SeenProposal>;
}

export interface ConfirmResult {
  id: string;
  ok: boolean;
  /** The reason for which it is not ready any more. */
  message?: string;
  /** For undoing exactly this: the ids of the allocations made, and the version after it. */
  made?: string[];
  version?: number;
}

/** A movement of money in the list of a payment's page. */
export interface Receipt extends Allocation {
  way: MoneyWay;
  /**
   * The kind of outgoing money; missing for money that arrived. A reversal names the part that the payment has lost, a
   * return what was over of a transaction that the payment is settled by.
   */
  kind?: OutgoingKind | EntryKind;
  /** The day on which the bank took the money back: the receipt does not count any more. */
  reversedOn?: string;
  day: string;
  /** The bank transaction, where the way is one. */
  transactionId?: string;
  bankAccountId?: string;
  bankAccount?: string;
  /** The transaction's whole amount, negative for refunds. */
  transactionAmount?: number;
  payer?: string;
  text?: string;
}

/** An incoming bank transaction that no admin has matched; `amount` is the part that is not matched. */
export interface WaitingTransaction {
  _id: string;
  day: string;
  state: 'ready' | 'review';
  amount: number;
  currency: Currency;
  payer?: string;
}

/** The transactions that may be a customer's. */
export interface WaitingMoney {
  /** Newest first, at most a hundred. */
  transactions: WaitingTransaction[];
}
