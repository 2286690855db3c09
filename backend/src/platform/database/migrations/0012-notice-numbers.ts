import type { Migration } from './migration.js';

/**
 * Gives notices a version, and matches open transactions again whose text may have an Interac number of letters alone,
 * which their keys lack.
 */
export const noticeNumbersMigration: Migration = {
  number: 12,
  name: 'notice numbers',
  async run(database) {
    await database
      .collection('interacnotices')
      .updateMany({ version: { $exists: false } }, { $set: { version: 0 } });
    const number = /(?<![A-Za-z\d])CA[A-Za-z]{6}(?![A-Za-z\d])/i;
    await database
      .collection('banktransactions')
      .updateMany(
        { state: { $in: ['ready', 'review'] }, $or: [{ text: number }, { bankId: number }] },
        { $set: { isUnmatched: true }, $unset: { keys: '' } },
      );
  },
};
