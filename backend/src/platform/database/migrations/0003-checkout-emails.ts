import type { Migration } from './migration.js';

/**
 * Deletes the plain email addresses of first submissions. They are needed only during a submission's transaction, which
 * cannot overlap a migration; their customers have them.
 */
export const checkoutEmailsMigration: Migration = {
  number: 3,
  name: 'checkout emails',
  async run(database) {
    await database.collection('checkoutemails').deleteMany({ createdAt: { $exists: false } });
  },
};
