import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Payment } from '../payment.schema.js';

/** Time for which a batch can be undone, in seconds. */
const batchLifetime = 30 * 86_400;

/** A change of one payment's status. */
export interface BatchedChange {
  paymentId: Types.ObjectId;
  /** The payment's version after the change: the change stands while the payment has it. */
  version: number;
  /** The step of its entries; missing in changes that an earlier version has stored, which have the status before. */
  step?: string;
  before?: Pick<Payment, 'status'>;
  /** The payment's version after the change was undone. */
  undone?: number;
}

/** The changes of status that an admin made in one act, which one call undoes. */
@Schema({ collection: 'statusbatches', versionKey: false })
export class StatusBatch {
  _id!: Types.ObjectId;
  @Prop() by!: string;
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined }) changes!: BatchedChange[];
  @Prop() createdAt!: Date;
}

export const StatusBatchSchema = SchemaFactory.createForClass(StatusBatch);
StatusBatchSchema.index({ 'changes.paymentId': 1 });
StatusBatchSchema.index({ createdAt: 1 }, { expireAfterSeconds: batchLifetime });
