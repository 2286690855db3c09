import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Booking } from '#domain/ledger/bookings';
import type { MoneyWay } from '#domain/ledger/ledger';
import type { Currency } from '#domain/platform/money';

/** A change of what a payment counts in the figures. Added and read only; those of a deleted payment go with it. */
@Schema({ collection: 'bookings', versionKey: false })
export class StoredBooking implements Booking {
  @Prop() _id!: string;
  @Prop({ type: MongooseSchema.Types.ObjectId }) paymentId!: Types.ObjectId;
  @Prop() entryId!: string;
  @Prop() referenceNumber!: string;
  @Prop({ type: MongooseSchema.Types.ObjectId }) customerId!: Types.ObjectId;
  @Prop() country?: string;
  @Prop() province?: string;
  /** The way of the entry's money; `said` for a person's word. */
  @Prop({ type: String }) way!: MoneyWay | 'said';
  @Prop({ type: String }) kind!: 'sale' | 'return';
  @Prop() day!: string;
  @Prop() bookedOn!: string;
  @Prop() amount!: number;
  @Prop({ type: String }) currency!: Currency;
  @Prop() rate!: number;
  @Prop() usd!: number;
  @Prop() takesBack?: string;
  @Prop() at!: Date;
  @Prop() by!: string;
}

export const StoredBookingSchema = SchemaFactory.createForClass(StoredBooking);
StoredBookingSchema.index({ paymentId: 1, _id: 1 });
StoredBookingSchema.index({ bookedOn: 1, _id: 1 });
