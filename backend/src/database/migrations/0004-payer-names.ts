import { payerNameKey } from '../../../../domain/names.js';
import type { Customer } from '../../customers/customer.schema.js';
import { cursorBatches } from '../cursor-batches.js';
import type { Migration } from './migration.js';

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
