import type { StatementFormat } from '#bank-files/contract';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Cents, Currency } from '#domain/platform/money';
import type { OffsetKind } from '#domain/bank/outgoing';
import type { CandidateReason } from '#domain/bank/candidates';
import type { TransactionState } from '#domain/bank/reconciliation';

type Id = Types.ObjectId;

/** A stored allocation; cents are positive. */
export interface StoredAllocation {
  _id: Id;
  paymentId: Id;
  referenceNumber: string;
  customerId: Id;
  /** In the transaction's currency. */
  cents: Cents;
  /** In the payment's currency. */
  settledCents: Cents;
  paymentCurrency: Currency;
  shortfallCents?: Cents;
  note?: string;
  /** The Idempotency-Key of the confirmation that made it. */
  confirmation?: string;
  by: string;
  at: Date;
}

/** A stored offset, which both transactions have under one id, or the transaction of a payout alone; cents are positive. */
export interface StoredOffset {
  _id: Id;
  kind: OffsetKind;
  cents: Cents;
  /** The other transaction; missing for a payout. */
  transactionId?: Id;
  /** The provider's id of the payout. */
  payoutId?: string;
  /** Of a refund that came back: its payment. */
  paymentId?: Id;
  day: string;
  payer?: string;
  note?: string;
  by: string;
  at: Date;
}

/** A row of a statement. Written with the driver, thousands at a time: the schema declares shape and indexes only. */
@Schema({ collection: 'banktransactions', versionKey: false })
export class BankTransaction {
  _id!: Id;
  @Prop({ type: MongooseSchema.Types.ObjectId }) bankAccountId!: Id;
  /** Every statement that contains it, first the one that imported it. */
  @Prop({ type: [MongooseSchema.Types.ObjectId], default: undefined }) statementIds!: Id[];
  @Prop({ type: String }) format!: StatementFormat;
  /** Differs between files whose texts are made from other columns. */
  @Prop({ select: false }) layout?: string;
  /** YYYY-MM-DD. */
  @Prop() day!: string;
  /** Negative for outgoing money. */
  @Prop({ type: Number }) cents!: Cents;
  /** The amount of the whole entry of the file, where it is one of its transactions. */
  @Prop({ type: Number, select: false }) bundleCents?: Cents;
  /** The charges that a bank took out of what was sent. */
  @Prop({ type: Number }) chargesCents?: Cents;
  @Prop({ type: String }) currency!: Currency;
  @Prop() payer?: string;
  @Prop() text!: string;
  @Prop() bankId?: string;
  /** Identifies the row in another file: a hash of its text, and its number among equal rows of the day. */
  @Prop() textHash!: string;
  @Prop() textOccurrence!: number;
  /** Unique key of a row with a bank id: account, day, cents, bank id and number among equal rows. */
  @Prop() idFingerprint?: string;
  /** Unique key of a row without a bank id: account, day, cents, text and number among equal rows. */
  @Prop() textFingerprint?: string;
  /** Payer, text and bank id in lower case, for searches. */
  @Prop({ select: false }) searchText!: string;
  @Prop({ type: String }) state!: TransactionState;
  /** With the sign of `cents`. */
  @Prop({ type: Number }) restCents!: Cents;

  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined })
  candidates!: { paymentId: Id; why: CandidateReason[] }[];

  /** Open transactions only: the payments whose complete reference is in its text. */
  @Prop({ type: [MongooseSchema.Types.ObjectId], default: undefined }) claims?: Id[];
  /** Open transactions only: the keys by which a later payment or notice finds it. */
  @Prop({ type: [String], default: undefined, select: false }) keys?: string[];
  @Prop() payerKey?: string;

  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined })
  allocations!: StoredAllocation[];

  /** Parts that transactions of the opposite direction take back. */
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined }) offsets?: StoredOffset[];
  /** The allocations that counted until the bank reversed the transaction. */
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined }) reversed?: StoredAllocation[];
  @Prop() reason?: string;
  /** True until it was matched for the first time. The stored name is kept for existing data. */
  @Prop() isUnmatched?: boolean;
  /** True from a change of its parts until the candidates were looked for that the change may have. */
  @Prop() needsLook?: boolean;
  @Prop() version!: number;
  @Prop() createdAt!: Date;
}

/** The fields of a changed transaction that subscribers read. */
type ChangedTransaction = Pick<
  BankTransaction,
  | '_id'
  | 'bankAccountId'
  | 'currency'
  | 'day'
  | 'cents'
  | 'restCents'
  | 'payerKey'
  | 'allocations'
  | 'offsets'
  | 'claims'
>;

declare module '../../platform/changes/change.js' {
  interface ChangedRecords {
    'bank-transactions': ChangedTransaction;
  }
}

export const BankTransactionSchema = SchemaFactory.createForClass(BankTransaction);
BankTransactionSchema.index({ idFingerprint: 1 }, { unique: true, sparse: true });
BankTransactionSchema.index({ textFingerprint: 1 }, { unique: true, sparse: true });
BankTransactionSchema.index({ state: 1, day: 1, createdAt: 1, _id: 1 });
BankTransactionSchema.index({ bankAccountId: 1, state: 1, day: 1, createdAt: 1, _id: 1 });
BankTransactionSchema.index({ bankAccountId: 1, day: 1, createdAt: 1, _id: 1 });
BankTransactionSchema.index({ day: 1, createdAt: 1, _id: 1 });
BankTransactionSchema.index({ cents: 1, createdAt: 1, _id: 1 });
BankTransactionSchema.index({ createdAt: 1, _id: 1 });
BankTransactionSchema.index({ statementIds: 1, state: 1, day: 1 });
BankTransactionSchema.index({ keys: 1 }, { sparse: true });
BankTransactionSchema.index({ claims: 1 }, { sparse: true });
BankTransactionSchema.index({ 'candidates.paymentId': 1 });
BankTransactionSchema.index({ 'allocations.paymentId': 1 });
BankTransactionSchema.index({ 'reversed.paymentId': 1 }, { sparse: true });
BankTransactionSchema.index({ 'offsets.payoutId': 1 }, { sparse: true });
BankTransactionSchema.index({ restCents: 1, day: 1 });
BankTransactionSchema.index({ needsLook: 1 }, { sparse: true });
BankTransactionSchema.index({ payerKey: 1, 'allocations.customerId': 1 });
BankTransactionSchema.index({ isUnmatched: 1 }, { sparse: true });
