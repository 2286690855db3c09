import type mongoose from 'mongoose';

export type Database = mongoose.mongo.Db;

/** The operator's settings that a migration may need, and its log. */
export interface MigrationSettings {
  /** The IANA name of the zone in which days end: TIME_ZONE. */
  timeZone: string;
  /** US dollars for one unit of each currency: EXCHANGE_RATES. */
  exchangeRates: Readonly<Record<string, number>>;
  /** Takes a line for the operator: progress, and what the migration could not decide. */
  onProgress: (text: string) => void;
}

/**
 * A change of stored data that a new version needs. It may be run again after an interruption, so it must not change a
 * record twice. Once released it is never edited: a further change is a further migration. It carries copies of the
 * rules, values and shapes that it needs, so that a change of those does not change it; a lint rule refuses imports, but
 * those of the ledgers' migration.
 */
export interface Migration {
  /** From 1, without gaps: the order in which they are run. */
  number: number;
  name: string;
  /** Without settings, those of a server that has none. */
  run(database: Database, settings?: MigrationSettings): Promise<void>;
}
