import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A submission that became a payment: the same key gives the same answer again. */
@Schema({ collection: 'checkoutkeys', versionKey: false })
export class IdempotencyRecord {
  /** The Idempotency-Key, in lower case. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: String, required: true })
  bodyHash!: string;

  @Prop({ type: Types.ObjectId, required: true })
  paymentId!: Types.ObjectId;

  @Prop({ type: String, required: true })
  referenceNumber!: string;

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

/**
 * Which customer a new email became: two first submissions of one person at the same moment collide here, and the one
 * that is run again finds the customer. Of use for as long as a transaction may last, and deleted soon after.
 */
@Schema({ collection: 'checkoutemails', versionKey: false })
export class CheckoutEmail {
  /** The email as it is compared, as a keyed hash: it cannot be had back, or guessed, from the database alone. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: Types.ObjectId, required: true })
  customerId!: Types.ObjectId;

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

export const IdempotencyRecordSchema = SchemaFactory.createForClass(IdempotencyRecord);
// Longer than anybody keeps a tab open with an unfinished submission.
IdempotencyRecordSchema.index({ createdAt: 1 }, { expireAfterSeconds: 90 * 24 * 3600 });
export const CheckoutEmailSchema = SchemaFactory.createForClass(CheckoutEmail);
// MongoDB ends a transaction after a minute (transactionLifetimeLimitSeconds).
CheckoutEmailSchema.index({ createdAt: 1 }, { expireAfterSeconds: 3600 });
