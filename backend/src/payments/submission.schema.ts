import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A payment's submission, by a visitor or an admin: the same key returns the same payment again. */
@Schema({ collection: 'checkoutkeys', versionKey: false })
export class Submission {
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

export const SubmissionSchema = SchemaFactory.createForClass(Submission);
// Outlives any tab with an unfinished submission.
SubmissionSchema.index({ createdAt: 1 }, { expireAfterSeconds: 90 * 24 * 3600 });
