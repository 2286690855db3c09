import {
  Long,
  UUID,
  type ClientSession,
  type MongoClientBulkWriteError,
  type MongoServerError,
} from 'mongodb';
import { codeOf, startEither, type TestServer, type Row, type Rows } from '../testing/server.js';
import { shareOfLongestPing } from '../testing/pings.js';
import { WireClient } from '../testing/wire.js';

/** Multi-document transactions by https://www.mongodb.com/docs/manual/core/transactions/ */
let server: TestServer;
let session: ClientSession;
let collection: Rows;
let wire: WireClient;
beforeAll(async () => {
  server = await startEither();
  wire = await WireClient.connect(server.uri);
});
afterAll(async () => {
  wire.end();
  await server.stop();
});
beforeEach(async () => {
  session = server.client.startSession();
  collection = await server.collection([{ _id: 1, x: 1 }] as never);
});
afterEach(() => session.endSession());

const failure = (work: Promise<unknown>): Promise<MongoServerError> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as MongoServerError,
  );
const isTransient = (error: MongoServerError) => error.hasErrorLabel('TransientTransactionError');

/** Sends a command as a statement of a transaction, without the driver's own checks. */
const raw = async (command: object, number: number, lsid: UUID, more: object = {}) => {
  const reply = await wire.command({
    ...command,
    lsid: { id: lsid },
    txnNumber: Long.fromNumber(number),
    autocommit: false,
    $db: server.main.databaseName,
    ...more,
  });
  return reply as { ok: number; code?: number; errorLabels?: string[] };
};
const rawAdmin = (command: object, number: number, lsid: UUID) =>
  raw(command, number, lsid, { $db: 'admin' });

it('shows its writes to itself at once and to others at the commit', async () => {
  session.startTransaction();
  await collection.insertMany([{ _id: 2 }, { _id: 3 }] as never, { session });
  await collection.updateOne({ _id: 1 }, { $set: { x: 2 } }, { session });
  await collection.deleteOne({ _id: 3 as never }, { session });
  expect(await collection.find({}, { session }).sort({ _id: 1 }).toArray()).toEqual([
    { _id: 1, x: 2 },
    { _id: 2 },
  ]);
  expect(await collection.countDocuments({}, { session })).toBe(2);
  expect(await collection.distinct('_id', {}, { session })).toEqual([1, 2]);
  expect(await collection.find().toArray()).toEqual([{ _id: 1, x: 1 }]);
  await session.commitTransaction();
  expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 1, x: 2 }, { _id: 2 }]);
});

it.each(['a collection that is there', 'one that it makes'])(
  'finds its own writes by id in %s',
  async (which) => {
    const rows = which.startsWith('one') ? server.database().collection<Row>('new') : collection;
    const first = rows === collection ? [{ _id: 1, x: 1 }] : [];
    session.startTransaction();
    const many = Array.from({ length: 300 }, (_, n) => ({ _id: n + 10, x: n }));
    await rows.insertMany(many, { session });
    for (const _id of [10, 400]) await rows.updateOne({ _id }, { $inc: { x: 5 } }, { upsert: true, session });
    await rows.deleteOne({ _id: 11 }, { session });
    const found = (filter: object) => rows.find(filter, { session }).sort({ _id: 1 }).toArray();
    expect(await found({ _id: 10 })).toEqual([{ _id: 10, x: 5 }]);
    expect(await found({ _id: 10, x: 6 })).toEqual([]);
    expect(await found({ _id: { $in: [400, 11, 1, 10, 10, 999] } })).toEqual([
      ...first,
      { _id: 10, x: 5 },
      { _id: 400, x: 5 },
    ]);
    expect(await found({ $or: [{ _id: 10 }, { x: 299 }] })).toEqual([
      { _id: 10, x: 5 },
      { _id: 309, x: 299 },
    ]);
    expect(await found({ _id: { $gt: 308, $lt: 401 } })).toEqual([
      { _id: 309, x: 299 },
      { _id: 400, x: 5 },
    ]);
    expect(await rows.countDocuments({}, { session })).toBe(300 + first.length);
    await session.commitTransaction();
    expect(await rows.countDocuments()).toBe(300 + first.length);
  },
);

it('leaves nothing when it is aborted', async () => {
  session.startTransaction();
  await collection.insertOne({ _id: 2 }, { session });
  await collection.bulkWrite([{ deleteOne: { filter: { _id: 1 } } }], { session });
  await session.abortTransaction();
  expect(await collection.find().toArray()).toEqual([{ _id: 1, x: 1 }]);
});

