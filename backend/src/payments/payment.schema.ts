import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { PaymentCard, PaymentPayout } from '#domain/payments/payment-card';
import type { Buyer } from '#domain/documents/documents';
import type { Language } from '#domain/platform/languages';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { Currency } from '#domain/platform/money';
import type { PaymentMethod } from '#domain/places/payment-methods';
import type { PaymentSource, PaymentStatus, SaidSent } from '#domain/payments/payments';
import type { PlannedPart } from '#domain/payments/plan-parts';
import type { Attention } from '#domain/ledger/ways';
import type { Price } from '#domain/places/prices';
import type { PaymentTax } from '#domain/places/taxes';
import type { AcceptedTerms } from '#domain/payments/terms';
import type { Bookings } from '../ledger/books/bookkeeper.service.js';
import { Customer } from '../customers/customer.schema.js';

/** One line of the history: written once, never changed. */
@Schema({ _id: false })
export class StatusEntry {
  @Prop() date!: Date;
  @Prop({ type: String }) status!: PaymentStatus;
  @Prop() note?: string;
  @Prop() by!: string;
}

const StatusEntrySchema = SchemaFactory.createForClass(StatusEntry);

@Schema({ _id: false })
class Quote implements Price {
  @Prop() amount!: number;
  @Prop({ type: String }) currency!: Currency;
}

const QuoteSchema = SchemaFactory.createForClass(Quote);

@Schema({ collection: 'payments', timestamps: true, versionKey: 'version' })
export class Payment {
  _id!: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.ObjectId, ref: Customer.name }) customerId!: Types.ObjectId;
  @Prop() amount!: number;
  @Prop({ type: String }) currency!: Currency;
  @Prop({ type: String }) paymentMethod!: PaymentMethod;
  @Prop() paymentType!: string;
  @Prop({ type: String }) status!: PaymentStatus;
  @Prop() referenceNumber!: string;
  /** The normalised reference; unique. */
  @Prop({ select: false }) referenceKey!: string;
  /** The parts by which a search finds the reference: see reference-search.ts. */
  @Prop({ type: [String], default: undefined, select: false }) referenceParts!: string[];
  /** Generated references that an admin has replaced, and their normalised forms: see reference-search.ts. */
  @Prop({ type: [String], default: undefined }) formerReferences?: string[];
  @Prop({ type: [String], default: undefined, select: false }) formerReferenceKeys?: string[];
  /** The words by which the search finds the payment, those of its customer included: see search-terms.ts. */
  @Prop({ type: [String], default: undefined, select: false }) terms!: string[];
  @Prop() transactionId?: string;
  /** A calendar day, as midnight UTC. */
  @Prop({ type: Date }) transferDate?: Date | null;
  /** The parts in which it is to be paid, in their order; their days count in place of the transfer date. */
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined }) plan?: PlannedPart[];
  /** YYYY-MM-DD: the day on which the plan was made or changed. */
  @Prop() plannedOn?: string;
  @Prop() transferReference?: string;
  @Prop() notes?: string;
  @Prop({ type: MongooseSchema.Types.Mixed }) paymentDetails?: Record<string, unknown>;
  /** The total shown to the visitor; checkout payments only. */
  @Prop({ type: QuoteSchema }) quoted?: Price;
  /**
   * The entries of its money and of its words, in the order of the record: status and figures are one fold over it
   * (domain/ledger/ledger.ts).
   */
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined }) ledger?: LedgerEntry[];
  /** The days of its bookings, for filters. */
  @Prop({ type: [String], default: undefined }) bookedOn?: string[];
  /** The amount that is deposited, over or missing, in decimals, and the reasons for which its money needs an admin; for look-ups. */
  @Prop() balance?: number;
  @Prop({ type: [String], default: undefined }) attention?: Attention[];
  /** True for a settled payment of which a part went back, for look-ups. */
  @Prop() partlyRefunded?: true;
  /** The transfer date that the visitor announced, and the time of the announcement. */
  @Prop({ type: MongooseSchema.Types.Mixed }) saidSent?: SaidSent;

  /** Written reminders and notices, oldest first; `number` is among REMINDER_DAYS, `due` the day of the part. */
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined })
  reminders?: { at: Date; mailId: Types.ObjectId; number?: number; due?: string; isNotice?: true }[];

  /** Version of the link to the visitor's page: a higher one invalidates earlier links. A missing field is 0. */
  @Prop() linkVersion?: number;
  /** The normalised email that the visitor typed: a request for links finds the payment by it. */
  @Prop({ select: false }) payerEmailKey?: string;
  @Prop({ type: [StatusEntrySchema] }) statusHistory!: StatusEntry[];
  @Prop({ type: String }) source!: PaymentSource;
  @Prop({ type: String }) language!: Language;
  /** The state of a card payment, as its events make it: see cards/card-state.ts. */
  @Prop({ type: MongooseSchema.Types.Mixed }) card?: PaymentCard;
  /** The payout of the card provider that its charge is in: see cards/payouts. */
  @Prop({ type: MongooseSchema.Types.Mixed }) payout?: PaymentPayout;
  /** YYYY-MM-DD: the day of a live card payment's receipt while it is in no payout, for look-ups. */
  @Prop() awaitsPayout?: string;
  /** YYYY-MM-DD: the day of its first open part, or without a plan its transfer date, while something is due; for look-ups. */
  @Prop() expectedOn?: string;
  @Prop() createdBy!: string;
  /** The customer's country when the payment was recorded, so that statistics by country do not change later. */
  @Prop() country?: string;
  /** The province likewise, for the tax of its sale. */
  @Prop() province?: string;
  /** The tax in its price, by the place at which that was made. */
  @Prop({ type: MongooseSchema.Types.Mixed }) tax?: PaymentTax;
  /** The terms that the visitor has accepted, in this version. */
  @Prop({ type: MongooseSchema.Types.Mixed }) acceptedTerms?: AcceptedTerms;
  /** True for a card payer of whose country the provider tells nothing: no tax follows from a place. */
  @Prop() isPlaceUnknown?: true;
  /** The buyer on its documents, where a person has corrected it, and the number of corrections. */
  @Prop({ type: MongooseSchema.Types.Mixed }) buyer?: Pick<Buyer, 'name' | 'address'>;
  @Prop() buyerVersion?: number;
  /** Time from which its documents are issued; missing where none are due. */
  @Prop() documentsDueAt?: Date;
  /** True where the fonts of papers lack letters of the buyer on its open invoice, for look-ups. */
  @Prop() lettersMissing?: true;
  @Prop() documentCount?: number;
  /** Time from which words of its customer are erased: no link opens its page. */
  @Prop() erasedAt?: Date;

  /** The merge that it has followed by itself, and its version since. */
  @Prop({ type: MongooseSchema.Types.Mixed, select: false })
  followed?: { mergeId: Types.ObjectId; version: number };

  version!: number;
  createdAt!: Date;
  updatedAt!: Date;
}

