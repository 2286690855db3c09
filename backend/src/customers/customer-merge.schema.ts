import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';
import type { Customer } from './customer.schema.js';

/** A record that was moved, and its version after that. */
export interface MovedRecord {
  _id: Types.ObjectId;
  version: number;
  /** True for a comment that was pinned to the customer that went. */
  pinned?: boolean;
}

/** The way of payments that follow a merge, or its undo. */
export type Following = 'in' | 'back';

/** The records that a merge has moved. */
export interface MovedRecords {
  payments: MovedRecord[];
  comments: MovedRecord[];
  mails: Types.ObjectId[];
  documents: Types.ObjectId[];
}

/**
 * The merge of a customer into another one: with the record that went, so that it can be undone. Until then its id stands
 * for the one that stayed. Written by the driver.
 */
@Schema({ collection: 'customermerges', versionKey: false })
export class CustomerMerge {
  _id!: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.ObjectId }) fromId!: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.ObjectId }) intoId!: Types.ObjectId;
  /** The record that went, as it was stored. */
  @Prop({ type: MongooseSchema.Types.Mixed }) from!: Customer;
  /** The fields of the one that stayed, before and after. */
  @Prop({ type: MongooseSchema.Types.Mixed }) before!: Partial<Customer>;
  @Prop({ type: MongooseSchema.Types.Mixed }) after!: Partial<Customer>;
  @Prop({ type: MongooseSchema.Types.Mixed }) moved!: MovedRecords;
  /** The way in which further payments follow by themselves, until the last one has. */
  @Prop({ type: String }) following?: Following;
  @Prop() at!: Date;
  @Prop() by!: string;
  @Prop({ type: MongooseSchema.Types.Mixed }) undone?: { at: Date; by: string };
}

/**
 * The condition of the records that a merge has moved, and of those that came since about the payments that it has moved:
 * an undo takes all of them back.
 */
export const broughtBy = ({ at, moved }: CustomerMerge, kind: 'comments' | 'mails' | 'documents') => ({
  $or: [
    { _id: { $in: moved[kind].map((one) => ('_id' in one ? one._id : one)) } },
    { paymentId: { $in: moved.payments.map(({ _id }) => _id) }, createdAt: { $gte: at } },
  ],
});

export const CustomerMergeSchema = SchemaFactory.createForClass(CustomerMerge);
CustomerMergeSchema.index({ fromId: 1, at: -1 });
CustomerMergeSchema.index({ intoId: 1, at: -1 });
// Those that payments still follow.
CustomerMergeSchema.index({ following: 1, at: 1 }, { sparse: true });
