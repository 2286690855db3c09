import type { Migration } from './migration.js';

/** Forgets the keys of payers' addresses that were removed from their payments: those still found the links to them. */
export const removedPayerAddressesMigration: Migration = {
  number: 27,
  name: 'removed payer addresses',
  async run(database) {
    await database
      .collection('payments')
      .updateMany(
        { payerEmailKey: { $exists: true }, 'paymentDetails.email': { $exists: false } },
        { $unset: { payerEmailKey: '' } },
      );
  },
};