it('reads the state of its beginning while other clients commit changes', async () => {
  session.startTransaction();
  await collection.findOne({}, { session });
  await collection.insertOne({ _id: 2 });
  await collection.updateOne({ _id: 1 }, { $set: { x: 9 } });
  expect(await collection.find({}, { session }).toArray()).toEqual([{ _id: 1, x: 1 }]);
  expect(await collection.find({ x: 9 }, { session }).toArray()).toEqual([]);
  await session.commitTransaction();
});

it('uses indexes, sorts and pages over its own writes', async () => {
  await collection.createIndex({ x: -1 });
  session.startTransaction();
  await collection.insertMany(
    Array.from({ length: 20 }, (_, n) => ({ _id: n + 10, x: n })),
    {
      session,
    },
  );
  const page = await collection
    .find({ x: { $gte: 1 } }, { session })
    .sort({ x: -1 })
    .skip(1)
    .limit(2)
    .toArray();
  expect(page).toEqual([
    { _id: 28, x: 18 },
    { _id: 27, x: 17 },
  ]);
  await session.commitTransaction();
});

it('keeps a cursor within the transaction', async () => {
  await collection.insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: n + 10 })));
  session.startTransaction();
  const found = await collection.find({}, { session, batchSize: 3 }).toArray();
  expect(found).toHaveLength(11);
  await session.commitTransaction();
});

describe('when two write the same', () => {
  it('refuses the second writer of a document with a transient write conflict', async () => {
    const other = server.client.startSession();
    session.startTransaction();
    other.startTransaction();
    await collection.updateOne({ _id: 1 }, { $inc: { x: 1 } }, { session });
    const error = await failure(collection.updateOne({ _id: 1 }, { $inc: { x: 1 } }, { session: other }));
    expect(error.code).toBe(112);
    expect(isTransient(error)).toBe(true);
    await session.commitTransaction();
    await other.endSession();
    expect(await collection.findOne()).toEqual({ _id: 1, x: 2 });
  });

  it('refuses to write a document that has changed since the transaction began', async () => {
    session.startTransaction();
    await collection.findOne({}, { session });
    await collection.updateOne({ _id: 1 }, { $inc: { x: 1 } });
    const error = await failure(collection.updateOne({ _id: 1 }, { $inc: { x: 1 } }, { session }));
    expect(error.code).toBe(112);
    expect(isTransient(error)).toBe(true);
  });

  it('lets a write outside wait for the end of the transaction', async () => {
    session.startTransaction();
    await collection.updateOne({ _id: 1 }, { $inc: { x: 10 } }, { session });
    const outside = collection.updateOne({ _id: 1 }, { $inc: { x: 100 } });
    expect(await collection.findOne()).toEqual({ _id: 1, x: 1 });
    await session.commitTransaction();
    await outside;
    expect(await collection.findOne()).toEqual({ _id: 1, x: 111 });
  });

  it('ends the wait of a write outside at its time limit', async () => {
    session.startTransaction();
    await collection.updateOne({ _id: 1 }, { $inc: { x: 10 } }, { session });
    const command = {
      update: collection.collectionName,
      updates: [{ q: { _id: 1 }, u: { $inc: { x: 1 } } }],
      maxTimeMS: 50,
    };
    expect(await codeOf(server.main.command(command))).toBe(50);
    await session.abortTransaction();
  });

  it('loses no increment of many that retry', async () => {
    await Promise.all(
      Array.from({ length: 10 }, () =>
        server.client.withSession((own) =>
          own.withTransaction(async () => {
            const { x } = (await collection.findOne({ _id: 1 }, { session: own }))! as unknown as {
              x: number;
            };
            await collection.updateOne({ _id: 1 }, { $set: { x: x + 1 } }, { session: own });
          }),
        ),
      ),
    );
    expect(await collection.findOne()).toEqual({ _id: 1, x: 11 });
  });
});

