import { Worker } from 'node:worker_threads';
import { folderPaths, isAlive, readOwner } from './storage/folder.js';
import type { WorkerMessage, WorkerOptions } from './worker.js';

export interface EmbeddedDatabaseOptions {
  /** The folder of the data; made where it is missing, mode 0700. */
  dataDir: string;
  /** Listens on this port of 127.0.0.1 (0: any free one) instead of on a socket in the folder. */
  port?: number;
  /** Called once when the database ends without having been closed: what depends on it should end too. */
  onExit?: (error: Error) => void;
}

export interface EmbeddedDatabase {
  /** For the official driver and mongoose; the application adds the name of its database. */
  uri: string;
  /** Finishes what is running, flushes, gives the folder free. */
  close(): Promise<void>;
  /** Resolves when the database has ended: with undefined after close(), else with why. */
  exited: Promise<Error | undefined>;
}

/**
 * Starts the embedded database in a thread of its own, so that none of its work delays a request.
 * @throws Error with one line that names the remedy: the folder is in use, damaged, of a newer format, not writable
 */
export async function startEmbeddedDatabase({
  onExit,
  ...options
}: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { ...options } satisfies WorkerOptions,
    name: 'embedded database',
    // Only its own options: neither the parent's loaders nor its arguments are meant for it.
    execArgv: [],
  });
  let closing = false;
  let failure: Error | undefined;
  worker.on('error', (error) => (failure = error instanceof Error ? error : new Error(String(error))));
  const exited = new Promise<Error | undefined>((resolve) => {
    worker.once('exit', (code) => {
      if (closing && !failure) return resolve(undefined);
      resolve(
        new Error(
          `The embedded database has stopped: ${failure?.message ?? `its thread ended with code ${code}`}. Restart the application; its data is kept.`,
        ),
      );
    });
  });
  const ready = await new Promise<{ socket?: string; port?: number }>((resolve, reject) => {
    worker.once('message', (message: WorkerMessage) => {
      if ('ready' in message) return resolve(message.ready);
      closing = true;
      reject(new Error('failed' in message ? message.failed : 'The embedded database closed at once.'));
    });
    void exited.then((error) => error && reject(error));
  });
  if (onExit) void exited.then((error) => error && onExit(error));
  return {
    uri: uriOf(ready),
    exited,
    async close() {
      if (closing) return void (await exited);
      closing = true;
      const closed = new Promise<void>((resolve, reject) => {
        worker.once('message', (message: WorkerMessage) =>
          'failed' in message ? reject(new Error(message.failed)) : resolve(),
        );
        void exited.then(() => resolve());
      });
      worker.postMessage('close');
      await closed;
      await exited;
    },
  };
}

/**
 * For programs beside the application: the database that a living process has open in the folder, which close() leaves
 * alone, or one of their own.
 * @throws Error as startEmbeddedDatabase does
 */
export async function joinEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<Pick<EmbeddedDatabase, 'uri' | 'close'>> {
  const owner = readOwner(folderPaths(options.dataDir).lock);
  if (owner && (await isAlive(owner)))
    return { uri: uriOf({ socket: owner.socket }), close: () => Promise.resolve() };
  return startEmbeddedDatabase(options);
}

function uriOf({ socket, port }: { socket?: string; port?: number }): string {
  const host = socket === undefined ? `127.0.0.1:${port}` : encodeURIComponent(socket);
  return `mongodb://${host}/?directConnection=true`;
}
