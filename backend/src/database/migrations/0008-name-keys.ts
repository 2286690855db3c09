import { type Customer, nameKey } from '../../customers/customer.schema.js';
import { cursorBatches } from '../cursor-batches.js';
import type { Migration } from './migration.js';

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
