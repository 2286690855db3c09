import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Payment {
  _id: mongoose.Types.ObjectId;
  referenceKey: string;
  referenceParts?: string[];
}

const partLength = 6;
const step = 2;

/** The beginning of every generated reference, which is no part to search by. */
const common = 'CRTSOTN';

function partsOf(key: string): string[] {
  const parts = new Set<string>();
  for (let at = key.startsWith(common) ? step : 0; at + partLength <= key.length; at += step)
    parts.add(key.slice(at, at + partLength));
  return [...parts];
}

/** Adds the parts that references are searched by. */
export const referencePartsMigration: Migration = {
  number: 1,
  name: 'reference parts',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const without = payments.find(
      { referenceParts: null as never },
      { projection: { referenceKey: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(without))
      await payments.bulkWrite(
        batch.map(({ _id, referenceKey }) => ({
          updateOne: {
            // The reference may have been changed meanwhile, which wrote its parts.
            filter: { _id, referenceKey },
            update: { $set: { referenceParts: partsOf(referenceKey) } },
          },
        })),
        { ordered: false },
      );
  },
};
