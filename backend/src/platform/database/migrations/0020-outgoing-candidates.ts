import type { Migration } from './migration.js';

/** Has outgoing transactions matched that no person has decided on: one that may be a refund of a payment needs a review. */
export const outgoingCandidatesMigration: Migration = {
  number: 20,
  name: 'outgoing candidates',
  async run(database) {
    await database
      .collection('banktransactions')
      .updateMany({ state: 'ignored', reason: 'outgoing' }, { $set: { isUnmatched: true } });
  },
};
