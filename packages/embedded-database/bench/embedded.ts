import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'bson';
import { MongoClient, type Document } from 'mongodb';
import { ownMemory } from '../src/testing/memory.js';
import { body, frame, kind0, sequence, WireClient } from '../src/testing/wire.js';
import { type BenchmarkGroup, type Sample, sized } from './benchmark.js';
import { peakMemory } from './memory.js';
import { timeOfPings } from './pings.js';

/** Path of the compiled program, independent of where this benchmark is compiled to. */
const program = fileURLToPath(new URL('./tools/main.js', import.meta.resolve('@packages/embedded-database')));
const stubProgram = fileURLToPath(
  new URL('../bench/stub-server.js', import.meta.resolve('@packages/embedded-database')),
);
const small = sized(100_000, 1000);
const large = Number(process.env.BENCH_DOCUMENTS ?? sized(1_000_000, 2000));
const statuses = ['pending', 'paid', 'confirmed', 'failed', 'refunded'];

/** The embedded database in its own process, started by the command `serve`. */
interface Database {
  dataDir: string;
  pid: number;
  client: MongoClient;
  stop(): Promise<void>;
}

async function launch(dataDir: string): Promise<{ child: ChildProcess; milliseconds: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, [program, 'serve', '--data-dir', dataDir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      if (String(data).includes('mongodb://')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the database ended with ${code}`)));
  });
  return { child, milliseconds: performance.now() - started };
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Connects through the socket in the folder, like the application. */
const connect = (dataDir: string): Promise<MongoClient> =>
  new MongoClient(
    `mongodb://${encodeURIComponent(join(dataDir, 'database.sock'))}/?directConnection=true`,
  ).connect();

async function openDatabase(dataDir: string): Promise<Database> {
  const { child } = await launch(dataDir);
  const client = await connect(dataDir);
  return {
    dataDir,
    pid: child.pid ?? 0,
    client,
    async stop() {
      await client.close();
      await end(child);
    },
  };
}

async function timeToStart(dataDir: string): Promise<number> {
  const { child, milliseconds } = await launch(dataDir);
  await end(child);
  return milliseconds;
}

const aPayment = (n: number): Document => ({
  _id: n,
  referenceNumber: `TRP-${n}`,
  status: statuses[n % statuses.length],
  amount: (n % 5000) + 0.99,
  createdAt: new Date(1_700_000_000_000 + n * 60_000),
  note: 'x'.repeat(120),
});

/** Starts a database with `count` payments and the index of their lists. */
async function filled(count: number): Promise<Database> {
  const database = await openDatabase(mkdtempSync(join(tmpdir(), 'bench-embedded-')));
  const payments = database.client.db('bench').collection<Document>('payments');
  await payments.createIndex({ status: 1, createdAt: -1 });
  for (let n = 0; n < count; n += 5000) {
    await payments.insertMany(Array.from({ length: Math.min(5000, count - n) }, (_, at) => aPayment(n + at)));
  }
  return database;
}

/** A server that acknowledges writes at once without storing them. */
interface Stub {
  client: MongoClient;
  stop(): Promise<void>;
}

async function openStub(): Promise<Stub> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-stub-'));
  const socket = join(folder, 'stub.sock');
  const child = spawn(process.execPath, [stubProgram, socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const client = await new MongoClient(
    `mongodb://${encodeURIComponent(socket)}/?directConnection=true`,
  ).connect();
  return {
    client,
    async stop() {
      await client.close();
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Worlds {
  stub: Stub;
  empty: Database;
  small: Database;
  large: Database;
}

/** Returns the number of the server's flushes, and of bytes of documents in them. */
async function flushes({ client }: Database): Promise<{ batches: number; bytes: number }> {
  const { storageEngine } = (await client.db('admin').command({ serverStatus: 1 })) as {
    storageEngine: { batches: number; bytes: number };
  };
  return storageEngine;
}

/** Returns the milliseconds that appending `bytes` to a file takes, in `groups` that are flushed one by one. */
function timeToAppend(groups: number, bytes: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-append-'));
  const file = openSync(join(folder, 'file'), 'a');
  const group = Buffer.alloc(Math.ceil(bytes / groups), 1);
  const started = performance.now();
  for (let n = 0; n < groups; n++) {
    writeSync(file, group);
    fsyncSync(file);
  }
  const time = performance.now() - started;
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
  return time;
}

let inserted = 0;

/** Acknowledged inserts per second of concurrent writers, on a database and on a server that stores nothing. */
async function insertWith({ empty, stub }: Worlds, writers: number, each: number): Promise<Sample> {
  const rateOn = async (client: MongoClient) => {
    const collection = client.db('bench').collection<Document>('inserts');
    const write = async () => {
      for (let n = 0; n < each; n++) await collection.insertOne(aPayment(++inserted));
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: writers }, write));
    return (writers * each * 1000) / (performance.now() - started);
  };
  const measured = await rateOn(empty.client);
  return { measured, limit: await rateOn(stub.client), unit: '/s' };
}

/** The same without a driver: each writer sends prepared messages. */
async function insertBare(database: Database, writers: number, each: number): Promise<Sample> {
  const connections = await Promise.all(
    Array.from({ length: writers }, () => WireClient.connect(join(database.dataDir, 'database.sock'))),
  );
  const write = connections.map((connection) => {
    const messages = Array.from({ length: each }, () => insertMessage(aPayment(++inserted)));
    return async () => {
      for (const message of messages) {
        connection.send(message);
        if ((await connection.reply())?.n !== 1) throw new Error('an insert failed');
      }
    };
  });
  const sample = await besideAppending(database, write, each);
  for (const connection of connections) connection.end();
  return sample;
}

/** Builds an insert as drivers send it: the command, and its document in a section of its own. */
function insertMessage(document: Document): Buffer {
  const command = serialize({ insert: 'inserts', ordered: true, $db: 'bench' });
  return frame(body(kind0(command), sequence('documents', serialize(document))));
}

/** Inserts per second of writers that make `each` inserts, beside those of a loop that appends and flushes the same. */
async function besideAppending(
  database: Database,
  write: (() => Promise<void>)[],
  each: number,
): Promise<Sample> {
  const before = await flushes(database);
  const started = performance.now();
  await Promise.all(write.map((run) => run()));
  const time = performance.now() - started;
  const after = await flushes(database);
  const limit = timeToAppend(after.batches - before.batches, after.bytes - before.bytes);
  const rate = (milliseconds: number) => (write.length * each * 1000) / milliseconds;
  return { measured: rate(time), limit: rate(limit), unit: '/s' };
}

/** Returns sequential calls per second. */
async function rateOf(calls: number, call: (n: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let n = 0; n < calls; n++) await call(n);
  return (calls * 1000) / (performance.now() - started);
}

/** Returns the median milliseconds of a page of ten from a list, with the count of the whole list. */
async function timeOfPage({ client }: Database, total: number): Promise<number> {
  const payments = client.db('bench').collection<Document>('payments');
  const times: number[] = [];
  for (let repeat = 0; repeat < 15; repeat++) {
    const filter = { status: statuses[repeat % statuses.length] };
    const started = performance.now();
    const [page, count] = await Promise.all([
      payments.find(filter).sort({ createdAt: -1 }).skip(20).limit(10).toArray(),
      payments.countDocuments(filter),
    ]);
    times.push(performance.now() - started);
    if (page.length !== 10 || count !== total / statuses.length)
      throw new Error('the page is not what it should be');
  }
  return times.sort((a, b) => a - b)[7] ?? Number.NaN;
}

export const embeddedBenchmarks: BenchmarkGroup<Worlds> = {
  open: async () => {
    const worlds = {
      stub: await openStub(),
      empty: await filled(0),
      small: await filled(small),
      large: await filled(large),
    };
    // Warms up V8: freshly started servers run uncompiled code.
    await insertWith(worlds, 50, 200);
    await insertBare(worlds.empty, 10, 1000);
    return worlds;
  },
  close: async (worlds) => {
    const { stub, ...databases } = worlds;
    await stub.stop();
    for (const database of Object.values(databases)) {
      await database.stop();
      rmSync(database.dataDir, { recursive: true, force: true });
    }
  },
  benchmarks: [
    {
      name: 'embedded-insert-1',
      what: 'acknowledged inserts of one writer',
      limit: 'the same on a server that answers at once without storing',
      goal: 0.8,
      direction: 'atLeast',
      run: (worlds) => insertWith(worlds, 1, 400),
    },
    {
      name: 'embedded-insert-50',
      what: 'acknowledged inserts of 50 writers',
      limit: 'the same on a server that answers at once without storing',
      goal: 0.8,
      direction: 'atLeast',
      run: (worlds) => insertWith(worlds, 50, 60),
    },
    {
      name: 'embedded-insert-1-bare',
      what: 'the same of one writer without a driver, whose messages are ready made',
      limit: 'appending and flushing the same bytes',
      goal: 0.4,
      direction: 'atLeast',
      run: ({ empty }) => insertBare(empty, 1, 400),
    },
    {
      name: 'embedded-insert-50-bare',
      what: 'the same of 50 writers without a driver',
      limit: 'appending and flushing the same bytes in the same groups',
      goal: 0.4,
      direction: 'atLeast',
      run: ({ empty }) => insertBare(empty, 50, 200),
    },
    {
      name: 'embedded-find',
      what: 'documents found by _id, one after the other',
      limit: 'the driver’s ping',
      goal: 0.8,
      direction: 'atLeast',
      run: async ({ small: { client } }) => {
        const payments = client.db('bench').collection<Document>('payments');
        const measured = await rateOf(1000, (n) => payments.findOne({ _id: ((n * 7919) % small) as never }));
        return {
          measured,
          limit: await rateOf(1000, () => client.db('bench').command({ ping: 1 })),
          unit: '/s',
        };
      },
    },
    {
      name: 'embedded-page',
      what: `a page of ten with its count, of ${large.toLocaleString('en-US')} documents`,
      limit: `the same of ${small.toLocaleString('en-US')}`,
      goal: 1.5,
      direction: 'atMost',
      run: async (worlds) => {
        const measured = await timeOfPage(worlds.large, large);
        return { measured, limit: await timeOfPage(worlds.small, small), unit: 'ms' };
      },
    },
    {
      name: 'embedded-ping',
      what: 'the longest wait of a ping beside a long command, the median of several',
      limit: '50 ms',
      goal: 1,
      direction: 'atMost',
      run: async ({ small: { client, dataDir } }) => {
        const other = await connect(dataDir);
        const measured = await timeOfPings(client, other);
        await other.close();
        return { measured, limit: 50, unit: 'ms' };
      },
    },
    {
      name: 'embedded-memory',
      what: `the database's own memory with ${large.toLocaleString('en-US')} documents`,
      limit: '200 MB',
      goal: 1,
      direction: 'atMost',
      run: async ({ large: { client, pid } }) => {
        const payments = client.db('bench').collection<Document>('payments');
        await payments.aggregate([{ $group: { _id: '$status', sum: { $sum: '$amount' } } }]).toArray();
        return { measured: ownMemory(pid), limit: 200, unit: 'MB' };
      },
    },
    {
      name: 'embedded-memory-peak',
      what: "the database's own memory beside 300 messages of 8 MB at once, 200 connections and 10,000 cursors",
      limit: '400 MB',
      goal: 1,
      direction: 'atMost',
      run: async () => {
        const database = await filled(0);
        const measured = await peakMemory(database.dataDir, database.pid, database.client);
        await database.stop();
        rmSync(database.dataDir, { recursive: true, force: true });
        return { measured, limit: 400, unit: 'MB' };
      },
    },
    {
      name: 'embedded-start',
      what: `start-up with ${large.toLocaleString('en-US')} documents`,
      limit: 'start-up with none',
      goal: 2,
      direction: 'atMost',
      run: async (worlds) => {
        // Only one process can open a folder, so the running database is stopped first.
        const measured = await restart(worlds.large);
        return { measured, limit: await restart(worlds.empty), unit: 'ms' };
      },
    },
  ],
};

async function restart(database: Database): Promise<number> {
  await database.stop();
  const time = await timeToStart(database.dataDir);
  Object.assign(database, await openDatabase(database.dataDir));
  return time;
}
