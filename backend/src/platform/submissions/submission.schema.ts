import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/**
 * The submission of a new record: the same key returns the same record again. The collection keeps the name of the
 * checkout, whose submissions it began with.
 */
@Schema({ collection: 'checkoutkeys', versionKey: false })
export class Submission {
  /** The Idempotency-Key, in lower case; after the kind of the record ("customer ") where an admin sent it. */
  @Prop() _id!: string;
  @Prop() bodyHash!: string;
  @Prop({ type: Types.ObjectId }) paymentId?: Types.ObjectId;
  @Prop() referenceNumber?: string;
  @Prop({ type: Types.ObjectId }) customerId?: Types.ObjectId;
  @Prop() createdAt!: Date;
}

/** The fields that name the made record, by its kind. */
export interface MadeRecords {
  checkout: Required<Pick<Submission, 'paymentId' | 'referenceNumber'>>;
  payment: Required<Pick<Submission, 'paymentId' | 'referenceNumber'>>;
  money: Required<Pick<Submission, 'paymentId'>>;
  customer: Required<Pick<Submission, 'customerId'>>;
}

export const SubmissionSchema = SchemaFactory.createForClass(Submission);
// Outlives any tab with an unfinished submission.
SubmissionSchema.index({ createdAt: 1 }, { expireAfterSeconds: 90 * 24 * 3600 });
