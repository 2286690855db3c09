import { nameKeysMigration } from './0008-name-keys.js';
import { quotedMigration } from './0002-quoted.js';
import { referencePartsMigration } from './0001-reference-parts.js';
import { searchEntriesMigration } from './0006-search-entries.js';
import type { Database, Migration } from './migration.js';

/** Number of the newest payments that are looked at: an earlier version's are among them. */
const inspected = 1000;

/** The migrations that add to records what versions before the first migration do not write. */
const repairs: readonly Migration[] = [
  referencePartsMigration,
  quotedMigration,
  searchEntriesMigration,
  nameKeysMigration,
];

/**
 * Returns whether a version from before the first migration has worked on the migrated database: such a one does not
 * look for migrations, and its payments have no parts of their reference.
 */
export async function needsRepair(database: Database): Promise<boolean> {
  const newest = database
    .collection<{ referenceParts?: string[] }>('payments')
    .find({}, { sort: { _id: -1 }, limit: inspected, projection: { referenceParts: 1 } });
  for await (const { referenceParts } of newest) if (!referenceParts) return true;
  return false;
}

/** Completes the records of such a version, so that searches find them. Complete records stay as they are. */
export async function repair(database: Database): Promise<void> {
  for (const migration of repairs) await migration.run(database);
}
