import type { DataFolderErrorCode } from '@packages/embedded-database';
import { logProcess } from '../cli/process-log.js';
import { ConfigError } from '../config/environment.js';
import type { DatabaseConfig } from '../config/database-settings.js';
import { requireBaseline } from './migrations/baseline.js';

/** A reachable database: its connection string, and the function that stops a server started for it. */
export interface DatabaseHandle {
  uri: string;
  close(): Promise<void>;
}

/** A database that is about to be reachable. */
interface Opening {
  opened: Promise<DatabaseHandle>;
}

/** Timeout of the first connection at startup, in milliseconds. */
const serverSelectionTimeoutMs = 10_000;

/** Exit when the embedded database ends: the supervisor restarts the process with both. */
function endProcess(error: Error): void {
  logProcess('fatal', error.message);
  process.exit(1);
}

/** The hosts of a connection string, without the name and password before them. */
const hostsOf = (uri: string): string => uri.replace(/^[^/]*\/\/(?:[^@/]*@)?([^/?]*).*$/, '$1');

/** The database's name where the connection string has none. */
export const databaseName = 'thailand_trip';

interface OpenOptions {
  /** Joins the embedded database of another process instead of refusing to start. */
  join?: boolean;
  onExit?: (error: Error) => void;
}

/** The remedies for a data folder that cannot be used, by the database's error code, in this application's words. */
const remedies: Record<DataFolderErrorCode, string> = {
  IN_USE: 'stop that program first, or choose another folder with DATA_DIR',
  DAMAGED: 'nothing was changed. Restore a backup with npm run db:restore -- --from FILE',
  NEWER: 'start the newer version of this program, or choose another folder with DATA_DIR',
  FULL: 'free some space, or choose another folder with DATA_DIR',
  NOT_WRITABLE: 'give this user the right to write there, or choose another folder with DATA_DIR',
  FOREIGN: 'nothing was changed. Choose another folder with DATA_DIR, or restore a backup',
};

/**
 * Returns an expected error of the embedded database's package in one line, with its remedy; any other one unchanged.
 * `own` has the remedies that differ in the calling command.
 */
export function explainDatabaseError(error: unknown, own: Partial<typeof remedies> = {}): unknown {
  const { name, message, code } = error as Error & { code: DataFolderErrorCode };
  // By its name: the package is loaded only where it is used.
  if (name === 'DataFolderError') return new ConfigError(`${message}: ${own[code] ?? remedies[code]}`);
  return name === 'CliError' ? new ConfigError(message) : error;
}

type Place = Pick<DatabaseConfig, 'mongodbUri' | 'dataDir'>;

/** @throws ConfigError for a data folder without a database, which opening would make */
export async function requireDatabase({ mongodbUri, dataDir }: Place): Promise<void> {
  if (mongodbUri) return;
  const { hasDatabase } = await import('@packages/embedded-database');
  let found: boolean;
  try {
    found = hasDatabase(dataDir);
  } catch (error) {
    throw explainDatabaseError(error);
  }
  if (!found) throw new ConfigError(`There is no database in ${dataDir}: choose its folder with DATA_DIR`);
}

async function openEmbedded(
  dataDir: string,
  { join: isShared, onExit }: Required<OpenOptions>,
): Promise<Opening> {
  // Loaded only where it is used: a server on MongoDB needs none of it.
  const { join, listen, readClosed } = await import('@packages/embedded-database');
  const explain = (error: unknown): never => {
    const explained = explainDatabaseError(error);
    throw explained instanceof ConfigError ? explained : new ConfigError((error as Error).message);
  };
  try {
    // Before anything is written: opening a folder changes its files.
    const schema = isShared ? undefined : await readClosed(dataDir, `${databaseName}.migrations`, 'schema');
    if (schema)
      requireBaseline((schema.applied as { number: unknown }[]).map(({ number }) => Number(number)));
    return { opened: (isShared ? join : listen)({ dataDir, onExit }).catch(explain) };
  } catch (error) {
    return explain(error);
  }
}

async function connect(mongodbUri: string): Promise<DatabaseHandle> {
  const { mongo } = await import('mongoose');
  const waiting = setTimeout(
    () =>
      logProcess(
        'error',
        `Waiting for MongoDB at ${hostsOf(mongodbUri)}, for ${serverSelectionTimeoutMs / 1000} seconds at most …`,
      ),
    1000,
  );
  try {
    const client = new mongo.MongoClient(mongodbUri, {
      serverSelectionTimeoutMS: serverSelectionTimeoutMs,
    });
    const hello = await client.db('admin').command({ hello: 1 });
    await client.close();
    if (!hello.setName && hello.msg !== 'isdbgrid')
      throw new Error('it is a standalone server, and transactions need a replica set');
  } catch (error) {
    throw new ConfigError(
      `MONGODB_URI takes a MongoDB replica set that answers: ${(error as Error).message}`,
    );
  } finally {
    clearTimeout(waiting);
  }
  return { uri: mongodbUri, close: () => Promise.resolve() };
}

/** Begins to open the database, which then goes on beside what the caller does: openDatabase has the rest. */
export async function beginOpening(
  { mongodbUri, dataDir }: Place,
  { join = false, onExit = endProcess }: OpenOptions = {},
): Promise<Opening> {
  return mongodbUri ? { opened: connect(mongodbUri) } : openEmbedded(dataDir, { join, onExit });
}

/** Connects to MONGODB_URI, or starts the embedded database. Throws a ConfigError where neither is reachable. */
export const openDatabase = async (place: Place, options?: OpenOptions): Promise<DatabaseHandle> =>
  (await beginOpening(place, options)).opened;
