import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseFileError } from './errors.js';
import { folderPaths, lockFolder, prepareFolder, type FolderLock } from './storage/folder.js';
import { Server } from './protocol/server.js';
import { Store } from './storage/store.js';

/** What the launcher asks for. */
export interface WorkerOptions {
  dataDir: string;
  /** Listens here on loopback instead of a socket in the folder. */
  port?: number;
}
/** What the worker tells: where it listens, or why it cannot; and that it has closed. */
export type WorkerMessage =
  { ready: { socket?: string; port?: number } } | { failed: string } | { closed: true };

const port = parentPort!;
const tell = (message: WorkerMessage) => port.postMessage(message);

async function start({ dataDir, port: tcpPort }: WorkerOptions): Promise<() => Promise<void>> {
  prepareFolder(dataDir);
  const lock = await lockFolder(dataDir);
  let store: Store | undefined;
  try {
    const { data } = folderPaths(dataDir);
    store = new Store(data);
    fs.chmodSync(data, 0o600);
    const server = new Server(store);
    const opened = store;
    // Also where it serves a port: other processes see here that it lives, and have it make backups.
    await server.listen({ path: lock.owner.socket });
    const bound =
      tcpPort === undefined ? undefined : await server.listen({ port: tcpPort, host: '127.0.0.1' });
    tell({ ready: bound === undefined ? { socket: lock.owner.socket } : { port: bound } });
    return () => close(server, opened, lock);
  } catch (error) {
    await store?.close().catch(() => undefined);
    lock.release();
    throw error;
  }
}

async function close(server: Server, store: Store, lock: FolderLock): Promise<void> {
  await server.close();
  await store.close();
  lock.release();
}

function reason(error: unknown): string {
  if (error instanceof DatabaseFileError) return error.message;
  const { message, code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The port is in use: choose another with --port.`;
  if (code === 'ENOSPC' || /no space left/i.test(message))
    return 'The embedded database cannot start, as its disk is full: free some space.';
  return `The embedded database cannot start: ${message}`;
}

try {
  const stop = await start(workerData as WorkerOptions);
  port.once('message', () => {
    void stop().then(
      () => {
        tell({ closed: true });
        port.close();
      },
      (error: unknown) => tell({ failed: reason(error) }),
    );
  });
} catch (error) {
  tell({ failed: reason(error) });
  port.close();
}
