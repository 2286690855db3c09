import type { ClientSession, mongo } from 'mongoose';
import { arrivalFields, type CountedArrival } from './arrival-keys.js';
import type { StatsAccumulator } from './stats-accumulator.js';

/** Adds every stored incoming bank transaction to the accumulator. */
export async function countArrivals(
  database: mongo.Db,
  accumulator: StatsAccumulator,
  session?: ClientSession,
): Promise<void> {
  const arrivals = database
    .collection('banktransactions')
    .find({ cents: { $gt: 0 } }, { batchSize: 5000, ...(session && { session }) })
    .project<CountedArrival>(arrivalFields);
  for await (const arrival of arrivals) accumulator.addArrival(arrival);
}
