import type { Customer } from '../../customers/customer.schema.js';
import type { Payment } from '../../payments/payment.schema.js';
import { entryId, type SearchedResource, type SearchEntry } from '../../search-index/search-entry.schema.js';
import { customerTerms, paymentTerms } from '../../search-index/search-terms.js';
import { cursorBatches } from '../cursor-batches.js';
import type { Database, Migration } from './migration.js';

interface Found {
  id: { toHexString(): string };
  terms: string[];
}

/** Inserts entries; existing ones stay unchanged. */
async function write(database: Database, resource: SearchedResource, found: Found[]): Promise<void> {
  const entries = found.flatMap(({ id, terms }) =>
    terms.map((term) => ({ _id: entryId(resource, term, id.toHexString()) })),
  );
  if (!entries.length) return;
  await database
    .collection<SearchEntry>('searchentries')
    .insertMany(entries, { ordered: false })
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 11000) throw error;
    });
}

/** Adds the search terms of customers and payments to the search index. */
export const searchEntriesMigration: Migration = {
  number: 6,
  name: 'search entries',
  async run(database) {
    const customers = database.collection<Customer>('customers');
    const person = { fullName: 1, email: 1, phone: 1 } as const;
    for await (const batch of cursorBatches(customers.find({}, { projection: person, batchSize: 1000 })))
      await write(
        database,
        'customers',
        batch.map((customer) => ({ id: customer._id, terms: customerTerms(customer) })),
      );
    const projection = { customerId: 1, referenceNumber: 1, transactionId: 1, paymentDetails: 1 };
    const payments = database.collection<Payment>('payments').find({}, { projection, batchSize: 1000 });
    for await (const batch of cursorBatches(payments)) {
      const ids = batch.map(({ customerId }) => customerId);
      const found = await customers.find({ _id: { $in: ids } }, { projection: person }).toArray();
      const byId = new Map(found.map((customer) => [String(customer._id), customer]));
      await write(
        database,
        'payments',
        batch.map((payment) => ({
          id: payment._id,
          terms: paymentTerms(payment, byId.get(String(payment.customerId)) ?? null),
        })),
      );
    }
  },
};
