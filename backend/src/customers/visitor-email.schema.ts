import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/**
 * The customer created for a new email: two concurrent first submissions conflict on this record, and the retried one
 * finds the customer. Needed only during a transaction; expires soon after.
 */
@Schema({ collection: 'checkoutemails', versionKey: false })
export class VisitorEmail {
  /** A keyed hash of the normalised email: the email cannot be recovered or guessed from the database alone. */
  @Prop() _id!: string;
  @Prop({ type: Types.ObjectId }) customerId!: Types.ObjectId;
  @Prop() createdAt!: Date;
}

export const VisitorEmailSchema = SchemaFactory.createForClass(VisitorEmail);
// MongoDB ends a transaction after a minute (transactionLifetimeLimitSeconds).
VisitorEmailSchema.index({ createdAt: 1 }, { expireAfterSeconds: 3600 });
