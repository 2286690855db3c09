import type mongoose from 'mongoose';

export type Database = mongoose.mongo.Db;

/**
 * A change of stored data that a new version needs. It may be run again after an interruption, so it must not change a
 * record twice. Once released it is never edited: a further change is a further migration. It carries copies of the
 * rules, values and shapes that it needs, so that a change of those does not change it; a lint rule refuses imports.
 */
export interface Migration {
  /** From the baseline's on, without gaps: the order in which they are run. */
  number: number;
  name: string;
  /** @param tell says to the operator what the migration could not convert */
  run(database: Database, tell?: (text: string) => void): Promise<void>;
}
