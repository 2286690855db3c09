import type { Cents } from '#domain/platform/money';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';

/** The number of a group's records and the sum of their amounts, in cents. */
export interface Aggregate {
  count: number;
  cents: Cents;
}

/**
 * The aggregates of payments by day and month ("day:2026-11-21", "month:2026-11"), of what arrived in bank accounts by
 * day and month ("arrival-day:2026-11-21", "arrival-month:2026-11") or of all customers ("customers"), by group key:
 * the values of the dimensions, joined with "|".
 *
 * The names of both collections and of their fields are those of the first version, whose data is still read: a bucket
 * was a sheet of figures, a group its cell, and a merge a fold. The code calls them buckets, groups and merges.
 */
@Schema({ collection: 'figures', versionKey: false })
export class StatsBucket {
  @Prop() _id!: string;
  /** The aggregates by group key. */
  @Prop({ type: MongooseSchema.Types.Mixed }) cells!: Record<string, Aggregate>;
}

/** A pending delta, not merged yet. Every write inserts its own, so that no two writes conflict. */
@Schema({ collection: 'figurechanges', versionKey: false })
export class StatsDelta {
  _id!: Types.ObjectId;
  /** The ids of its buckets. */
  @Prop({ type: [String], default: undefined }) sheets!: string[];
  /** The group key. */
  @Prop() cell!: string;
  @Prop() count!: number;
  @Prop({ type: Number }) cents!: Cents;
  /** On the merge counter only: the number of merges, by which a reader recognises an outdated snapshot. */
  @Prop() folds?: number;
  /** On the merge counter only: the time zone by whose days the payments are counted; UTC where it has none. */
  @Prop() zone?: string;
  /** On the merge counter only, while a rebuild is under way: its time zone, and the last part that is done. */
  @Prop({ type: MongooseSchema.Types.Mixed }) rebuild?: { zone: string; after: string; at: Date };
}

/** The id of the merge counter; every delta has a greater id. */
export const mergeCounterId = new Types.ObjectId('000000000000000000000000');
export const deltaFilter = { _id: { $gt: mergeCounterId } };

export const StatsBucketSchema = SchemaFactory.createForClass(StatsBucket);
export const StatsDeltaSchema = SchemaFactory.createForClass(StatsDelta);
