import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Customer {
  _id: mongoose.Types.ObjectId;
  fullName: string;
  nameKey: string;
}

// Letters that Unicode's NFKD does not decompose.
const foldedLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' },
};

/** Returns text without case and accents. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => foldedLetters[letter] ?? letter);

/** Accents alone stay, as nothing would be left of them to search. */
const nameKey = (name: string): string => (fold(name) || name).slice(0, 400);

/** Removes the accents of the keys by which customers are searched and sorted by name. */
export const nameKeysMigration: Migration = {
  number: 8,
  name: 'name keys',
  async run(database) {
    const customers = database.collection<Customer>('customers');
    const names = customers.find({}, { projection: { fullName: 1, nameKey: 1 }, batchSize: 1000 });
    for await (const batch of cursorBatches(names)) {
      const accented = batch.filter((customer) => customer.nameKey !== nameKey(customer.fullName ?? ''));
      if (!accented.length) continue;
      await customers.bulkWrite(
        accented.map(({ _id, fullName }) => ({
          updateOne: {
            // The name may have been changed meanwhile, which wrote its key.
            filter: { _id, fullName },
            update: { $set: { nameKey: nameKey(fullName ?? '') } },
          },
        })),
        { ordered: false },
      );
    }
  },
};
