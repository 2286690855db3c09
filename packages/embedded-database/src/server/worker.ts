import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { removeDrafts } from '../storage/backup.js';
import { removeAbandonedAtStart } from '../storage/files/temporary-folders.js';
import { ensureDataDirectory, folderPaths, lockFolder } from '../storage/files/data-directory.js';
import { isDiskFull } from '../storage/files/disk-full.js';
import { Store } from '../storage/store.js';
import { DataFolderError, type DataFolderErrorCode } from '../values/errors.js';
import type { Verifier } from '../protocol/scram.js';
import { Server } from './server.js';

/** Options that the launcher starts the thread with. */
export interface WorkerOptions {
  dataDir: string;
  /** Port on loopback to listen on, as well as on the socket in the folder. */
  port?: number;
  /** False for a command that starts it for its own time only. */
  isServed: boolean;
  /** Of the account that has to sign in on the port. */
  verifier?: Verifier;
  /** In shared memory: 1 once the thread has ended. */
  hasEnded: Int32Array;
}

/** A request of the launcher to the running thread, which tells of its end by `hasEnded`. */
export type WorkerRequest = 'close' | 'end';

/** An error as a message between threads, where an Error would lose its class and fields. */
export interface Failure {
  message: string;
  code?: string;
  facts?: DataFolderError['facts'];
}

/** The thread's addresses, or the reason why it cannot listen. */
export type WorkerMessage = { ready: { socket: string; port?: number } } | { failed: Failure };

const parent = parentPort!;
const tell = (message: WorkerMessage) => parent.postMessage(message);

/** Holds the store, once it is open. */
let opened: { store: Store } | undefined;

/** Returns the function that closes what was started. */
async function start({ dataDir, port, isServed, verifier }: WorkerOptions): Promise<() => Promise<void>> {
  ensureDataDirectory(dataDir);
  const lock = await lockFolder(dataDir);
  let store: Store | undefined;
  let server: Server | undefined;
  try {
    const { data } = folderPaths(dataDir);
    removeDrafts(data);
    removeAbandonedAtStart(dataDir);
    store = new Store(data, { isServed });
    opened = { store };
    fs.chmodSync(data, 0o600);
    const serving = (server = new Server(store, verifier));
    opened = serving;
    // Listens on the socket besides a port: other processes check there that it is alive, and request backups.
    await server.listen({ path: lock.owner.socket });
    const bound = port === undefined ? undefined : await server.listen({ port, host: '127.0.0.1' });
    tell({ ready: { socket: lock.owner.socket, ...(bound !== undefined && { port: bound }) } });
    return async () => {
      await serving.close();
      await serving.store.close();
      lock.release();
    };
  } catch (error) {
    await server?.close().catch(() => undefined);
    await store?.close().catch(() => undefined);
    lock.release();
    throw error;
  }
}

function failureOf(error: unknown, { dataDir, port }: WorkerOptions): Failure {
  if (error instanceof DataFolderError)
    return { message: error.message, code: error.code, facts: error.facts };
  const { message, code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return { message: `The port ${port} is in use`, code };
  if (isDiskFull(error, folderPaths(dataDir).data)) {
    const full: DataFolderErrorCode = 'FULL';
    return {
      message: `The disk of the data folder ${dataDir} is full`,
      code: full,
      facts: { path: dataDir },
    };
  }
  return { message: `The embedded database cannot start: ${message}` };
}

const options = workerData as WorkerOptions;
process.once('exit', () => {
  opened?.store.abandon();
  Atomics.store(options.hasEnded, 0, 1);
  Atomics.notify(options.hasEnded, 0);
});
parent.on('message', (request: WorkerRequest) => {
  if (request === 'end') process.exit();
});
try {
  const closeAll = await start(options);
  parent.on('message', () => void closeAll().then(() => parent.close()));
} catch (error) {
  tell({ failed: failureOf(error, options) });
  parent.close();
}
