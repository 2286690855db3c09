import type { mongo } from 'mongoose';
import type { Erasure } from './erasure.schema.js';

/** The collection in which a database remembers erasures. */
export const erasuresName = 'erasures';

/** A database, or a connection to it. */
interface Remembering {
  collection(name: string): unknown;
}

const erasuresOf = (database: Remembering) => database.collection(erasuresName) as mongo.Collection<Erasure>;

/** Returns the erasures that a database remembers. */
export const readErasures = (database: Remembering): Promise<Erasure[]> =>
  erasuresOf(database).find({}).sort({ at: 1, _id: 1 }).toArray();

/** Lets a database remember erasures that a backup does not know: they are done again. Returns their number. */
export async function remember(database: Remembering, erasures: readonly Erasure[]): Promise<number> {
  let count = 0;
  for (const { _id, ...erasure } of erasures) {
    delete erasure.isUnfinished;
    delete erasure.progress;
    delete erasure.words;
    delete erasure.failedAt;
    const { upsertedCount } = await erasuresOf(database).updateOne(
      { _id },
      { $setOnInsert: { ...erasure, isDue: true } },
      { upsert: true },
    );
    count += upsertedCount;
  }
  return count;
}