describe('unique indexes', () => {
  beforeEach(() => collection.createIndex({ u: 1 }, { unique: true, sparse: true }));

  it('refuse a duplicate within the transaction, which ends it', async () => {
    session.startTransaction();
    await collection.insertOne({ _id: 2, u: 1 }, { session });
    expect((await failure(collection.insertOne({ _id: 3, u: 1 }, { session }))).code).toBe(11000);
    expect((await failure(session.commitTransaction())).code).toBe(251);
    expect(await collection.countDocuments()).toBe(1);
  });

  it('conflict where two transactions insert the same key', async () => {
    const other = server.client.startSession();
    session.startTransaction();
    other.startTransaction();
    await collection.insertOne({ _id: 2, u: 1 }, { session });
    const error = await failure(collection.insertOne({ _id: 3, u: 1 }, { session: other }));
    expect(error.code).toBe(112);
    await session.commitTransaction();
    await other.endSession();
  });

  it('make an insert outside wait, and then refuse it', async () => {
    session.startTransaction();
    await collection.insertOne({ _id: 2, u: 1 }, { session });
    const outside = codeOf(collection.insertOne({ _id: 3, u: 1 }));
    await collection.findOne();
    await session.commitTransaction();
    expect(await outside).toBe(11000);
  });

  it('let a key move from one document to another', async () => {
    await collection.insertMany([
      { _id: 2, u: 1 },
      { _id: 3, u: 2 },
    ] as never);
    session.startTransaction();
    await collection.updateOne({ _id: 2 }, { $set: { u: 9 } }, { session });
    await collection.updateOne({ _id: 3 }, { $set: { u: 1 } }, { session });
    await collection.updateOne({ _id: 2 }, { $set: { u: 2 } }, { session });
    await session.commitTransaction();
    expect(
      await collection
        .find({ u: { $exists: true } })
        .sort({ u: 1 })
        .toArray(),
    ).toEqual([
      { _id: 3, u: 1 },
      { _id: 2, u: 2 },
    ]);
    expect(await server.main.command({ validate: collection.collectionName })).toMatchObject({
      valid: true,
    });
  });
});

describe('making collections and indexes', () => {
  it('appear at the commit', async () => {
    const name = `made_${new UUID().toHexString()}`;
    session.startTransaction();
    const made = await server.main.createCollection(name, { session });
    await made.createIndex({ x: 1 }, { session });
    await made.insertOne({ _id: 1 as never, x: 1 }, { session });
    expect(await server.main.listCollections({ name }).toArray()).toEqual([]);
    await session.commitTransaction();
    expect((await made.indexes()).map((index) => index.name)).toEqual(['_id_', 'x_1']);
    expect(await made.find({ x: 1 }).toArray()).toEqual([{ _id: 1, x: 1 }]);
  });

  it('leave nothing when aborted', async () => {
    const name = `made_${new UUID().toHexString()}`;
    session.startTransaction();
    await server.main.createCollection(name, { session });
    await session.abortTransaction();
    expect(await server.main.listCollections({ name }).toArray()).toEqual([]);
  });

  it.each<[string, (name: string) => Promise<unknown>]>([
    ['makes the collection', (name) => server.main.createCollection(name)],
    ['inserts into it', (name) => server.main.collection<Row>(name).insertMany([{ _id: 2, x: 2 }, { x: 3 }])],
  ])('conflict where another one %s meanwhile', async (_how, write) => {
    const name = `made_${new UUID().toHexString()}`;
    session.startTransaction();
    const made = await server.main.createCollection<Row>(name, { session });
    await made.createIndex({ x: 1 }, { session });
    await made.insertOne({ _id: 1, x: 1 }, { session });
    await write(name);
    const error = await failure(session.commitTransaction());
    expect([error.code, isTransient(error)]).toEqual([112, true]);
    expect(await made.countDocuments({ _id: 1 })).toBe(0);
    expect(await server.main.command({ validate: name })).toMatchObject({ valid: true, nIndexes: 1 });
  });

  it('leave a collection alone whose indexes are there already', async () => {
    await collection.createIndex({ x: 1 });
    session.startTransaction();
    expect(await collection.createIndex({ x: 1 }, { session })).toBe('x_1');
    await collection.insertOne({ _id: 2, x: 2 }, { session });
    await session.commitTransaction();
    expect(await collection.find({ x: { $gt: 0 } }).toArray()).toHaveLength(2);
  });

  it('refuse indexes on a collection that holds documents', async () => {
    session.startTransaction();
    expect((await failure(collection.createIndex({ x: 1 }, { session }))).code).toBe(263);
  });
});

