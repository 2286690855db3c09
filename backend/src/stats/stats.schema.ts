import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';

/** How many records a cell counts and what their amounts come to, in cents. */
export interface Aggregate {
  count: number;
  cents: number;
}

/**
 * The figures of a day ("day:2026-11-21"), a month ("month:2026-11") or of all customers ("customers"):
 * cell to figure. A cell is the values that figures are asked by, joined with "|".
 */
@Schema({ collection: 'figures', versionKey: false })
export class StatsBucket {
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: MongooseSchema.Types.Mixed, default: {} })
  cells!: Record<string, Aggregate>;
}

/** A difference that is not yet in its sheets. Each write inserts its own, so that no two writes meet in one record. */
@Schema({ collection: 'figurechanges', versionKey: false })
export class StatsDelta {
  _id!: Types.ObjectId;

  @Prop({ type: [String], default: undefined })
  sheets!: string[];

  @Prop({ type: String })
  cell!: string;

  @Prop({ type: Number })
  count!: number;

  @Prop({ type: Number })
  cents!: number;

  /** Of the one record that is no change: how often changes were folded, so that a reader knows whether its copy of the sheets is today's. */
  @Prop({ type: Number })
  folds?: number;
}

/** The record that counts the folds; every change has a greater id. */
export const mergeCounterId = new Types.ObjectId('000000000000000000000000');
export const deltaFilter = { _id: { $gt: mergeCounterId } };

export const StatsBucketSchema = SchemaFactory.createForClass(StatsBucket);
export const StatsDeltaSchema = SchemaFactory.createForClass(StatsDelta);
