import type { DataFolderErrorCode } from '@packages/embedded-database';
import { ConfigError, type Config } from '../config.js';

/** A reachable database: its connection string, and the function that stops a server started for it. */
export interface DatabaseHandle {
  uri: string;
  close(): Promise<void>;
}

/** Timeout of the first connection at startup, in milliseconds. */
const serverSelectionTimeoutMs = 10_000;

/** Exit when the embedded database ends: the supervisor restarts the process with both. */
function endProcess(error: Error): void {
  console.error(error.message);
  process.exit(1);
}

/** The hosts of a connection string, without the name and password before them. */
const hostsOf = (uri: string): string => uri.replace(/^[^/]*\/\/(?:[^@/]*@)?([^/?]*).*$/, '$1');

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

async function openEmbedded(
  dataDir: string,
  isShared: boolean,
  onExit: (error: Error) => void,
): Promise<DatabaseHandle> {
  // Loaded only where it is used: a server on MongoDB needs none of it.
  const { join, listen, DataFolderError } = await import('@packages/embedded-database');
  try {
    return await (isShared ? join : listen)({ dataDir, onExit });
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError(error instanceof DataFolderError ? `${message}: ${remedies[error.code]}` : message);
  }
}

/**
 * Connects to MONGODB_URI, or starts the embedded database. Throws a ConfigError with one line where neither is
 * reachable.
 */
export async function openDatabase(
  { mongodbUri, dataDir }: Pick<Config, 'mongodbUri' | 'dataDir'>,
  { join = false, onExit = endProcess }: OpenOptions = {},
): Promise<DatabaseHandle> {
  if (!mongodbUri) return openEmbedded(dataDir, join, onExit);
  const { mongo } = await import('mongoose');
  const waiting = setTimeout(
    () =>
      console.error(
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
