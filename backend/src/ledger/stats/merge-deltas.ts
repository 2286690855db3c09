import type { ClientSession, Connection } from 'mongoose';
import { type StatsDelta, type StatsBucket, mergeCounterId } from './stats.schema.js';
import type { StatsAccumulator } from './stats-accumulator.js';

/**
 * Merges deltas into their buckets and increments the merge counter, by which servers recognise an outdated snapshot.
 * Runs in a transaction.
 */
export async function mergeDeltas(
  { db }: Pick<Connection, 'db'>,
  accumulator: StatsAccumulator,
  session: ClientSession,
): Promise<void> {
  const updates = accumulator.toBuckets().map(({ _id, cells }) => {
    const increments = Object.entries(cells).flatMap(([group, { count, cents }]) => [
      [`cells.${group}.count`, count],
      [`cells.${group}.cents`, cents],
    ]);
    const update = { $inc: Object.fromEntries(increments) as Record<string, number> };
    return { updateOne: { filter: { _id }, update, upsert: true } };
  });
  // The counter first: of two transactions that merge, one is rerun, before both insert the same bucket.
  await db!
    .collection<StatsDelta>('figurechanges')
    .updateOne({ _id: mergeCounterId }, { $inc: { folds: 1 } }, { upsert: true, session });
  if (updates.length) await db!.collection<StatsBucket>('figures').bulkWrite(updates, { session });
}
