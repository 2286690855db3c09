import { countArrivals } from '../../stats/count-arrivals.js';
import { StatsAccumulator } from '../../stats/stats-accumulator.js';
import { mergeCounterId, type StatsBucket, type StatsDelta } from '../../stats/stats.schema.js';
import type { Migration } from './migration.js';

/** Fills the stored statistics of money received in bank accounts, which earlier versions did not have. */
export const arrivalStatsMigration: Migration = {
  number: 7,
  name: 'arrival statistics',
  async run(database) {
    const accumulator = new StatsAccumulator();
    await countArrivals(database, accumulator);
    // Replaces rather than adds: the migration may be run again after an interruption.
    const writes = accumulator.toBuckets().map(({ _id, cells }) => ({
      replaceOne: { filter: { _id }, replacement: { cells }, upsert: true },
    }));
    if (writes.length) await database.collection<StatsBucket>('figures').bulkWrite(writes);
    await database
      .collection<StatsDelta>('figurechanges')
      .updateOne({ _id: mergeCounterId }, { $inc: { folds: 1 } }, { upsert: true });
  },
};
