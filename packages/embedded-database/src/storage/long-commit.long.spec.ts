import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Long, MongoClient, type ClientSession } from 'mongodb';
import { shareOfLongestPing } from '../testing/pings.js';
import {
  codeOf,
  startServer,
  temporaryFolder,
  type Row,
  type Rows,
  type TestServer,
} from '../testing/server.js';

/** Enough documents for a commit with many pauses. */
const MANY = 5000;
/** The compiled package. */
const compiled = path.join(import.meta.dirname, '../../dist/src/index.js');
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

let server: TestServer;
let session: ClientSession;
let collection: Rows;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());
beforeEach(async () => {
  session = server.client.startSession();
  collection = await server.collection();
  await collection.createIndexes([
    { key: { kind: 1 }, name: 'kind' },
    { key: { code: 1 }, name: 'code', unique: true },
  ]);
});
afterEach(() => session.endSession());

const documents = (from = 0, count = MANY): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    _id: from + n,
    kind: (from + n) % 10,
    code: `code ${from + n}`,
  }));

/** Reads again and again until the commit has ended, and returns all that was read. */
async function readBesides<T>(commit: Promise<unknown>, read: () => Promise<T>): Promise<T[]> {
  let isOver = false;
  const committed = commit.finally(() => (isOver = true));
  committed.catch(() => undefined);
  const seen: T[] = [];
  while (!isOver) seen.push(await read());
  await committed;
  return seen;
}

const validated = () => server.main.command({ validate: collection.collectionName });

it('lets others be answered', async () => {
  let from = 0;
  const share = await shareOfLongestPing(
    server.main,
    () => session.commitTransaction(),
    async () => {
      session.startTransaction();
      await collection.insertMany(documents(from), { session });
      from += MANY;
    },
  );
  expect(share).toBeLessThan(0.5);
});

it.each<[string, () => Promise<number>]>([
  ['a count', () => collection.countDocuments()],
  ['a count by an index', () => collection.countDocuments({ kind: { $lt: 10 } })],
  ['a search by id', async () => ((await collection.findOne({ _id: MANY / 2 })) ? MANY : 0)],
  ['a search by a unique index', async () => ((await collection.findOne({ code: 'code 17' })) ? MANY : 0)],
  ['a scan', async () => (await collection.find({}, { hint: { $natural: 1 } }).toArray()).length],
  ['a scan of an index', async () => (await collection.find().sort({ code: -1 }).toArray()).length],
  [
    'a search in a transaction',
    () =>
      server.client.withSession((reader) =>
        reader.withTransaction(async () => {
          const one = await collection.findOne({ code: 'code 5' }, { session: reader });
          const count = await collection.countDocuments({}, { session: reader });
          return Boolean(one) === count > 0 ? count : Number.NaN;
        }),
      ),
  ],
])('shows nothing or all of it to %s', async (_name, read) => {
  session.startTransaction();
  await collection.insertMany(documents(), { session });
  const seen = await readBesides(session.commitTransaction(), read);
  expect(seen.filter((count) => count !== 0 && count !== MANY)).toEqual([]);
  expect(await read()).toBe(MANY);
  expect(await validated()).toMatchObject({ valid: true, nrecords: MANY });
});

it('shows none of its changes to an open cursor before the commit, and all of them after it', async () => {
  await collection.insertMany(documents());
  session.startTransaction();
  await collection.updateMany({}, { $set: { kind: 99 } }, { session });
  const { collectionName } = collection;
  const filter = { kind: { $lt: 99 } };
  const found = await server.main.command({
    find: collectionName,
    filter,
    hint: { $natural: 1 },
    batchSize: 1,
  });
  let { id } = (found as { cursor: { id: number } }).cursor;
  const reads = await readBesides(session.commitTransaction(), async () => {
    const last = await collection.findOne({ _id: MANY - 1 });
    const isCommitted = last?.kind === 99;
    if (!Number(id)) return { isCommitted, count: 0 };
    const getMore = { getMore: Long.fromValue(id), collection: collectionName, batchSize: 1 };
    const { cursor } = (await server.main.command(getMore)) as {
      cursor: { id: number; nextBatch: object[] };
    };
    ({ id } = cursor);
    return { isCommitted, count: cursor.nextBatch.length };
  });
  expect(reads[0]).toEqual({ isCommitted: false, count: 1 });
  expect(reads.filter(({ isCommitted, count }) => isCommitted && count > 0)).toEqual([]);
});

it('is in conflict with a transaction that begins in a pause and writes what it has written', async () => {
  session.startTransaction();
  await collection.insertMany(documents(), { session });
  const other = server.client.startSession();
  other.startTransaction();
  let pauses = 0;
  // Its first read takes its snapshot, in a pause after the document was written.
  await readBesides<unknown>(session.commitTransaction(), () =>
    ++pauses < 3 ? server.main.command({ ping: 1 }) : collection.findOne({ _id: 0 }, { session: other }),
  );
  const seen = await collection.findOne({ _id: 0 }, { session: other });
  const insert = collection.insertOne({ _id: 0, code: 'other' }, { session: other });
  // On a slow machine, the commit may have ended before.
  expect(await codeOf(insert)).toBe(seen ? 11000 : 112);
  await other.endSession();
  expect(await collection.findOne({ _id: 0 })).toMatchObject({ code: 'code 0' });
});

