import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Currency } from '../../../domain/money.js';
import {
  type PaymentMethod,
  type PaymentSource,
  type PaymentStatus,
  type SaidSent,
} from '../../../domain/payments.js';
import type { Price } from '../../../domain/prices.js';
import { Customer } from '../customers/customer.schema.js';

/** One line of the history: written once, never changed. */
@Schema({ _id: false })
export class StatusEntry {
  @Prop({ type: Date })
  date!: Date;

  @Prop({ type: String })
  status!: PaymentStatus;

  @Prop({ type: String })
  note?: string;

  @Prop({ type: String })
  by!: string;
}

const StatusEntrySchema = SchemaFactory.createForClass(StatusEntry);

@Schema({ _id: false })
class Quote implements Price {
  @Prop({ type: Number })
  amount!: number;

  @Prop({ type: String })
  currency!: Currency;
}

const QuoteSchema = SchemaFactory.createForClass(Quote);

@Schema({ collection: 'payments', timestamps: true, versionKey: 'version' })
export class Payment {
  _id!: Types.ObjectId;

  @Prop({ type: MongooseSchema.Types.ObjectId, ref: Customer.name })
  customerId!: Types.ObjectId;

  @Prop({ type: Number })
  amount!: number;

  @Prop({ type: String })
  currency!: Currency;

  @Prop({ type: String })
  paymentMethod!: PaymentMethod;

  @Prop({ type: String })
  paymentType!: string;

  @Prop({ type: String })
  status!: PaymentStatus;

  @Prop({ type: String })
  referenceNumber!: string;

  /** The reference as it is compared; what makes it unique. */
  @Prop({ type: String, select: false })
  referenceKey!: string;

  /** Parts of it that it is found by: see reference-search.ts. */
  @Prop({ type: [String], default: undefined, select: false })
  referenceParts!: string[];

  @Prop({ type: String })
  transactionId?: string;

  /** A calendar day, as midnight UTC. */
  @Prop({ type: Date })
  transferDate?: Date | null;

  @Prop({ type: String })
  transferReference?: string;

  @Prop({ type: String })
  notes?: string;

  @Prop({ type: MongooseSchema.Types.Mixed })
  paymentDetails?: Record<string, unknown>;

  /** Of a checkout payment: the total that the visitor was shown. */
  @Prop({ type: QuoteSchema })
  quoted?: Price;

  /** What bank transactions were allocated to it, what was paid back, and what was missing and accepted; none is 0. */
  @Prop({ type: Number })
  received?: number;

  @Prop({ type: Number })
  refunded?: number;

  @Prop({ type: Number })
  shortfall?: number;

  /** The allocation that made the status what it is; none where it was set by hand. */
  @Prop({ type: MongooseSchema.Types.ObjectId, select: false })
  statusAllocationId?: Types.ObjectId;

  /** The day that the visitor announced for the transfer, and when. */
  @Prop({ type: MongooseSchema.Types.Mixed })
  saidSent?: SaidSent;

  /** Of the visitor's page: a higher one ends the links before. None is 0. */
  @Prop({ type: Number })
  linkVersion?: number;

  /** The address that the visitor typed, as it is compared: what the visitor's links are found by. */
  @Prop({ type: String, select: false })
  payerEmailKey?: string;

  @Prop({ type: [StatusEntrySchema] })
  statusHistory!: StatusEntry[];

  @Prop({ type: String })
  source!: PaymentSource;

  @Prop({ type: String })
  createdBy!: string;

  /** The customer's country when the payment was recorded: statistics by country stay what they were. */
  @Prop({ type: String })
  country?: string;

  version!: number;
  createdAt!: Date;
  updatedAt!: Date;
}

export const PaymentSchema = SchemaFactory.createForClass(Payment);
PaymentSchema.index({ referenceKey: 1 }, { unique: true });
PaymentSchema.index({ referenceParts: 1 });
PaymentSchema.index({ createdAt: -1, _id: -1 });
PaymentSchema.index({ status: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ paymentMethod: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ currency: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ country: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ customerId: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ amount: 1, createdAt: 1, _id: 1 });
PaymentSchema.index({ payerEmailKey: 1, createdAt: 1, _id: 1 }, { sparse: true });
// Pending payments past their transfer date, for the reports.
PaymentSchema.index({ status: 1, transferDate: 1, _id: 1 });
