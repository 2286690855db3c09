import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A submission that became a payment: the same key gives the same answer again. */
@Schema({ collection: 'checkoutkeys', versionKey: false })
export class CheckoutKey {
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

/** Which customer a new email became: two first submissions of one person at the same moment collide here. */
@Schema({ collection: 'checkoutemails', versionKey: false })
export class CheckoutEmail {
  /** The email as it is compared. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: Types.ObjectId, required: true })
  customerId!: Types.ObjectId;
}

export const CheckoutKeySchema = SchemaFactory.createForClass(CheckoutKey);
// Longer than anybody keeps a tab open with an unfinished submission.
CheckoutKeySchema.index({ createdAt: 1 }, { expireAfterSeconds: 90 * 24 * 3600 });
export const CheckoutEmailSchema = SchemaFactory.createForClass(CheckoutEmail);
