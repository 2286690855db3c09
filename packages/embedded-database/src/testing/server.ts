import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { MongoClient, MongoServerError, type Collection, type Db, type Document } from 'mongodb';

/** The compiled program, which the tests run. */
const program = join(import.meta.dirname, '../../dist/src/tools/main.js');

export interface TestServer {
  dataDir: string;
  uri: string;
  process: ChildProcess;
  client: MongoClient;
  /** The database of those collections. */
  main: Db;
  /** A collection that no other test uses. */
  collection(documents?: Document[]): Promise<Rows>;
  /** A database that no other test uses. */
  database(): Db;
  /** Kills the server without a chance to clean up. */
  kill(): Promise<void>;
  /** Stops it, and removes its folder. */
  stop(): Promise<void>;
}

/** A document whose `_id` may be of any type. */
export interface Row extends Document {
  _id?: string | number | boolean | object | null;
}
export type Rows = Collection<Row>;

let names = 0;

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'embedded-'));

/** Folders that tests start from, each made once: a server that makes one takes a second. */
export class Templates {
  private readonly folders = new Map<string, string>();

  /** Fills a folder by `make`, or with the files that `make` of this name has left in another. */
  async fill(dataDir: string, name: string, make: () => Promise<void>): Promise<void> {
    const made = this.folders.get(name);
    if (made) return cpSync(made, dataDir, { recursive: true });
    await make();
    const folder = temporaryFolder();
    // The lock and socket belong to the process that has a folder open.
    const filter = (file: string) => !/\.sock$|lock$/.test(file);
    cpSync(dataDir, folder, { recursive: true, filter });
    this.folders.set(name, folder);
  }

  remove(): void {
    for (const folder of this.folders.values()) rmSync(folder, { recursive: true });
  }
}

/** Starts the embedded database in its own process. */
export async function startServer(
  dataDir = temporaryFolder(),
  options: { env?: NodeJS.ProcessEnv; shell?: string; auth?: { username: string; password: string } } = {},
): Promise<TestServer> {
  const args = [program, 'serve', '--data-dir', dataDir, '--port', '0'];
  const env = { ...process.env, ...options.env };
  if (options.auth) {
    args.push('--auth', options.auth.username);
    env.EMBEDDED_DATABASE_PASSWORD = options.auth.password;
  }
  const child = options.shell
    ? spawn('sh', ['-c', `${options.shell}; exec "$0" "$@"`, process.execPath, ...args], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    : spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const uri = await new Promise<string>((resolve, reject) => {
    let out = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += String(chunk);
      const found = /mongodb:\/\/\S+/.exec(out);
      if (found) resolve(found[0]);
    });
    child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
    child.once('exit', () => reject(new Error(errors.trim())));
  });
  const { auth } = options;
  const client = await new MongoClient(uri, { monitorCommands: true, ...(auth && { auth }) }).connect();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    dataDir,
    uri,
    process: child,
    client,
    main: client.db('test'),
    database: () => client.db(`test_${++names}`),
    async collection(documents = []) {
      const collection = client.db('test').collection<Row>(`c${++names}`);
      if (documents.length > 0) await collection.insertMany(documents);
      return collection;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      await client.close(true);
    },
    async stop() {
      await client.close();
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the error of a server that does not start on a folder; 'it started' if it does. */
export const startError = (dataDir: string, env?: NodeJS.ProcessEnv): Promise<string> =>
  startServer(dataDir, env ? { env } : {}).then(
    async (server) => {
      await server.kill();
      return 'it started';
    },
    (error: Error) => error.message,
  );

/**
 * Starts the server for suites that are valid for MongoDB too: connects to MONGODB_URI if that is a real MongoDB, else
 * starts an embedded database.
 */
export async function startEither(): Promise<TestServer> {
  const uri = process.env.MONGODB_URI;
  if (!uri || uri.includes('.sock')) return startServer();
  const client = await new MongoClient(uri).connect();
  const run = `${process.pid}_${Date.now()}`;
  const nothing = () => Promise.resolve();
  const shared = client.db(`test_${run}`);
  return {
    dataDir: '',
    uri,
    process: process as never,
    client,
    main: shared,
    database: () => client.db(`test_${run}_${++names}`),
    async collection(documents = []) {
      const collection = shared.collection<Row>(`c${++names}`);
      if (documents.length > 0) await collection.insertMany(documents);
      return collection;
    },
    kill: nothing,
    async stop() {
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
      for (const { name } of databases)
        if (name.startsWith(`test_${run}`)) await client.db(name).dropDatabase();
      await client.close();
    },
  };
}

/** Runs one of the commands; `output` is all that it prints. */
export async function runTool(
  name: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, name, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  return { code: await code, output: output.join('') };
}

/** Returns the code of the error that a promise rejects with. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
  return undefined;
}

/** Returns the error code of a write command, as a whole or of its first failed statement. */
export const codeOfWrite = (command: Promise<Document>): Promise<unknown> =>
  codeOf(
    command.then(({ writeErrors }) => {
      if (Array.isArray(writeErrors)) throw new MongoServerError(writeErrors[0] as Document);
    }),
  );