describe('statements', () => {
  const insert = () => ({ insert: collection.collectionName, documents: [{ a: 1 }] });

  it('of no transaction are refused as transient', async () => {
    const error = await raw(insert(), 1, new UUID());
    expect(error.code).toBe(251);
    expect(error.errorLabels).toContain('TransientTransactionError');
  });

  it('after the commit are refused', async () => {
    const id = new UUID();
    await raw(insert(), 1, id, { startTransaction: true });
    await rawAdmin({ commitTransaction: 1 }, 1, id);
    expect((await raw(insert(), 1, id)).code).toBe(256);
    expect((await rawAdmin({ abortTransaction: 1 }, 1, id)).code).toBe(256);
  });

  it('after the abort are refused, the commit too', async () => {
    const id = new UUID();
    await raw(insert(), 1, id, { startTransaction: true });
    await rawAdmin({ abortTransaction: 1 }, 1, id);
    expect((await raw(insert(), 1, id)).code).toBe(251);
    expect((await rawAdmin({ commitTransaction: 1 }, 1, id)).code).toBe(251);
    expect((await rawAdmin({ abortTransaction: 1 }, 1, id)).code).toBe(251);
  });

  it('of a commit can come while the commit is under way, and is answered like it', async () => {
    const lsid = new UUID();
    const second = await WireClient.connect(server.uri);
    const insert = { insert: collection.collectionName, documents: [{ _id: 2 }] };
    await raw(insert, 1, lsid, { startTransaction: true });
    const commit = { commitTransaction: 1, lsid: { id: lsid }, txnNumber: Long.fromNumber(1) };
    const answers = await Promise.all(
      [wire, second].map((client) => client.command({ ...commit, autocommit: false, $db: 'admin' })),
    );
    second.end();
    expect(answers).toMatchObject([{ ok: 1 }, { ok: 1 }]);
    expect(await collection.countDocuments()).toBe(2);
  });

  it('of a commit can be repeated', async () => {
    const id = new UUID();
    await raw(insert(), 1, id, { startTransaction: true });
    await rawAdmin({ commitTransaction: 1 }, 1, id);
    expect(await rawAdmin({ commitTransaction: 1 }, 1, id)).toMatchObject({ ok: 1 });
    expect(await collection.countDocuments({ a: 1 })).toBe(1);
  });

  it('of an older transaction are refused', async () => {
    const id = new UUID();
    await raw(insert(), 2, id, { startTransaction: true });
    expect((await raw(insert(), 1, id, { startTransaction: true })).code).toBe(225);
  });

  it('cannot carry a write concern, nor a read concern after the first', async () => {
    const id = new UUID();
    await raw(insert(), 1, id, { startTransaction: true, readConcern: { level: 'snapshot' } });
    expect((await raw(insert(), 1, id, { writeConcern: { w: 1 } })).code).toBe(72);
    expect((await raw(insert(), 1, id, { readConcern: { level: 'majority' } })).code).toBe(72);
  });

  it.each([
    { count: 'c' },
    { explain: { find: 'c' } },
    { drop: 'c' },
    { listCollections: 1 },
    { renameCollection: 'test.c', to: 'test.d' },
    { ping: 1 },
    { isMaster: 1 },
  ])('cannot be %o, which begins no transaction and ends none', async (command) => {
    const id = new UUID();
    expect((await raw(command, 1, id, { startTransaction: true })).code).toBe(263);
    expect((await rawAdmin({ commitTransaction: 1 }, 1, id)).code).toBe(251);
    await raw(insert(), 2, id, { startTransaction: true });
    expect((await raw(command, 2, id)).code).toBe(263);
    expect(await rawAdmin({ commitTransaction: 1 }, 2, id)).toMatchObject({ ok: 1 });
  });

  it.each<[object, number]>([
    [{ autocommit: true }, 72],
    [{ autocommit: true, startTransaction: true }, 72],
    [{ autocommit: undefined, startTransaction: true }, 72],
    [{ startTransaction: false }, 72],
    [{ startTransaction: true }, 117],
    [{ autocommit: undefined }, 217],
  ])('with %o in a running transaction are refused, and do not end it', async (more, code) => {
    const id = new UUID();
    await raw(insert(), 1, id, { startTransaction: true });
    expect((await raw(insert(), 1, id, more)).code).toBe(code);
    expect(await rawAdmin({ commitTransaction: 1 }, 1, id)).toMatchObject({ ok: 1 });
    expect(await collection.countDocuments({ a: 1 })).toBe(1);
  });

  it.each<[string, object, number]>([
    ['parallel arrays', { a: [1], b: [2] }, 171],
    ['a key that is too long', { a: 'x'.repeat(3000) }, 17280],
  ])('fail that write %s to an index, not the commit', async (_, document, code) => {
    await collection.createIndex({ a: 1, b: 1 });
    session.startTransaction();
    expect(await codeOf(collection.insertOne({ _id: 2, ...document }, { session }))).toBe(code);
    await session.abortTransaction();
    session.startTransaction();
    expect(await codeOf(collection.updateOne({ _id: 1 }, { $set: document }, { session }))).toBe(code);
  });

  it('that fail end the transaction', async () => {
    session.startTransaction();
    await collection.insertOne({ _id: 2 }, { session });
    expect((await failure(collection.updateOne({}, { $nonsense: { a: 1 } }, { session }))).code).toBe(9);
    expect((await failure(collection.findOne({}, { session }))).code).toBe(251);
    expect(await collection.countDocuments()).toBe(1);
  });
});

