import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Keyed {
  emailKey?: string;
  furtherEmailKeys?: string[];
  duplicateKeys?: string[];
}

/** More than ASCII, of which other forms have the same key. */
const more = /[^ -~]/;
const keyOf = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Writes the keys of emails anew, which are the same for composed and decomposed letters. */
export const emailKeysMigration: Migration = {
  number: 21,
  name: 'email keys',
  async run(database) {
    const customers = database.collection<Keyed>('customers');
    const found = customers.find(
      { $or: [{ emailKey: more }, { furtherEmailKeys: more }] },
      { projection: { emailKey: 1, furtherEmailKeys: 1, duplicateKeys: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(found))
      await customers.bulkWrite(
        batch.map(({ _id, emailKey, furtherEmailKeys, duplicateKeys }) => ({
          updateOne: {
            filter: { _id },
            update: {
              $set: {
                ...(emailKey && { emailKey: keyOf(emailKey) }),
                ...(furtherEmailKeys && { furtherEmailKeys: furtherEmailKeys.map(keyOf) }),
                ...(duplicateKeys && {
                  duplicateKeys: duplicateKeys.map((key) => (key.startsWith('@') ? keyOf(key) : key)),
                }),
                duplicatesDue: true,
              },
            },
          },
        })),
        { ordered: false },
      );
    const payments = database.collection<{ payerEmailKey?: string }>('payments');
    const paid = payments.find(
      { payerEmailKey: more },
      { projection: { payerEmailKey: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(paid))
      await payments.bulkWrite(
        batch.map(({ _id, payerEmailKey = '' }) => ({
          updateOne: { filter: { _id }, update: { $set: { payerEmailKey: keyOf(payerEmailKey) } } },
        })),
        { ordered: false },
      );
  },
};