/** Money for a payment that a bank transaction has brought, in the payment's currency. */
export interface Arrival {
  transactionId: Types.ObjectId;
  amount: number;
}

/** The facts of a change beside the payment itself; a feature declares those that it reads. */
export interface PaymentFacts {
  customer?: Customer;
  arrival?: Arrival;
  /** True where the visitor is to hear of a cancellation. */
  isTold?: boolean;
  /** The bookings of the payment, and those that this change has made. */
  bookings?: Bookings;
}

declare module '../platform/changes/change.js' {
  interface ChangedRecords {
    payments: Payment;
  }
  interface ChangeFacts {
    payments: PaymentFacts;
  }
}

export const PaymentSchema = SchemaFactory.createForClass(Payment);
// A reference is one payment's; a bank's text has it whole, in parts, or as it was before.
PaymentSchema.index({ referenceKey: 1 }, { unique: true });
PaymentSchema.index({ referenceParts: 1 });
PaymentSchema.index({ formerReferenceKeys: 1 }, { sparse: true });
// The words of a search.
PaymentSchema.index({ terms: 1 });
// The list: its sorts, and its filters in the order of the newest (payment-list.ts).
PaymentSchema.index({ createdAt: -1, _id: -1 });
PaymentSchema.index({ updatedAt: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ transferDate: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ amount: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ status: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ paymentMethod: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ currency: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ country: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ province: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ language: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ partlyRefunded: 1, createdAt: 1, _id: 1 }, { sparse: true });
PaymentSchema.index({ attention: 1, createdAt: 1, _id: 1 }, { sparse: true });
PaymentSchema.index({ lettersMissing: 1, createdAt: 1, _id: 1 }, { sparse: true });
PaymentSchema.index({ 'saidSent.at': 1 }, { sparse: true });
PaymentSchema.index({ 'card.dispute.status': 1 }, { sparse: true });
PaymentSchema.index({ 'card.price.amount': 1 }, { sparse: true });
PaymentSchema.index({ 'card.sameVisit.paymentId': 1 }, { sparse: true });
// A customer's payments, and those of an address that a visitor typed.
PaymentSchema.index({ customerId: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ payerEmailKey: 1, createdAt: 1, _id: 1 }, { sparse: true });
// One payment of each session of the card page; a payout names the intent, and asks for those in none.
PaymentSchema.index({ 'card.sessionId': 1 }, { unique: true, sparse: true });
PaymentSchema.index({ 'card.paymentIntentId': 1 }, { sparse: true });
PaymentSchema.index({ awaitsPayout: 1 }, { sparse: true });
// The filter by the day of booking, and the recount of the books by each day of a payment (recount-parts.ts).
PaymentSchema.index({ bookedOn: 1 }, { sparse: true });
PaymentSchema.index({ 'ledger.bookedOn': 1 }, { sparse: true });
PaymentSchema.index({ 'ledger.voided.bookedOn': 1 }, { sparse: true });
// The filter by transfer date, which counts by status.
PaymentSchema.index({ status: 1, transferDate: 1, createdAt: 1, _id: 1 });
// Pending payments past the day that counts, and those with a plan, which are counted by status.
PaymentSchema.index({ expectedOn: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ 'plan.due': 1 }, { sparse: true });
PaymentSchema.index({ status: 1 }, { partialFilterExpression: { 'plan.due': { $gt: '' } } });
// Payments that have followed a merge.
PaymentSchema.index({ 'followed.mergeId': 1 }, { sparse: true });
// Payments whose documents are to be issued, for their issuer.
PaymentSchema.index({ documentsDueAt: 1 }, { sparse: true });
