import type { Migration } from './migration.js';

/** The index of pending payments by their transfer date, which did not have them in the order of the lists. */
const former = 'status_1_transferDate_1__id_1';

/** Drops an index that another one replaces, which the start creates as it creates all. */
export const overdueIndexMigration: Migration = {
  number: 11,
  name: 'overdue index',
  async run(database) {
    const found = await database.listCollections({ name: 'payments' }, { nameOnly: true }).toArray();
    if (!found.length) return;
    const payments = database.collection('payments');
    if (await payments.indexExists(former)) await payments.dropIndex(former);
  },
};
