import type { Migration } from './migration.js';

/** Writes the language of payments of before, whose visitors had English. */
export const languagesMigration: Migration = {
  number: 18,
  name: 'languages',
  async run(database) {
    await database.collection('payments').updateMany({ language: null }, { $set: { language: 'en' } });
  },
};
