import type { Connection, mongo } from 'mongoose';
import type { Erasure } from './erasure.schema.js';

const erasuresOf = (connection: Connection) =>
  connection.collection('erasures') as unknown as mongo.Collection<Erasure>;

/** Returns the erasures that a database remembers. */
export const readErasures = (connection: Connection): Promise<Erasure[]> =>
  erasuresOf(connection).find({}).sort({ at: 1, _id: 1 }).toArray();

/** Lets a database remember erasures that a backup does not know: they are done again. Returns their number. */
export async function remember(connection: Connection, erasures: readonly Erasure[]): Promise<number> {
  let count = 0;
  for (const { _id, ...erasure } of erasures) {
    delete erasure.isUnfinished;
    delete erasure.progress;
    delete erasure.words;
    delete erasure.failedAt;
    const { upsertedCount } = await erasuresOf(connection).updateOne(
      { _id },
      { $setOnInsert: { ...erasure, isDue: true } },
      { upsert: true },
    );
    count += upsertedCount;
  }
  return count;
}
