import type { Migration } from './migration.js';

/**
 * Has the start write the files anew without what was erased: the counts of indexes kept words of it, which a compaction
 * leaves out now.
 */
export const filesOfErasuresMigration: Migration = {
  number: 31,
  name: 'files of erasures',
  async run(database) {
    await database
      .collection('erasures')
      .updateMany({ isDue: { $exists: false } }, { $set: { isUnfinished: true } });
  },
};
