import type { Migration } from './migration.js';

/**
 * Deletes the plain email addresses of first submissions. They were of use while a submission was stored, which none
 * is during a migration, and their customers have them.
 */
export const checkoutEmailsMigration: Migration = {
  number: 3,
  name: 'checkout emails',
  async run(database) {
    await database.collection('checkoutemails').deleteMany({ createdAt: { $exists: false } });
  },
};
