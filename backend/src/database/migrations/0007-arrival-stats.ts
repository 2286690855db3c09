import { arrivalFields, type CountedArrival } from '../../stats/arrival-keys.js';
import { StatsAccumulator } from '../../stats/stats-accumulator.js';
import { mergeCounterId, type StatsBucket, type StatsDelta } from '../../stats/stats.schema.js';
import type { Migration } from './migration.js';

/** Fills the kept statistics of what bank accounts received, which earlier versions did not keep. */
export const arrivalStatsMigration: Migration = {
  number: 7,
  name: 'arrival statistics',
  async run(database) {
    const tally = new StatsAccumulator();
    const arrivals = database
      .collection('banktransactions')
      .find({ cents: { $gt: 0 } }, { batchSize: 5000 })
      .project<CountedArrival>(arrivalFields);
    for await (const arrival of arrivals) tally.addArrival(arrival);
    // Replaced, not added to: it may be run again after an interruption.
    const writes = tally.toBuckets().map(({ _id, cells }) => ({
      replaceOne: { filter: { _id }, replacement: { cells }, upsert: true },
    }));
    if (writes.length) await database.collection<StatsBucket>('figures').bulkWrite(writes);
    await database
      .collection<StatsDelta>('figurechanges')
      .updateOne({ _id: mergeCounterId }, { $inc: { folds: 1 } }, { upsert: true });
  },
};
