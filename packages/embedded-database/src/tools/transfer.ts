import os from 'node:os';
import path from 'node:path';
import { type Db, MongoServerError } from 'mongodb';
import { DataFolderError, listen, restore, verifyBackup } from '../index.js';
import { CliError } from './cli.js';
import { changeCatalog, copyDatabase, type CopyOptions } from './copy-database.js';
import { identityOf, openPlace, type Place, shownPlace } from './place.js';
import { inTemporary } from '../storage/files/temporary-folders.js';

/** MongoDB's own databases, which are not copied. */
const internal = ['admin', 'local', 'config'];

interface Transfer extends CopyOptions {
  /** A MongoDB connection string, or a data folder. */
  from: string;
  to: string;
  /** The database of an address that names none, and of a folder; without it, every database is copied. */
  database?: string | undefined;
  /** Called with both databases before anything is dropped or copied. */
  prepare?: (source: Db, target: Db) => Promise<void>;
  /** Returns whether a collection of the target is dropped first. */
  isReplaced?: (collection: string) => boolean;
}

/** Code of MongoDB for OutOfDiskSpace. */
const outOfDiskSpace = 14031;

/** Returns the pairs of databases to copy. */
async function pairsOf(source: Place, target: Place, database: string | undefined): Promise<[Db, Db][]> {
  const from = source.database ?? database ?? target.database;
  const to = target.database ?? database ?? source.database;
  const pair = (one: string, other: string): [Db, Db] => [source.client.db(one), target.client.db(other)];
  if (from !== undefined && to !== undefined) return [pair(from, to)];
  const { databases } = await source.client.db('admin').admin().listDatabases({ nameOnly: true });
  const names = databases.map(({ name }) => name).filter((name) => !internal.includes(name));
  return names.map((name) => pair(name, name));
}

/**
 * Copies databases. Can be repeated after an interruption: existing documents are replaced by id.
 * @returns the names of the databases in their targets
 * @throws CliError where both are the same, or nothing is there to copy; DataFolderError where the target's disk is full
 */
export async function copyPlace({
  from,
  to,
  database,
  prepare,
  isReplaced = () => false,
  ...options
}: Transfer): Promise<string[]> {
  const same = new CliError('--from and --to name the same database');
  if (from === to) throw same;
  const source = await openPlace(from, { mustExist: true });
  try {
    const target = await openPlace(to);
    try {
      const pairs = await pairsOf(source, target, database);
      const isOneServer = (await identityOf(source.client)) === (await identityOf(target.client));
      for (const [one, other] of pairs) {
        if (isOneServer && one.databaseName === other.databaseName) throw same;
        await prepare?.(one, other);
        for (const collection of await other.collections())
          if (isReplaced(collection.collectionName)) await changeCatalog(() => collection.drop());
        await copyDatabase(one, other, options);
      }
      return pairs.map(([, { databaseName }]) => databaseName);
    } catch (error) {
      // A code may be a number of BSON, as the records are read so.
      if (!(error instanceof MongoServerError) || Number(error.code) !== outOfDiskSpace) throw error;
      throw new DataFolderError('FULL', `The disk of ${shownPlace(to)} is full`, { path: to });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Makes a temporary folder for an embedded database, for the time of `work`.
 * @throws DataFolderError with the message `tooLarge` where its disk is full
 */
function withScratch<Result>(
  prefix: string,
  tooLarge: string,
  work: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  return inTemporary(prefix, (folder) =>
    work(folder).catch((error: unknown) => {
      const isFull = error instanceof DataFolderError && error.code === 'FULL' && error.facts.path === folder;
      throw isFull ? new DataFolderError('FULL', tooLarge, { path: path.dirname(prefix) }) : error;
    }),
  );
}

/**
 * Backs up one database of a MongoDB server to a file, in one snapshot, by way of an embedded database: the file is
 * one that can be restored to either. It is named `database` there.
 */
export async function backupServer(uri: string, target: string, database: string): Promise<void> {
  const tooLarge = `The backup ${target}, beside which a copy of the database is kept meanwhile, does not fit on its disk`;
  await withScratch(target, tooLarge, async (dataDir) => {
    await copyPlace({ from: uri, to: dataDir, database, inSnapshot: true });
    const scratch = await listen({ dataDir });
    try {
      await scratch.backup(path.resolve(target));
    } finally {
      await scratch.close();
    }
  });
}

/**
 * Restores the database that a backup holds under the name `database` to a MongoDB server.
 * @param prepare called with the restored copy and the target before anything is written
 */
export async function restoreServer(
  source: string,
  { uri, ...transfer }: { uri: string; database: string } & Pick<Transfer, 'prepare' | 'isReplaced'>,
): Promise<void> {
  // Read before the database is touched.
  verifyBackup(source);
  const tooLarge = `The content of the backup does not fit on the disk of ${os.tmpdir()}, where it is kept meanwhile (TMPDIR names another folder)`;
  await withScratch(path.join(os.tmpdir(), 'restore'), tooLarge, async (dataDir) => {
    await restore(dataDir, source);
    await copyPlace({ from: dataDir, to: uri, ...transfer });
  });
}
