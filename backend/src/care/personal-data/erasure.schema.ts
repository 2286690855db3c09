import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { PersonWords } from './person/words.js';

/** An erasure: its ids outlive what it erased, so that a restored backup is erased again. Written by the driver. */
@Schema({ collection: 'erasures', versionKey: false })
export class Erasure {
  _id!: Types.ObjectId;
  /** The customer who was asked for, and those who were merged into it. */
  @Prop({ type: [Types.ObjectId] }) customerIds!: Types.ObjectId[];
  @Prop({ type: [Types.ObjectId] }) paymentIds!: Types.ObjectId[];
  @Prop() at!: Date;
  @Prop() by!: string;
  /** Without a word of the name. */
  @Prop() reason!: string;
  /** True where the term has ended: papers went as well. */
  @Prop() isWhole?: true;
  /** True until the records of this database are erased: its backup is older than the erasure, or there are many. */
  @Prop() isDue?: true;
  /** The time of its last failure while it is due. */
  @Prop() failedAt?: Date;
  /** The steps of one that is under way. */
  @Prop({ type: MongooseSchema.Types.Mixed }) progress?: { done: number; total: number };
  /** The person's words until it is done, by which the records that only they lead to are found after a kill. */
  @Prop({ type: MongooseSchema.Types.Mixed }) words?: PersonWords;
  /** True until no file of the data folder holds what was erased, and the list of the erased names it. */
  @Prop() isUnfinished?: true;
}

export const ErasureSchema = SchemaFactory.createForClass(Erasure);
ErasureSchema.index({ customerIds: 1 });
ErasureSchema.index({ at: 1, _id: 1 });
ErasureSchema.index({ isDue: 1 }, { sparse: true });
ErasureSchema.index({ isUnfinished: 1 }, { sparse: true });
