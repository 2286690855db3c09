import { referencePartsMigration } from './0001-reference-parts.js';
import { quotedMigration } from './0002-quoted.js';
import { payerNamesMigration } from './0004-payer-names.js';
import { payerEmailsMigration } from './0005-payer-emails.js';
import { nameKeysMigration } from './0008-name-keys.js';
import { ledgersMigration } from './0014-ledgers.js';
import { searchTermsMigration } from './0017-search-terms.js';
import { languagesMigration } from './0018-languages.js';
import type { Database, Migration, MigrationSettings } from './migration.js';

/** The migrations that add to records what versions before the first migration do not write. */
const repairs: readonly Migration[] = [
  referencePartsMigration,
  quotedMigration,
  payerNamesMigration,
  payerEmailsMigration,
  nameKeysMigration,
  ledgersMigration,
  searchTermsMigration,
  languagesMigration,
];

/** Fields that such versions do not write, by collection. Each has an index, in which a missing one is null. */
const missing = [
  ['payments', 'referenceParts'],
  ['payments', 'terms'],
  ['payments', 'language'],
  ['customers', 'payerNameKey'],
  ['customers', 'terms'],
] as const;

/**
 * Returns whether a version from before the first migration has worked on the migrated database: such a one does not
 * look for migrations. All records are looked at, by their indexes: other instances may have written many since.
 */
export async function needsRepair(database: Database): Promise<boolean> {
  for (const [collection, field] of missing) {
    const found = await database
      .collection(collection)
      .findOne({ [field]: null as never }, { projection: { _id: 1 } });
    if (found) return true;
  }
  return false;
}

/** Completes the records of such a version, so that searches find them. Complete records stay as they are. */
export async function repair(database: Database, settings?: MigrationSettings): Promise<void> {
  for (const migration of repairs) await migration.run(database, settings);
}
