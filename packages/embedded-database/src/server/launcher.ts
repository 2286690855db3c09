import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { compactFolder, moveFile } from '../storage/backup.js';
import { isBackup } from '../storage/files/backup-file.js';
import { inTemporary } from '../storage/files/temporary-folders.js';
import { folderPaths, hasDatabase, isAlive, readOwner } from '../storage/files/data-directory.js';
import { DataFolderError, type DataFolderErrorCode } from '../values/errors.js';
import { MAX_HOLD_MS } from '../values/time-limit.js';
import { verifierOf, type Account } from '../protocol/scram.js';
import { runCommand } from './client.js';
import type { Failure, WorkerMessage, WorkerOptions, WorkerRequest } from './worker.js';

/** Time in milliseconds that the thread gets for its work on a document when the process ends. */
const END_TIMEOUT_MS = MAX_HOLD_MS + 1000;

export interface ListenOptions {
  /** The data folder; created with mode 0700 if it is missing. */
  dataDir: string;
  /** Listens on this port of 127.0.0.1 (0: any free one) as well as on a socket in the folder. */
  port?: number;
  /**
   * The account that clients of the port have to authenticate with; its password is printable ASCII. The socket, which
   * only the owner of the folder can open, needs no authentication.
   */
  auth?: Account;
  /** Called once if the database ends without close(), so that its users can end too. */
  onExit?: (error: Error) => void;
}

/** A database that is reachable. */
export interface JoinedDatabase {
  /** Connection string for any driver; the caller adds the name of a database, and user and password if required. */
  uri: string;
  /** Writes a consistent copy to a file while the database serves commands; resolves once it is synced. */
  backup(file: string): Promise<void>;
  /** Ends a database that was started here: finishes running commands, flushes, unlocks the folder. */
  close(): Promise<void>;
}

export interface Database extends JoinedDatabase {
  /** Resolves when the database has ended: with undefined after close(), else with the error. */
  exited: Promise<Error | undefined>;
}

const errorOf = ({ message, code, facts }: Failure): Error =>
  facts
    ? new DataFolderError(code as DataFolderErrorCode, message, facts)
    : Object.assign(new Error(message), code && { code });

/**
 * Starts the database in a worker thread, so that its work does not block the caller's event loop.
 * @throws DataFolderError if the folder cannot be used; Error with code EADDRINUSE if the port cannot
 */
export const listen = (options: ListenOptions): Promise<Database> => startDatabase(options, true);

async function startDatabase(
  { onExit, auth, dataDir, port }: ListenOptions,
  isServed: boolean,
): Promise<Database> {
  if (auth && port === undefined) throw new Error('auth is asked for on a port: name one');
  // The thread gets no password.
  const verifier = auth && (await verifierOf(checked(auth)));
  const hasEnded = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: {
      dataDir,
      hasEnded,
      isServed,
      ...(port !== undefined && { port }),
      ...(verifier && { verifier }),
    } satisfies WorkerOptions,
    name: 'embedded database',
    // The worker must not inherit the parent's loaders and arguments.
    execArgv: [],
  });
  // The end of the process would stop the thread wherever it is; in the midst of a write, LMDB would wait for ever.
  const endThread = () => {
    worker.postMessage('end' satisfies WorkerRequest);
    Atomics.wait(hasEnded, 0, 0, END_TIMEOUT_MS);
  };
  process.on('exit', endThread);
  worker.once('exit', () => process.off('exit', endThread));
  let closing = false;
  let failure: Error | undefined;
  worker.on('error', (error) => (failure = error instanceof Error ? error : new Error(String(error))));
  const exited = new Promise<Error | undefined>((resolve) => {
    worker.once('exit', (code) => {
      if (closing && !failure) return resolve(undefined);
      const why = failure?.message ?? `its thread ended with code ${code}`;
      resolve(new Error(`The embedded database has stopped: ${why}. Its data is kept; start it anew.`));
    });
  });
  const ready = await new Promise<{ socket: string; port?: number }>((resolve, reject) => {
    worker.once('message', (message: WorkerMessage) => {
      if ('ready' in message) return resolve(message.ready);
      closing = true;
      reject(errorOf(message.failed));
    });
    void exited.then((error) => error && reject(error));
  });
  if (onExit) void exited.then((error) => error && onExit(error));
  return {
    uri: uriOf(ready),
    exited,
    backup: async (file) => {
      refuseDatabaseFile(file);
      await backupTo(ready.socket, path.resolve(file));
    },
    async close() {
      if (!closing) worker.postMessage('close' satisfies WorkerRequest);
      closing = true;
      const error = await exited;
      if (error) throw error;
    },
  };
}

