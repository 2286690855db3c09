import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Customer {
  _id: mongoose.Types.ObjectId;
  fullName: string;
  payerNameKey?: string;
}

/** Returns the two longest words of a name, in upper case without accents and in order; the only one, or ''. */
function payerNameKey(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .toUpperCase();
  const found = folded.match(/[\p{L}\p{N}]+/gu)?.filter((word) => /\p{L}/u.test(word)) ?? [];
  const words = [...new Set(found)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return words.slice(0, 2).sort().join(' ').slice(0, 200);
}

/** Adds the key by which matching finds a customer's name in a bank's text. */
export const payerNamesMigration: Migration = {
  number: 4,
  name: 'payer names',
  async run(database) {
    const customers = database.collection<Customer>('customers');
    const without = customers.find(
      { payerNameKey: null as never },
      { projection: { fullName: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(without))
      await customers.bulkWrite(
        batch.map(({ _id, fullName }) => ({
          updateOne: {
            // The name may have been changed meanwhile, which wrote its key.
            filter: { _id, fullName },
            update: { $set: { payerNameKey: payerNameKey(fullName ?? '') } },
          },
        })),
        { ordered: false },
      );
  },
};
