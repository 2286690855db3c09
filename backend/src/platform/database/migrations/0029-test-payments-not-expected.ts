import type { Migration } from './migration.js';

/** Forgets the days on which money of test payments was expected: they counted as overdue. */
export const testPaymentsNotExpectedMigration: Migration = {
  number: 29,
  name: 'test payments not expected',
  async run(database) {
    await database
      .collection('payments')
      .updateMany({ 'card.live': false, expectedOn: { $exists: true } }, { $unset: { expectedOn: '' } });
  },
};
