import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Cents, Currency } from '#domain/platform/money';
import type { BookedFees } from '#domain/payouts/payout-figures';
import type { PayoutState } from '#domain/payouts/payouts';

/** A bank transaction that was said to be the payout; one that was undone stays, as the journal has both. */
export interface PayoutMatch {
  _id: string;
  bankAccountId: string;
  /** The amount of the transaction, with its sign. */
  cents: Cents;
  /** YYYY-MM-DD: the day of the transaction, and the day of the books on which it stands. */
  day: string;
  bookedOn: string;
  voided?: { bookedOn: string };
}

/** A payout of the card provider, as its reports say; amounts are the sums of its lines. Written by the driver. */
@Schema({ collection: 'cardpayouts', versionKey: false })
export class StoredPayout {
  /** The provider's id. */
  @Prop() _id!: string;
  /** YYYY-MM-DD. */
  @Prop() day!: string;
  @Prop({ type: String }) currency!: Currency;
  @Prop({ type: Number }) grossCents!: Cents;
  @Prop({ type: Number }) feeCents!: Cents;
  /** Negative where more went back than came. */
  @Prop({ type: Number }) netCents!: Cents;
  @Prop({ type: String }) state!: PayoutState;
  /** The bank transaction that is it, and its amount with its sign. */
  @Prop({ type: Types.ObjectId }) bankTransactionId?: Types.ObjectId;
  @Prop({ type: Number }) bankCents?: Cents;
  @Prop() lineCount!: number;
  /** The number of lines that are about a payment which is not known; missing for none. */
  @Prop() withoutPayment?: number;
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined }) fees!: BookedFees[];
  /** In the order of the acts. */
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined }) matches?: PayoutMatch[];
  @Prop() createdAt!: Date;
}

export const StoredPayoutSchema = SchemaFactory.createForClass(StoredPayout);
StoredPayoutSchema.index({ day: 1, createdAt: 1, _id: 1 });
StoredPayoutSchema.index({ createdAt: 1, _id: 1 });
StoredPayoutSchema.index({ netCents: 1, createdAt: 1, _id: 1 });
StoredPayoutSchema.index({ state: 1, day: 1, createdAt: 1, _id: 1 });
StoredPayoutSchema.index({ currency: 1, day: 1, createdAt: 1, _id: 1 });
StoredPayoutSchema.index({ withoutPayment: 1 }, { sparse: true });
StoredPayoutSchema.index({ bankTransactionId: 1 }, { unique: true, sparse: true });
StoredPayoutSchema.index({ 'fees.bookedOn': 1 });
StoredPayoutSchema.index({ 'matches.bookedOn': 1 }, { sparse: true });
StoredPayoutSchema.index({ 'matches.voided.bookedOn': 1 }, { sparse: true });

/** A line of a payout, stored once by the provider's id. Written by the driver. */
@Schema({ collection: 'cardpayoutlines', versionKey: false })
export class StoredPayoutLine {
  /** The provider's id of the balance transaction. */
  @Prop() _id!: string;
  @Prop() payoutId!: string;
  /** In the provider's words. */
  @Prop() category!: string;
  @Prop({ type: Number }) grossCents!: Cents;
  @Prop({ type: Number }) feeCents!: Cents;
  @Prop({ type: Number }) netCents!: Cents;
  @Prop() paymentIntentId?: string;
  @Prop({ type: Types.ObjectId }) paymentId?: Types.ObjectId;
  /** YYYY-MM-DD: the payout's day, or that of the report where it was closed; missing for lines of earlier versions. */
  @Prop() bookedOn?: string;
  /** True while it is about a payment that is not known. */
  @Prop() isUnknown?: true;
}

export const StoredPayoutLineSchema = SchemaFactory.createForClass(StoredPayoutLine);
StoredPayoutLineSchema.index({ payoutId: 1, isUnknown: -1, _id: 1 });
StoredPayoutLineSchema.index({ paymentIntentId: 1 }, { sparse: true });

declare module '../platform/changes/change.js' {
  interface ChangedRecords {
    'card-payouts': StoredPayout;
  }
}
