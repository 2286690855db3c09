import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError, invocation, runCli } from '../../platform/cli/cli.js';
import { type DatabaseConfig, loadDatabaseConfig } from '../../platform/config/database-settings.js';
import { explainDatabaseError } from '../../platform/database/database.js';
import type { Erasure } from '../../care/personal-data/erasure.schema.js';
import type { Database } from '../../platform/database/migrations/migration.js';
import { withConnection } from '../../platform/database/with-database.js';

const definition = {
  name: 'db:restore',
  forms: ['--from FILE [--replace]', '--undo'],
  description: `Puts a backup in the place of the server's database, MONGODB_URI or the embedded one of DATA_DIR, with the server
stopped. A backup of either kind is taken, of versions from the last 1.x to this one; the next start migrates it.
  --from FILE        the backup
  --replace          with MONGODB_URI: deletes the records that are there; make a backup of them first
  --undo             of DATA_DIR: puts back the database that the last restore replaced
  --data-dir FOLDER  the embedded database of this folder, whatever the settings say`,
  options: {
    from: { type: 'string' },
    replace: { type: 'boolean' },
    undo: { type: 'boolean' },
    'data-dir': { type: 'string' },
  },
} as const;

/** Looks at the database of a backup before it takes the place of another one. */
type Prepare = (backup: Database) => Promise<void>;

/** Restores to the embedded database; returns the file that keeps what was there. */
async function restoreFolder(dataDir: string, source: string, prepare: Prepare): Promise<string | undefined> {
  const { restore } = await import('@packages/embedded-database');
  const check = (folder: string) =>
    withConnection({ dataDir: folder, mongodbUri: '' }, ({ db }) => prepare(db!));
  return (await restore(dataDir, source, check)).kept;
}

async function restoreMongo(
  uri: string,
  source: string,
  prepare: Prepare,
  isReplaced: boolean,
): Promise<void> {
  const { databaseName } = await import('../../platform/database/database.js');
  const { erasuresName } = await import('../../care/personal-data/remembered.js');
  const { restoreServer } = await import('@packages/embedded-database/transfer');
  await restoreServer(source, {
    uri,
    database: databaseName,
    // The erasures, which the backup has all of now, are copied over: an interruption forgets none.
    isReplaced: (collection) => isReplaced && collection !== erasuresName,
    prepare: async (backup, target) => {
      for (const collection of isReplaced ? [] : await target.collections())
        if (await collection.findOne({}, { projection: { _id: 1 } }))
          throw new CliError(
            `The database ${target.databaseName} holds records: --replace deletes them, once you have a backup of them`,
          );
      await prepare(backup);
    },
  });
}

/**
 * Reads which customers are erased in the database that is about to be replaced. One that cannot be read, as a restore is
 * for, has its list in the folder, which the next start reads.
 */
async function readErased(settings: DatabaseConfig): Promise<Erasure[]> {
  const { readErasures } = await import('../../care/personal-data/remembered.js');
  let erased: Erasure[] = [];
  try {
    await withConnection(settings, async (connection) => {
      erased = await readErasures(connection);
    });
  } catch (error) {
    console.log(
      `The erased customers of the database that was there are not known: ${(error as Error).message}. The next start reads the list in DATA_DIR/erased, where there is one.`,
    );
  }
  return erased;
}

/** Lets the next start on a database erase them again; returns how many it does not know as erased. */
async function passOn(erased: readonly Erasure[], database: Database): Promise<number> {
  const { remember } = await import('../../care/personal-data/remembered.js');
  return remember(database, erased);
}

function tellErasures(count: number): void {
  if (count)
    console.log(
      `${count} ${count === 1 ? 'customer was' : 'customers were'} erased since: the next start erases them again, before it answers.`,
    );
}

/** Lets the audit trail of the restored database end where the backup ended. */
async function forgetAnchor(settings: DatabaseConfig): Promise<void> {
  const { removeAnchorFile } = await import('../../audit/anchor.js');
  removeAnchorFile(settings);
}

async function undo(settings: DatabaseConfig): Promise<void> {
  const { mongodbUri, dataDir } = settings;
  if (mongodbUri)
    throw new CliError('--undo is for the embedded database: MongoDB keeps nothing that was replaced');
  const { undoRestore } = await import('@packages/embedded-database');
  const erased = await readErased(settings);
  const { restored, kept } = await undoRestore(dataDir);
  await forgetAnchor(settings);
  let again = 0;
  await withConnection(settings, async ({ db }) => {
    again = await passOn(erased, db!);
  });
  console.log(`Put back ${restored}.${kept ? ` The database that was restored is kept as ${kept}.` : ''}`);
  tellErasures(again);
}

await runCli(definition, async ({ from, replace = false, undo: isUndone, 'data-dir': dataDir }) => {
  const settings = loadDatabaseConfig(
    dataDir ? { ...process.env, DATA_DIR: dataDir, MONGODB_URI: '' } : process.env,
  );
  try {
    if (isUndone) return await undo(settings);
    if (!from) throw new CliError('--from is missing: it takes the file of a backup');
    const source = resolve(from);
    if (!statSync(source, { throwIfNoEntry: false })?.isFile())
      throw new CliError(`There is no file ${source}: name a backup with --from`);
    const { hasDatabase } = await import('@packages/embedded-database');
    const isThere = !!settings.mongodbUri || hasDatabase(settings.dataDir);
    const erased = isThere ? await readErased(settings) : [];
    let again = 0;
    // Refuses data of before the baseline, or of a later version.
    const prepare: Prepare = async (backup) => {
      const { refuseOthers } = await import('../../platform/database/migrations/migrate.js');
      const { SchemaState } = await import('../../platform/database/migrations/schema-state.js');
      await refuseOthers(new SchemaState(backup));
      again = await passOn(erased, backup);
    };
    const kept = settings.mongodbUri
      ? await restoreMongo(settings.mongodbUri, source, prepare, replace)
      : await restoreFolder(settings.dataDir, source, prepare);
    await forgetAnchor(settings);
    const { linksAfterCopy } = await import('../../platform/backups/secret-notice.js');
    await withConnection(settings, async (connection) => {
      console.log(`Restored from ${source}. ${await linksAfterCopy(connection, settings)}`);
    });
    tellErasures(again);
    if (kept)
      console.log(
        `The database that was there is kept as ${kept}: ${invocation('db:restore')} --undo puts it back.`,
      );
  } catch (error) {
    const another = 'nothing was changed. Name another backup with --from';
    throw explainDatabaseError(error, {
      FULL: 'free some space and run this again',
      // The present database is not read, so that these are about the backup.
      ...(from && { DAMAGED: another, FOREIGN: another, NEWER: another }),
    });
  }
});
