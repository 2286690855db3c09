import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** An idempotency record: the same key returns the same response again. */
@Schema({ collection: 'checkoutkeys', versionKey: false })
export class IdempotencyRecord {
  /** The Idempotency-Key, in lower case. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: String })
  bodyHash!: string;

  @Prop({ type: Types.ObjectId })
  paymentId!: Types.ObjectId;

  @Prop({ type: String })
  referenceNumber!: string;

  @Prop({ type: Date })
  createdAt!: Date;
}

/**
 * The customer created for a new email: two concurrent first submissions conflict on this record, and the retried one
 * finds the customer. Needed only during a transaction; expires soon after.
 */
@Schema({ collection: 'checkoutemails', versionKey: false })
export class CheckoutEmail {
  /** A keyed hash of the normalised email: the email cannot be recovered or guessed from the database alone. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: Types.ObjectId })
  customerId!: Types.ObjectId;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const IdempotencyRecordSchema = SchemaFactory.createForClass(IdempotencyRecord);
// Outlives any tab with an unfinished submission.
IdempotencyRecordSchema.index({ createdAt: 1 }, { expireAfterSeconds: 90 * 24 * 3600 });
export const CheckoutEmailSchema = SchemaFactory.createForClass(CheckoutEmail);
// MongoDB ends a transaction after a minute (transactionLifetimeLimitSeconds).
CheckoutEmailSchema.index({ createdAt: 1 }, { expireAfterSeconds: 3600 });
