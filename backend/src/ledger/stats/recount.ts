import type { ClientSession, Connection } from 'mongoose';
import type { RecountPart } from './recount-parts.js';
import { StatsAccumulator } from './stats-accumulator.js';
import { deltaFilter, type StatsBucket, type StatsDelta } from './stats.schema.js';

/** Reads stored statistics: these buckets, and the deltas that are not merged into them yet. */
async function readStored({ db }: Connection, bucketIds: readonly string[], session: ClientSession) {
  const accumulator = new StatsAccumulator();
  const wanted = new Set(bucketIds);
  const ids = { $in: [...bucketIds] };
  const buckets = db!.collection<StatsBucket>('figures').find({ _id: ids }, { session });
  for await (const { _id, cells } of buckets)
    for (const [group, { count, cents }] of Object.entries(cells)) accumulator.add(_id, group, count, cents);
  const deltas = db!
    .collection<StatsDelta>('figurechanges')
    .find({ ...deltaFilter, sheets: ids }, { session });
  for await (const { sheets, cell: group, count, cents } of deltas)
    for (const bucketId of sheets) if (wanted.has(bucketId)) accumulator.add(bucketId, group, count, cents);
  return accumulator;
}

/**
 * Compares a part's stored statistics with a recount of its records as of the transaction's snapshot. A write and its
 * delta are committed together, so that records and statistics are those of one moment, whatever is written meanwhile.
 */
export async function recount(connection: Connection, part: RecountPart, session: ClientSession) {
  const { bucketIds, owns, sumOf } = part;
  const counted = new StatsAccumulator();
  await part.count(session, counted);
  if (sumOf) counted.addSum(bucketIds[0]!, await readStored(connection, sumOf, session));
  const stored = (await readStored(connection, bucketIds, session)).filtered(owns);
  return { counted, stored };
}
