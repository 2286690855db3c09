import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';

/**
 * A text of a colleague on a customer or a payment. A deleted one stays without its text, whose versions the audit trail
 * has. Written by the driver.
 */
@Schema({ collection: 'comments', versionKey: false })
export class Comment {
  _id!: Types.ObjectId;
  /** The customer, or that of the payment: it moves with the payment. */
  @Prop({ type: MongooseSchema.Types.ObjectId }) customerId!: Types.ObjectId;
  /** Missing for a comment on the customer itself. */
  @Prop({ type: MongooseSchema.Types.ObjectId }) paymentId?: Types.ObjectId;
  /** Missing once it was deleted. */
  @Prop() text?: string;
  @Prop() by!: string;
  /** The id of the author's account. */
  @Prop() authorId!: string;
  @Prop() createdAt!: Date;
  @Prop() editedAt?: Date;
  @Prop() pinned?: true;
  /** The customer or payment on top of whose page it stands: one comment of each. */
  @Prop({ type: MongooseSchema.Types.ObjectId, select: false }) pinnedOn?: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.Mixed }) deleted?: { by: string; at: Date };
  /** The words by which the search finds it: see search-terms.ts. */
  @Prop({ type: [String], default: undefined, select: false }) terms?: string[];
  @Prop() version!: number;
}

declare module '../../platform/changes/change.js' {
  interface ChangedRecords {
    comments: Comment;
  }
}

declare module '../../platform/submissions/submission.schema.js' {
  interface MadeRecords {
    comment: { commentId: Types.ObjectId };
  }
}

export const CommentSchema = SchemaFactory.createForClass(Comment);
// The timelines of a customer, with those of its payments, and of a payment.
CommentSchema.index({ customerId: 1, createdAt: 1, _id: 1 });
CommentSchema.index({ paymentId: 1, createdAt: 1, _id: 1 }, { sparse: true });
CommentSchema.index({ pinnedOn: 1 }, { unique: true, sparse: true });
// The search, whose newest results come first.
CommentSchema.index({ terms: 1 }, { sparse: true });
CommentSchema.index({ createdAt: -1, _id: -1 });