/** @throws DataFolderError for a file of this database or of another one, whose place a backup must not take */
function refuseDatabaseFile(file: string): void {
  if (!/^database\.(mdb|lock|sock)/.test(path.basename(file))) return;
  const folder = path.dirname(file);
  const { data, lock } = folderPaths(folder);
  if (fs.existsSync(lock) || (hasDatabase(folder) && !isBackup(data)))
    throw new DataFolderError('IN_USE', `${file} is a file of a database`, { path: file });
}

const backupTo = (socket: string, to: string) => runCommand(socket, { embeddedBackup: 1, to, $db: 'admin' });

/**
 * For programs beside the one that runs the database: connects to the database that another process has open in the
 * folder (close() does not end it), or starts one.
 * @throws DataFolderError as listen does
 */
export async function join(options: ListenOptions): Promise<JoinedDatabase> {
  const owner = readOwner(folderPaths(options.dataDir).lock);
  if (!owner || !(await isAlive(owner))) return startDatabase(options, false);
  const { socket } = owner;
  return {
    uri: uriOf({ socket }),
    backup: (to) => backupThrough(socket, options.dataDir, to),
    close: () => Promise.resolve(),
  };
}

/** Lets the process that has the folder open write the copy into it: it may have no right to write elsewhere. */
async function backupThrough(socket: string, dataDir: string, target: string): Promise<void> {
  refuseDatabaseFile(target);
  await inTemporary(path.join(path.resolve(dataDir), 'backup'), async (folder) => {
    const copy = path.join(folder, 'copy');
    await backupTo(socket, copy).catch((error: unknown) => {
      if (!(error instanceof DataFolderError) || error.code !== 'FULL') throw error;
      const message = `A backup of the running database is first written to ${dataDir}, whose disk it does not fit on`;
      throw new DataFolderError('FULL', message, { path: dataDir });
    });
    await moveFile(copy, target);
  });
}

/**
 * Leaves no trace of deleted and replaced documents in the files of a data folder, whether a process has it open or not:
 * its free pages and its journal go, and so does what a restore has kept for its undoing. Commands of clients wait for it.
 * @throws DataFolderError where the copy that takes the data file's place does not fit on the disk; nothing is changed then
 */
export async function compact(dataDir: string): Promise<void> {
  const owner = readOwner(folderPaths(dataDir).lock);
  if (!owner || !(await isAlive(owner))) return compactFolder(dataDir);
  await runCommand(owner.socket, { embeddedCompact: 1, $db: 'admin' });
}

/** Returns whether a process has the database of a data folder open. */
export async function isOpen(dataDir: string): Promise<boolean> {
  const owner = readOwner(folderPaths(dataDir).lock);
  return !!owner && isAlive(owner);
}

/** @throws Error for a name or password that drivers do not send alike */
function checked(account: Account): Account {
  if (account.user === '' || account.user.length > 128)
    throw new Error('A user has a name of 1 to 128 characters');
  if (!/^[ -~]{8,1024}$/.test(account.password))
    throw new Error('A password has 8 to 1024 characters, of printable ASCII');
  return account;
}

function uriOf({ socket, port }: { socket: string; port?: number }): string {
  const host = port === undefined ? encodeURIComponent(socket) : `127.0.0.1:${port}`;
  return `mongodb://${host}/?directConnection=true`;
}