it('is followed by the writes of others that came meanwhile', async () => {
  await collection.insertMany(documents());
  session.startTransaction();
  await collection.updateMany({}, { $set: { kind: 1 } }, { session });
  const commit = session.commitTransaction();
  const writes = Promise.all([
    collection.updateOne({ _id: 3 }, { $inc: { kind: 1 } }),
    collection.insertOne({ _id: 'other' }),
    collection.createIndex({ kind: 1, code: 1 }),
  ]);
  await Promise.all([commit, writes]);
  expect(await collection.findOne({ _id: 3 })).toMatchObject({ kind: 2 });
  expect(await collection.countDocuments({ kind: 1 })).toBe(MANY - 1);
  expect(await validated()).toMatchObject({ valid: true, nrecords: MANY + 1, nIndexes: 4 });
});

it('is not followed by a write whose time is up', async () => {
  session.startTransaction();
  await collection.insertMany(documents(), { session });
  const commit = session.commitTransaction();
  await server.main.command({ ping: 1 });
  expect(await codeOf(collection.insertOne({ _id: 'late' }, { maxTimeMS: 1 }))).toBe(50);
  await commit;
  expect(await collection.countDocuments()).toBe(MANY);
});

it('makes its collection and documents appear together', async () => {
  const fresh = server.database().collection<Row>('fresh');
  session.startTransaction();
  await fresh.insertMany(documents(), { session });
  const seen = await readBesides(session.commitTransaction(), async () => ({
    count: await fresh.countDocuments(),
    names: await fresh.db.listCollections().toArray(),
  }));
  expect(seen.filter(({ count }) => count !== 0 && count !== MANY)).toEqual([]);
  expect(seen[0]).toEqual({ count: 0, names: [] });
  expect(await fresh.countDocuments()).toBe(MANY);
});

it('fails as a whole if another transaction has a key of a unique index that was made meanwhile', async () => {
  const other = server.client.startSession();
  session.startTransaction();
  await collection.insertMany(
    documents().map((row, n) => ({ ...row, later: n })),
    { session },
  );
  await collection.createIndex({ later: 1 }, { unique: true, sparse: true });
  other.startTransaction();
  await collection.insertOne({ _id: 'other', code: 'other', later: MANY - 1 }, { session: other });
  const failure = await session.commitTransaction().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 112, errorLabelSet: new Set(['TransientTransactionError']) });
  await other.commitTransaction();
  await other.endSession();
  expect(await collection.find().toArray()).toEqual([{ _id: 'other', code: 'other', later: MANY - 1 }]);
  expect(await validated()).toMatchObject({ valid: true, nrecords: 1 });
});

(hasPrlimit ? it : it.skip)('leaves nothing on a full disk, and can be repeated with more room', async () => {
  const file = path.join(server.dataDir, 'database.mdb');
  const limit = (bytes: number | 'unlimited') =>
    spawnSync('prlimit', ['--pid', String(server.process.pid), `--fsize=${bytes}:unlimited`]);
  await collection.insertOne({ _id: 'before' });
  const insertMany = async () => {
    session.startTransaction();
    await collection.insertMany(
      documents().map((row) => ({ ...row, text: 'x'.repeat(2000) })),
      { session },
    );
  };
  await insertMany();
  limit(fs.statSync(file).size);
  expect(await codeOf(session.commitTransaction())).toBe(14031);
  expect(await collection.find().toArray()).toEqual([{ _id: 'before' }]);
  expect(await collection.countDocuments({ kind: { $gte: 0 } })).toBe(0);
  limit('unlimited');
  await insertMany();
  await session.commitTransaction();
  expect(await validated()).toMatchObject({ valid: true, nrecords: MANY + 1 });
});

it('is there after a kill as soon as it is acknowledged, and not at all after one before', async () => {
  const doomed = await startServer();
  const client = await new MongoClient(doomed.uri, { serverSelectionTimeoutMS: 200 }).connect();
  const rows = client.db('test').collection<Row>('rows');
  await rows.createIndex({ kind: 1 });
  const transaction = async (from: number) => {
    const own = client.startSession();
    own.startTransaction();
    await rows.insertMany(documents(from), { session: own });
    return own;
  };
  await (await transaction(0)).commitTransaction();
  const commit = (await transaction(MANY)).commitTransaction().then(
    () => [2 * MANY],
    () => [MANY, 2 * MANY],
  );
  await doomed.main.command({ ping: 1 });
  await doomed.kill();
  const again = await startServer(doomed.dataDir);
  expect(await commit).toContain(await again.main.collection('rows').countDocuments());
  expect(await again.main.command({ validate: 'rows' })).toMatchObject({ valid: true });
  await client.close(true);
  await again.stop();
});

it.each([
  ['ends', 'process.exit(5)', 5],
  ['fails', "throw new Error('failed')", 1],
])('does not keep a process that %s in the midst of it', async (_how, end, code) => {
  const dataDir = temporaryFolder();
  const program = `
    import { listen } from ${JSON.stringify(pathToFileURL(compiled).href)};
    import { MongoClient } from 'mongodb';
    const client = await MongoClient.connect((await listen({ dataDir: process.argv[1] })).uri);
    const session = client.startSession();
    session.startTransaction();
    const rows = Array.from({ length: ${4 * MANY} }, (_, n) => ({ n }));
    await client.db('test').collection('rows').insertMany(rows, { session });
    void session.commitTransaction();
    await client.db('test').command({ ping: 1 });
    ${end};`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(code);
  const again = await startServer(dataDir);
  expect(await again.main.collection('rows').countDocuments()).toBe(0);
  await again.stop();
});
