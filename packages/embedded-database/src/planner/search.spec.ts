import type { ClientSession, Document, MongoServerError } from 'mongodb';
import { Long, UUID } from 'bson';
import { codeOf, startServer, type Row, type Rows, type TestServer } from '../testing/server.js';
import { WireClient } from '../testing/wire.js';

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());

const many = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ _id: n, n, status: 'paid', version: 1 }));

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('a search that goes on after a pause', () => {
  it('finds by an index only what matches by then', async () => {
    const collection = await server.collection(many(60));
    await collection.createIndex({ status: 1 });
    const cursor = collection.find({ status: 'paid' }, { batchSize: 2 });
    const found = [await cursor.next()];
    await collection.updateMany({ _id: { $gte: 10 } }, { $set: { status: 'refunded' } });
    for await (const row of cursor) found.push(row);
    expect(found.map((row) => row!.status)).toEqual(Array<string>(10).fill('paid'));
  });

  it('finds by _id only what is there by then', async () => {
    const collection = await server.collection(many(60));
    const cursor = collection.find({ _id: { $gte: 0 } }, { batchSize: 2, sort: { _id: 1 } });
    const found = [await cursor.next()];
    await collection.deleteMany({ _id: { $gte: 10 } });
    for await (const row of cursor) found.push(row);
    expect(found.map((row) => row!._id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('finds in a whole collection the documents as they are by then, each once', async () => {
    const collection = await server.collection(many(60));
    const cursor = collection.find({}, { batchSize: 2, sort: { _id: 1 } });
    const found = [await cursor.next(), await cursor.next()];
    await collection.updateMany({}, { $set: { version: 2 } });
    for await (const row of cursor) found.push(row);
    expect(found.map((row) => row!._id)).toEqual(many(60).map(({ _id }) => _id));
    expect(new Set(found.slice(2).map((row) => row!.version))).toEqual(new Set([2]));
  });

  it('backwards too', async () => {
    const collection = await server.collection(many(60));
    const cursor = collection.find({}, { batchSize: 2, sort: { _id: -1 } });
    const found = [await cursor.next()];
    await collection.deleteMany({ _id: { $lt: 50 } });
    for await (const row of cursor) found.push(row);
    expect(found.map((row) => row!._id)).toEqual([59, 58, 57, 56, 55, 54, 53, 52, 51, 50]);
  });
});

it('searches that are read in turns find everything, each in its order', async () => {
  const collection = await server.collection(many(200));
  await collection.createIndex({ n: 1 });
  const cursors = [
    collection.find({}, { batchSize: 3 }).sort({ _id: 1 }),
    collection.find({ n: { $gte: 0 } }, { batchSize: 3 }).sort({ n: -1 }),
    collection.find({ n: { $gte: 0 } }, { batchSize: 7 }).sort({ n: 1 }),
  ];
  const found: unknown[][] = cursors.map(() => []);
  for (let read = 0; read < 200; read++)
    for (const [at, cursor] of cursors.entries()) found[at]!.push((await cursor.next())?.n);
  const upwards = many(200).map(({ n }) => n as number);
  expect(found).toEqual([upwards, upwards.toReversed(), upwards]);
  expect(await Promise.all(cursors.map((cursor) => cursor.next()))).toEqual([null, null, null]);
});

describe('what a search goes through', () => {
  const filled = () => server.collection(many(500));

  it.each<[string, (collection: Rows) => Promise<unknown>]>([
    ['collection, when it is dropped', (collection) => collection.drop()],
    [
      'collection, when it is dropped and made again',
      async (collection) => {
        await collection.drop();
        await collection.insertMany(many(3));
      },
    ],
    ['index, when it is dropped', (collection) => collection.dropIndex('n_1')],
    ['collection, when it is renamed', (collection) => collection.rename(`${collection.collectionName}_2`)],
  ])('ends it with an error: %s', async (_name, change) => {
    const collection = await filled();
    await collection.createIndex({ n: 1 });
    const cursor = collection.find({ n: { $gte: 0 } }, { batchSize: 16 });
    await cursor.next();
    await change(collection);
    expect(await codeOf(cursor.toArray())).toBe(175);
  });

  it('may lose an index that the search does not use', async () => {
    const collection = await filled();
    await collection.createIndex({ n: 1 });
    const cursor = collection.find({}, { batchSize: 16 });
    await cursor.next();
    await collection.dropIndex('n_1');
    expect(await cursor.toArray()).toHaveLength(499);
  });
});

describe('a transaction', () => {
  const inTransaction = <T>(run: (session: ClientSession) => Promise<T>) =>
    server.client.withSession(async (session) => {
      session.startTransaction({ readConcern: { level: 'snapshot' } });
      // The first command takes the snapshot.
      await server.main.collection('other').findOne({}, { session });
      try {
        return await run(session);
      } finally {
        await session.abortTransaction();
      }
    });

  it('does not search by an index that was made after it began', async () => {
    const collection = await server.collection(many(100));
    const found = await inTransaction(async (session) => {
      await collection.createIndex({ status: 1 });
      return collection.find({ status: 'paid' }, { session }).toArray();
    });
    expect(found).toHaveLength(100);
    expect(await collection.find({ status: 'paid' }).hint('status_1').toArray()).toHaveLength(100);
  });

  it('searches another way where its index is dropped', async () => {
    const collection = await server.collection(many(100));
    await collection.createIndex({ status: 1 });
    const found = await inTransaction(async (session) => {
      await collection.dropIndex('status_1');
      return collection.find({ status: 'paid' }, { session }).toArray();
    });
    expect(found).toHaveLength(100);
  });

  it.each<[string, (collection: Rows) => Promise<unknown>]>([
    ['dropped', (collection) => collection.drop()],
    ['renamed', (collection) => collection.rename(`${collection.collectionName}_2`)],
    [
      'made anew',
      async (collection) => {
        await collection.drop();
        await collection.insertMany(many(3));
      },
    ],
  ])('is to be tried again where a collection that it reads was %s meanwhile', async (_name, change) => {
    const collection = await server.collection(many(100));
    const error = await inTransaction(async (session) => {
      await change(collection);
      return collection.find({ status: 'paid' }, { session }).toArray();
    }).catch((failure: unknown) => failure as MongoServerError);
    expect(error).toMatchObject({ code: 246 });
    expect((error as MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true);
  });

  it.each(['commitTransaction', 'abortTransaction'] as const)('ends its cursors by %s', async (command) => {
    const collection = await server.collection(many(100));
    await server.client.withSession(async (session) => {
      session.startTransaction();
      const { cursor } = await server.main.command(
        { find: collection.collectionName, batchSize: 2 },
        { session },
      );
      const more = {
        getMore: Long.fromValue(cursor.id as Long),
        collection: collection.collectionName,
        batchSize: 2,
      };
      const next = await server.main.command(more, { session });
      expect(next.cursor.nextBatch).toHaveLength(2);
      await session[command]();
      expect(await codeOf(server.main.command(more, { session }))).toBe(43);
    });
  });

  it('keeps its cursors to itself', async () => {
    const { collectionName: name } = await server.collection(many(100));
    const wire = await WireClient.connect(server.uri);
    const own = { lsid: { id: new UUID() }, txnNumber: new Long(1), autocommit: false };
    const { cursor } = await wire.command({ find: name, batchSize: 2, startTransaction: true, ...own });
    const more = { getMore: Long.fromValue(cursor.id as Long), collection: name };
    expect(await wire.command({ ...more, lsid: own.lsid })).toMatchObject({ ok: 0, code: 50740 });
    expect(await wire.command({ ...more, ...own })).toMatchObject({ ok: 1 });
    wire.end();
  });
});

describe('a search by $in of thousands of values of all kinds', () => {
  const values: Row[] = Array.from({ length: 60 }, (_, n) => ({
    _id: n,
    value: n % 3 === 0 ? n : n % 3 === 1 ? `text ${n}` : n === 5 ? null : Long.fromNumber(n),
  }));
  const listed = [...Array(1500).keys()].flatMap((n): unknown[] => [n * 2, `text ${n * 2}`, n * 2]);
  const found = values.flatMap(({ _id, value }) =>
    listed.some((item) => String(item) === String(value)) ? [_id] : [],
  );
  const idsOf = async (rows: Rows, filter: object, session?: ClientSession) =>
    (await rows.find(filter, { ...(session && { session }) }).toArray())
      .map(({ _id }) => _id)
      .sort((left, right) => Number(left) - Number(right));

  it.each<[string, Record<string, 1 | -1>[]]>([
    ['no index', []],
    ['an ascending index', [{ value: 1 }]],
    ['a descending index', [{ value: -1 }]],
    ['two indexes', [{ value: -1, _id: 1 }, { value: 1 }]],
  ])('finds with %s each match once', async (_name, keys) => {
    const rows = await server.collection(values);
    for (const key of keys) await rows.createIndex(key);
    expect(found.length).toBeGreaterThan(15);
    expect(await idsOf(rows, { value: { $in: listed } })).toEqual(found);
    expect(await rows.countDocuments({ value: { $in: listed } })).toBe(found.length);
    expect(await idsOf(rows, { $or: [{ value: { $in: listed } }, { _id: 5 }] })).toEqual(
      [...found, 5].sort((left, right) => Number(left) - Number(right)),
    );
    expect(await idsOf(rows, { value: { $in: [...listed, null] } })).toContain(5);
    expect(await idsOf(rows, { value: { $nin: listed } })).toEqual(
      values.map(({ _id }) => _id).filter((id) => !found.includes(id)),
    );
    expect((await rows.deleteMany({ value: { $in: listed } })).deletedCount).toBe(found.length);
  });

  it('finds the writes of its own transaction', async () => {
    const rows = await server.collection(values);
    await server.client.withSession(async (session) => {
      session.startTransaction();
      await rows.insertOne({ _id: 200 }, { session });
      await rows.deleteOne({ _id: 2 }, { session });
      const ids = await idsOf(rows, { _id: { $in: [...Array(3000).keys()] } }, session);
      expect(ids).toEqual([...values.map(({ _id }) => _id).filter((id) => id !== 2), 200]);
      await session.abortTransaction();
    });
  });
});

describe('a sort of more than 100 MB', () => {
  const pad = 'x'.repeat(2 ** 20);
  const either = { $or: [{ kind: 'a' }, { kind: 'b' }] };
  let large: Rows;
  beforeAll(async () => {
    large = await server.collection();
    await large.createIndexes([{ key: { n: 1 } }, { key: { kind: 1 } }, { key: { small: 1 } }]);
    // The first ones are small, and tell nothing of the others' size.
    await large.insertMany(Array.from({ length: 20 }, (_, n) => ({ n, kind: 'c', small: true })));
    for (let n = 20; n < 140; n += 10)
      await large.insertMany(
        Array.from({ length: 10 }, (_, at) => ({ n: n + at, kind: at % 2 ? 'a' : 'b', small: false, pad })),
      );
  });

  const stages = async (rows: Rows, filter: object) =>
    JSON.stringify((await rows.find(filter).sort({ n: -1 }).explain()).queryPlanner.winningPlan);
  const numbers = async (rows: Rows, filter: object) =>
    await rows
      .find(filter)
      .sort({ n: -1 })
      .map(({ n }) => n as number)
      .toArray();
  const descending = Array.from({ length: 120 }, (_, at) => 139 - at);

  it.each([
    ['branches of an $or', either],
    ['what an equality finds', { small: false }],
  ])('goes by the index that gives the order, of %s', async (_name, filter) => {
    expect(await numbers(large, filter)).toEqual(descending);
  });

  it.each([
    ['branches of an $or', either],
    ['what an equality finds', { small: false }],
  ])('is planned so where the documents are known to be large, of %s', async (_name, filter) => {
    expect(await stages(large, filter)).toContain('"SORT"');
    await large.deleteMany({ small: true });
    expect(await stages(large, filter)).not.toContain('"SORT"');
    await large.insertMany(Array.from({ length: 20 }, (_, n) => ({ _id: n, n, kind: 'c', small: true })));
  });

  it('is refused where no index gives the order', async () => {
    expect(await codeOf(large.find({ small: false }).sort({ kind: 1, pad: 1 }).toArray())).toBe(292);
  });
});

describe('a search by several conditions', () => {
  let collection: Rows;
  beforeAll(async () => {
    collection = await server.collection(
      many(5000).map((row, n) => ({
        ...row,
        words: [
          'common',
          n < 1500 ? 'early' : 'late',
          ...(n === 7 ? ['rare'] : []),
          ...(n >= 1400 && n < 3000 ? ['pair'] : []),
        ],
      })),
    );
    await collection.createIndexes([{ key: { words: 1 } }, { key: { n: 1 } }, { key: { status: 1, n: 1 } }]);
  });

  const newest = async (filter: Document, skip = 0) => {
    const cursor = collection.find(filter).sort({ n: -1 }).skip(skip).limit(3);
    const { executionStats } = (await cursor.clone().explain('executionStats')) as {
      executionStats: Document;
    };
    const found = await cursor.toArray();
    return {
      found: found.map(({ n }) => n as number),
      examined: executionStats.totalDocsExamined as number,
    };
  };
  const word = (start: string) => ({ words: { $in: [new RegExp(`^${start}`), `whole ${start}`] } });

  it.each<[string, Document]>([
    ['before', { $and: [word('rare'), word('comm')] }],
    ['behind', { $and: [word('comm'), word('rare')] }],
    ['beside another field', { status: 'paid', $and: [word('comm'), word('rare')] }],
    ['in a branch', { status: 'paid', $or: [word('rare'), { $and: [word('comm'), { n: -1 }] }] }],
    ['among all', { words: { $all: ['common', 'rare'] } }],
  ])('reads by the rarest, %s', async (_place, filter) => {
    expect(await newest(filter)).toEqual({ found: [7], examined: 1 });
  });

  it('reads the documents alone that both of two frequent ones find', async () => {
    const both = { $and: [word('early'), word('pair')] };
    const { executionStats } = (await collection.find(both).explain('executionStats')) as {
      executionStats: Document;
    };
    expect(executionStats).toMatchObject({ nReturned: 100, totalDocsExamined: 100 });
    expect(await collection.countDocuments(both)).toBe(100);
    const found = await collection.find(both).toArray();
    expect(new Set(found.map(({ n }) => n as number))).toEqual(new Set(range(1400, 1500)));
  });

  it('reads in the order where very many match', async () => {
    const { found, examined } = await newest({ status: 'paid', ...word('comm') });
    expect(found).toEqual([4999, 4998, 4997]);
    expect(examined).toBeLessThan(300);
    expect((await newest(word('comm'), 2500)).found).toEqual([2499, 2498, 2497]);
  });

  it.each([1, -1] as const)('reads several values in the order of their field, by %s', async (direction) => {
    const statuses = ['refunded', 'paid', 'pending'];
    const rows = await server.collection(many(30).map((row, n) => ({ ...row, status: statuses[n % 3]! })));
    await rows.createIndex({ status: 1, n: 1 });
    const sort = { status: direction, n: direction };
    const cursor = rows.find({ status: { $in: ['refunded', 'none', 'paid'] } }).sort(sort);
    const { executionStats } = await cursor.clone().limit(3).explain('executionStats');
    expect(executionStats).toMatchObject({ nReturned: 3, totalDocsExamined: 3 });
    const inOrder = [...range(0, 10).map((n) => n * 3 + 1), ...range(0, 10).map((n) => n * 3)];
    const found = (await cursor.toArray()).map(({ n }) => n as number);
    expect(found).toEqual(direction > 0 ? inOrder : inOrder.toReversed());
  });

  it('ends to read in the order where that takes longer than reading the matches', async () => {
    const { found, examined } = await newest(word('early'));
    expect(found).toEqual([1499, 1498, 1497]);
    expect(examined).toBeLessThan(3500);
    expect((await newest(word('early'), 1498)).found).toEqual([1, 0]);
  });

  it('finds the same in a transaction that has written', async () => {
    const session = server.client.startSession();
    session.startTransaction();
    await collection.insertOne({ _id: 9000, n: 9000, words: ['early', 'pair'] }, { session });
    await collection.updateOne({ _id: 1450 }, { $set: { words: ['early'] } }, { session });
    const found = await collection.find(word('early'), { session }).sort({ n: -1 }).limit(2).toArray();
    expect(found.map(({ n }) => n as number)).toEqual([9000, 1499]);
    const both = await collection.find({ $and: [word('early'), word('pair')] }, { session }).toArray();
    const others = range(1400, 1500).filter((n) => n !== 1450);
    expect(new Set(both.map(({ n }) => n as number))).toEqual(new Set([9000, ...others]));
    await session.abortTransaction();
    await session.endSession();
  });
});
