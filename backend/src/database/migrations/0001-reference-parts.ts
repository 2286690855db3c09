import { cursorBatches } from '../cursor-batches.js';
import type { Payment } from '../../payments/payment.schema.js';
import { referenceParts } from '../../payments/reference-search.js';
import type { Migration } from './migration.js';

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
            update: { $set: { referenceParts: referenceParts(referenceKey) } },
          },
        })),
        { ordered: false },
      );
  },
};