it('finds its own inserts of several collections in bulk, and keeps their keys unique', async () => {
  const other = server.database().collection<Row>('inBulk');
  await other.createIndex({ u: 1 }, { unique: true });
  const insert = (document: object, namespace = other.namespace) => ({
    name: 'insertOne' as const,
    namespace,
    document,
  });
  await session.withTransaction(async () => {
    await server.client.bulkWrite(
      [insert({ _id: 2 }, collection.namespace), insert({ _id: 1, u: 1 }), insert({ _id: 2, u: 2, x: 'y' })],
      { session },
    );
    expect(await other.findOne({ u: 2 }, { session })).toEqual({ _id: 2, u: 2, x: 'y' });
  });
  expect(await other.countDocuments()).toBe(2);
  for (const [document, key] of [
    [{ _id: 2, u: 3 }, '_id: 2'],
    [{ _id: 3, u: 2 }, 'u: 2'],
  ] as const) {
    session.startTransaction();
    const bulk = server.client.bulkWrite([insert(document)], { session });
    const { writeErrors } = (await failure(bulk)) as unknown as MongoClientBulkWriteError;
    expect([...writeErrors.values()]).toMatchObject([{ code: 11000, message: expect.stringContaining(key) }]);
    await session.abortTransaction();
  }
  expect(await collection.countDocuments()).toBe(2);
});

it('is ended by an error of one of many statements in bulk', async () => {
  const id = new UUID();
  const bulk = (ops: object[], more: object = {}) =>
    raw({ bulkWrite: 1, ops, nsInfo: [{ ns: collection.namespace }] }, 1, id, { $db: 'admin', ...more });
  expect(await bulk([{ insert: 0, document: { _id: 2 } }], { startTransaction: true })).toMatchObject({
    nInserted: 1,
    nErrors: 0,
  });
  expect(await bulk([{ insert: 0, document: { _id: 2 } }])).toMatchObject({ nErrors: 1 });
  expect((await bulk([{ insert: 0, document: { _id: 3 } }])).code).toBe(251);
  expect(await collection.countDocuments()).toBe(1);
});

it('ends with its session', async () => {
  session.startTransaction();
  await collection.insertOne({ _id: 2 }, { session });
  await session.endSession();
  await collection.insertOne({ _id: 2, outside: true });
  expect(await collection.findOne({ _id: 2 })).toEqual({ _id: 2, outside: true });
});

it('commits or aborts without having done anything', async () => {
  session.startTransaction();
  await session.commitTransaction();
  session.startTransaction();
  await session.abortTransaction();
});

it('works on several collections and databases', async () => {
  const other = server.database().collection<Row>('other');
  await session.withTransaction(async () => {
    await collection.insertOne({ _id: 2 }, { session });
    await other.insertOne({ _id: 2 }, { session });
  });
  expect(await other.countDocuments()).toBe(1);
});

it('many writes of one command in a transaction let other commands in', async () => {
  const rows = Array.from({ length: 20_000 }, (_, _id) => ({ _id, text: `row ${_id}` }));
  const share = await shareOfLongestPing(
    server.main,
    () => collection.insertMany(rows, { session }),
    async () => {
      if (session.inTransaction()) await session.abortTransaction();
      await collection.deleteMany({});
      session.startTransaction();
    },
  );
  await session.abortTransaction();
  expect(share).toBeLessThan(0.45);
});
