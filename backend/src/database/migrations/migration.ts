import type mongoose from 'mongoose';

export type Database = mongoose.mongo.Db;

/**
 * A change of stored data that a new version needs. It may be run again after an interruption, so it must not change a
 * record twice. Once released it is never edited: a further change is a further migration.
 */
export interface Migration {
  /** From 1, without gaps: the order in which they are run. */
  number: number;
  name: string;
  run(database: Database): Promise<void>;
}
