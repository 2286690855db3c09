import { open } from 'lmdb';
import { Double, type Document } from 'mongodb';
import { decode, encode } from '../../values/bson.js';
import {
  codeOf,
  startServer,
  temporaryFolder,
  type TestServer,
  type Row,
  type Rows,
} from '../../testing/server.js';

/** https://www.mongodb.com/docs/manual/indexes/ */
let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());

const rows = (count = 300) =>
  Array.from({ length: count }, (_, n) => ({
    _id: n,
    status: ['new', 'paid', 'done'][n % 3],
    n,
    at: new Date(n * 1000),
  }));

/** Returns a query's plan from explain: the index and its direction, or the collection scan. */
async function planOf(collection: Rows, filter: Document, sort: Document = {}): Promise<string> {
  const { queryPlanner } = (await collection.find(filter).sort(sort).explain('queryPlanner')) as {
    queryPlanner: { winningPlan: Document };
  };
  const words: string[] = [];
  for (
    let stage: Document | undefined = queryPlanner.winningPlan;
    stage;
    stage = stage.inputStage as Document | undefined
  ) {
    if (stage.stage === 'IXSCAN') words.push(`${String(stage.indexName)} ${String(stage.direction)}`);
    else if (stage.stage === 'OR')
      words.push(
        `OR ${(stage.inputStages as Document[]).map(({ indexName }) => String(indexName)).join(' ')}`,
      );
    else if (stage.stage !== 'FETCH') words.push(String(stage.stage));
  }
  return words.join(' ');
}

/** Returns the numbers of keys and documents that a search reads, from explain. */
async function examined(collection: Rows, filter: Document, sort: Document = {}): Promise<Document> {
  const explain = { find: collection.collectionName, filter, sort };
  const { executionStats } = await server.main.command({ explain, verbosity: 'executionStats' });
  return executionStats as Document;
}

describe('an index of arrays', () => {
  let collection: Rows;
  beforeAll(async () => {
    collection = await server.collection(
      Array.from({ length: 300 }, (_, n) => ({
        _id: n,
        tags: n % 10 === 0 ? [[n, 'x']] : [n, n + 1000],
        lines: [
          { sku: n, amount: 1 },
          { sku: n + 1000, amount: 2 },
        ],
      })),
    );
    await collection.createIndex({ tags: 1 });
    await collection.createIndex({ 'lines.sku': 1 });
  });

  it.each<[Document, number, number]>([
    [{ tags: { $all: [1005, 5] } }, 1, 1],
    [{ tags: [5, 1005] }, 1, 1],
    [{ tags: [10, 'x'] }, 1, 1],
    [{ tags: { $in: [[5, 1005], [7]] } }, 1, 2],
    [{ tags: { $elemMatch: { $gt: 500, $lt: 1003 } } }, 2, 2],
    [{ tags: { $all: [{ $elemMatch: { $gt: 4, $lt: 6 } }] } }, 1, 1],
    [{ $and: [{ tags: { $elemMatch: { $gte: 1005 } } }, { tags: { $lt: 6 } }] }, 1, 5],
    [{ tags: { $gte: 1005 }, $and: [{ tags: { $in: [5, 7, 9] } }, { tags: { $lt: 300 } }] }, 3, 3],
    [{ $or: [{ tags: 5 }, { $and: [{ tags: { $gte: 1005 } }, { tags: { $in: [7] } }] }] }, 2, 2],
    [{ lines: { $elemMatch: { sku: 1005, amount: 2 } } }, 1, 1],
    [{ lines: { $elemMatch: { sku: 1005, amount: 1 } } }, 0, 1],
    [{ lines: { $elemMatch: { sku: { $in: [3, 4] }, amount: 1 } } }, 2, 2],
  ])('is searched for %j', async (filter, found, documents) => {
    expect(await examined(collection, filter)).toMatchObject({
      nReturned: found,
      totalDocsExamined: documents,
    });
    expect(await collection.find(filter).hint({ $natural: 1 }).toArray()).toHaveLength(found);
  });
});

describe('a search by more values than a plan multiplies', () => {
  let collection: Rows;
  beforeAll(async () => {
    collection = await server.collection(Array.from({ length: 8000 }, (_, n) => ({ _id: n, n: n % 4000 })));
    await collection.createIndex({ n: 1 });
  });

  it.each(['_id', 'n'])('goes by the index of %s, also where most of them are not there', async (field) => {
    const values = Array.from({ length: 7000 }, (_, at) => at * 100);
    const { nReturned, totalDocsExamined } = await examined(collection, { [field]: { $in: values } });
    expect(nReturned).toBe(80);
    expect(totalDocsExamined).toBe(80);
    expect(await collection.countDocuments({ [field]: { $in: values } })).toBe(80);
  });

  it('reads by the order that is asked for where the branches of an $or are most of the collection', async () => {
    await collection.createIndex({ _id: 1, n: 1 });
    const filter = { $or: [{ n: { $lt: 3000 } }, { n: 3500 }] };
    const [first] = await collection.find(filter).sort({ _id: -1 }).limit(1).toArray();
    expect(first).toEqual({ _id: 7500, n: 3500 });
    const { executionStats } = (await collection
      .find(filter)
      .sort({ _id: -1 })
      .limit(1)
      .explain('executionStats')) as { executionStats: Document };
    expect(executionStats.totalDocsExamined).toBeLessThan(1000);
  });
});

describe('the planner', () => {
  let collection: Rows;
  beforeAll(async () => {
    collection = await server.collection(rows());
    await collection.createIndex({ status: 1, at: -1 });
    await collection.createIndex({ n: 1 });
  });

  it.each<[Document, Document, string]>([
    [{ status: 'new' }, {}, 'status_1_at_-1 forward'],
    [{ status: 'new' }, { at: -1 }, 'status_1_at_-1 forward'],
    [{ status: 'new' }, { at: 1 }, 'status_1_at_-1 backward'],
    [{ status: 'new' }, { n: 1 }, 'SORT status_1_at_-1 forward'],
    [{ n: { $gt: 5 } }, { n: -1 }, 'n_1 backward'],
    [{ _id: 5 }, {}, '_id_ forward'],
    [{}, { n: 1 }, 'n_1 forward'],
    [{}, {}, 'COLLSCAN'],
    [{ at: new Date(0) }, {}, 'COLLSCAN'],
    [{ $and: [{ status: 'new' }, { at: { $gt: new Date(0) } }] }, { at: -1 }, 'status_1_at_-1 forward'],
    [{ status: { $in: ['new', 'done'] } }, {}, 'status_1_at_-1 forward'],
    [{ status: /^n/ }, {}, 'status_1_at_-1 forward'],
    [{ status: /^n/ }, { status: -1 }, 'status_1_at_-1 backward'],
    [{ status: { $regex: '^n', $options: 's' } }, {}, 'status_1_at_-1 forward'],
    [{ status: { $in: [/^n/, 'done'] } }, {}, 'status_1_at_-1 forward'],
    [{ status: /^n/i }, {}, 'COLLSCAN'],
    [{ status: /^n|d/ }, {}, 'COLLSCAN'],
    [{ status: /e/ }, {}, 'COLLSCAN'],
    [{ $or: [{ n: 5 }, { _id: { $in: [5, 7] } }] }, {}, 'OR n_1 _id_'],
    [
      { $or: [{ n: 5 }, { _id: { $lt: 7 }, other: null }], status: { $ne: 'new' } },
      { n: 1 },
      'SORT OR n_1 _id_',
    ],
    [{ $or: [{ n: 5 }, { $or: [{ _id: 3 }, { n: 7 }] }] }, {}, 'OR n_1 _id_ n_1'],
    [{ $or: [{ n: 5 }, { other: 7 }] }, {}, 'COLLSCAN'],
    [{ $or: [{ n: { $gte: 0 } }, { _id: 7 }] }, {}, 'COLLSCAN'],
    [{ n: { $in: Array.from({ length: 6000 }, (_, n) => n * 50) } }, {}, 'COLLSCAN'],
  ])('reads %j sorted by %j through %s', async (filter, sort, expected) => {
    expect(await planOf(collection, filter, sort)).toBe(expected);
    const plain = (
      await collection
        .find(filter)
        .hint({ $natural: 1 })
        .sort(sort as never)
        .toArray()
    ).map(({ _id }) => Number(_id));
    const inOrder = (ids: number[]) => (Object.keys(sort).length > 0 ? ids : ids.sort((a, b) => a - b));
    const found = (
      await collection
        .find(filter)
        .sort(sort as never)
        .toArray()
    ).map(({ _id }) => Number(_id));
    expect(inOrder(found)).toEqual(inOrder(plain));
  });

  it('explains counts and aggregations as well, with what they give', async () => {
    const command = {
      explain: { count: collection.collectionName, query: { status: 'new' } },
      verbosity: 'executionStats',
    };
    const answer = await server.client.db('test').command(command);
    expect(JSON.stringify(answer.queryPlanner)).toContain('"indexName":"status_1_at_-1"');
    expect(answer.executionStats).toMatchObject({ nReturned: 100 });
  });

  it.each<[string, Document, Document]>([
    [
      'an index',
      { filter: { n: { $gte: 290 } } },
      { nReturned: 10, totalKeysExamined: 10, totalDocsExamined: 10 },
    ],
    ['an _id', { filter: { _id: 5 } }, { nReturned: 1, totalKeysExamined: 0, totalDocsExamined: 1 }],
    ['a scan', { filter: { other: 1 } }, { nReturned: 0, totalKeysExamined: 0, totalDocsExamined: 300 }],
    [
      'a page of an index',
      { filter: { status: 'new' }, sort: { at: -1 }, skip: 10, limit: 10 },
      { nReturned: 10, totalKeysExamined: 10, totalDocsExamined: 10 },
    ],
  ])('tells what a search by %s has looked at', async (_name, find, stats) => {
    const explain = { find: collection.collectionName, ...find };
    const answer = await server.main.command({ explain, verbosity: 'executionStats' });
    expect(answer.executionStats).toMatchObject(stats);
  });
});

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/indexStats/ */
it('counts the searches that go through an index', async () => {
  const collection = await server.collection(rows());
  await collection.createIndex({ n: 1 });
  await collection.find({ n: 5 }).toArray();
  await collection.countDocuments({ n: { $gt: 5 } });
  await collection.findOne({ _id: 5 });
  await collection.find({ other: 1 }).toArray();
  const stats = await collection.aggregate([{ $indexStats: {} }]).toArray();
  expect(stats.map(({ name, accesses }) => [name, (accesses as { ops: number }).ops] as unknown)).toEqual([
    ['_id_', 1],
    ['n_1', 2],
  ]);
});

/** https://www.mongodb.com/docs/manual/reference/command/renameCollection/ */
describe('a renamed collection', () => {
  it('keeps its documents and indexes, and its old name is free', async () => {
    const collection = await server.collection(rows(30));
    await collection.createIndex({ n: 1 }, { unique: true });
    const old = collection.collectionName;
    const renamed = await collection.rename(`${old}-new`);
    expect(await planOf(renamed as never, { n: 5 })).toBe('n_1 forward');
    expect(await codeOf(renamed.insertOne({ n: 5 }))).toBe(11000);
    expect(await server.main.command({ validate: `${old}-new` })).toMatchObject({
      valid: true,
      nrecords: 30,
    });
    expect(await collection.countDocuments()).toBe(0);
    await collection.insertOne({ n: 5 });
    expect(await renamed.countDocuments()).toBe(30);
  });

  it('takes the place of another one only where that is asked for', async () => {
    const [first, second] = [await server.collection([{ n: 1 }]), await server.collection([{ n: 2 }])];
    expect(await codeOf(first.rename(second.collectionName))).toBe(48);
    const toItself = { renameCollection: first.namespace, to: first.namespace };
    expect(await codeOf(server.client.db('admin').command(toItself))).toBe(20);
    expect(await codeOf(first.rename('a$b'))).toBe(73);
    const taken = await first.rename(second.collectionName, { dropTarget: true });
    expect(await taken.find().project({ _id: 0 }).toArray()).toEqual([{ n: 1 }]);
    expect(await codeOf(first.rename('other'))).toBe(26);
  });

  it('has its new name after a crash as well', async () => {
    const other = await startServer();
    const collection = other.main.collection<Row>('old');
    await collection.insertMany([{ _id: 1 }, { _id: 2 }]);
    await collection.rename('new');
    await other.kill();
    const again = await startServer(other.dataDir);
    expect(await again.main.collection('new').countDocuments({ _id: { $gt: 0 as never } })).toBe(2);
    expect((await again.main.collections()).map(({ collectionName }) => collectionName)).toEqual(['new']);
    await again.stop();
  });
});

describe('a unique index', () => {
  it('refuses a second document of its key, naming it as MongoDB does', async () => {
    const collection = await server.collection([{ _id: 1, email: 'a@b.c' }] as never);
    await collection.createIndex({ email: 1 }, { unique: true });
    const error = await collection
      .insertOne({ email: 'a@b.c' })
      .catch(
        (e: unknown) => e as { code: number; message: string; keyPattern: Document; keyValue: Document },
      );
    expect(error).toMatchObject({ code: 11000, keyPattern: { email: 1 }, keyValue: { email: 'a@b.c' } });
    expect((error as unknown as Error).message).toBe(
      `E11000 duplicate key error collection: test.${collection.collectionName} index: email_1 dup key: { email: "a@b.c" }`,
    );
    await collection.insertOne({});
    expect(await codeOf(collection.insertOne({ email: null }))).toBe(11000);
  });

  it('has the order of its field and then of _id', async () => {
    const collection = await server.collection([{ a: 2 }, { a: 1 }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    expect(await planOf(collection, {}, { a: 1, _id: 1 })).toBe('a_1 forward');
  });

  it('is not made where there are duplicates, and leaves nothing', async () => {
    const collection = await server.collection([{ a: 1 }, { a: 1 }]);
    expect(await codeOf(collection.createIndex({ a: 1 }, { unique: true }))).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
    await collection.insertOne({ a: 1 });
  });

  it('holds over the elements of arrays and compound keys', async () => {
    const collection = await server.collection();
    await collection.createIndex({ tags: 1, kind: 1 }, { unique: true });
    await collection.insertOne({ tags: ['x', 'y', 'x'], kind: 1 });
    await collection.insertOne({ tags: ['x'], kind: 2 });
    expect(await codeOf(collection.insertOne({ tags: ['z', 'y'], kind: 1 }))).toBe(11000);
    expect(await codeOf(collection.insertOne({ tags: [1], kind: [2] }))).toBe(171);
  });

  it('lets one of two upserts at the same time insert and the other update', async () => {
    const collection = await server.collection();
    await collection.createIndex({ k: 1 }, { unique: true });
    await Promise.all(
      Array.from({ length: 20 }, () => collection.updateOne({ k: 1 }, { $inc: { n: 1 } }, { upsert: true })),
    );
    expect(await collection.find().project({ _id: 0 }).toArray()).toEqual([{ k: 1, n: 20 }]);
  });
});

describe('sparse and partial indexes', () => {
  it('hold only what they should, and serve only what they hold', async () => {
    const collection = await server.collection([
      { _id: 1 },
      { _id: 2, k: 1 },
      { _id: 3, k: 2, live: true },
    ] as never);
    await collection.createIndex({ k: 1 }, { sparse: true, name: 'sparse' });
    expect(await planOf(collection, { k: 1 })).toBe('sparse forward');
    expect(await planOf(collection, { k: null })).toBe('COLLSCAN');
    expect(await planOf(collection, {}, { k: 1 })).toBe('SORT COLLSCAN');
    expect(await collection.countDocuments({ k: null })).toBe(1);
    expect(await collection.find().sort({ k: 1 }).toArray()).toHaveLength(3);
    await collection.createIndex(
      { k: 1 },
      { unique: true, name: 'partial', partialFilterExpression: { live: true } },
    );
    await collection.insertOne({ k: 1 });
    await collection.insertOne({ k: 1, live: true });
    expect(await codeOf(collection.insertOne({ k: 1, live: true }))).toBe(11000);
    expect(await planOf(collection, { k: 1, live: true })).toBe('partial forward');
    expect(await collection.countDocuments({ k: 1 })).toBe(3);
    await collection.updateOne({ _id: 3 }, { $set: { live: false } });
    expect(await collection.countDocuments({ k: 2, live: true })).toBe(0);
  });

  it('count by their keys the documents of which they hold the filter in full', async () => {
    const collection = await server.collection([
      { _id: 1, k: 1, parts: [{ due: '2026-01-01' }, { due: '2026-02-01' }] },
      { _id: 2, k: 1, parts: [] },
      { _id: 3, k: 1, parts: [{ due: '' }] },
      { _id: 4, k: 2, parts: [{ due: '2026-01-01' }] },
      { _id: 5, k: 1 },
    ] as never);
    const shared = { 'parts.due': { $gt: '' } };
    await collection.createIndex({ k: 1, other: 1 });
    await collection.createIndex({ k: 1 }, { name: 'partial', partialFilterExpression: shared });
    expect(await planOf(collection, { k: 1, ...shared })).toBe('partial forward');
    expect(await collection.countDocuments({ k: 1, ...shared })).toBe(1);
    expect(await collection.countDocuments({ k: 1, 'parts.due': { $gt: '2026-02-01' } })).toBe(0);
    expect(
      await collection.countDocuments({ k: 1, $and: [shared, { 'parts.due': { $lt: '2026-01-15' } }] }),
    ).toBe(1);
    expect(await collection.countDocuments({ k: 1, ...shared, other: { $gt: 0 } })).toBe(0);
    await collection.updateOne({ _id: 5 }, { $set: { parts: [{ due: '2026-03-01' }] } });
    await collection.updateOne({ _id: 1 }, { $unset: { parts: 1 } });
    expect(
      await collection
        .find({ k: 1, ...shared })
        .project({ _id: 1 })
        .toArray(),
    ).toEqual([{ _id: 5 }]);
    expect(await collection.countDocuments({ k: 1, ...shared })).toBe(1);
  });

  it('have the documents that a filter by other fields selects', async () => {
    const collection = await server.collection();
    await collection.createIndex(
      { k: 1 },
      { name: 'partial', partialFilterExpression: { $and: [{ live: true }, { 'a.b': { $gt: 1 } }] } },
    );
    await collection.insertMany([
      { _id: 1, k: 1, live: true, a: { b: 2 } },
      { _id: 2, k: 1, live: false, a: { b: 2 } },
      { _id: 3, k: 1, live: true, a: { b: 1 } },
      { _id: 4, text: 'x', a: { b: 3 }, live: true, k: 1 },
    ] as never);
    const rows = collection
      .find({ k: 1, live: true, 'a.b': { $gt: 1 } })
      .hint('partial')
      .sort({ _id: 1 });
    expect((await rows.toArray()).map(({ _id }) => _id)).toEqual([1, 4]);
  });

  it.each<[Document]>([[{ k: { $exists: true } }], [{ k: { $type: 'null' } }], [{ k: { $in: [null, 1] } }]])(
    'of %j do not answer for null where they leave out documents without the field',
    async (partialFilterExpression) => {
      const collection = await server.collection([{ _id: 1 }, { _id: 2, k: null }, { _id: 3, k: 1 }]);
      await collection.createIndex({ k: 1 }, { partialFilterExpression });
      expect(await collection.countDocuments({ k: null })).toBe(2);
      expect(await collection.countDocuments({ k: { $in: [null, 1] } })).toBe(3);
    },
  );

  it('of one type of number do not answer for a number, which another type may equal', async () => {
    const collection = await server.collection([{ k: 1 }, { k: new Double(1) }, { k: 'text' }]);
    await collection.createIndex({ k: 1 }, { partialFilterExpression: { k: { $type: ['int', 'string'] } } });
    expect(await collection.countDocuments({ k: 1 })).toBe(2);
    expect(await planOf(collection, { k: 'text' })).toBe('k_1 forward');
  });
});

describe('a TTL index', () => {
  it('deletes what has expired, and nothing else', async () => {
    const collection = await server.collection([
      { _id: 1, at: new Date(Date.now() - 60_000) },
      { _id: 2, at: new Date(Date.now() + 60_000) },
      { _id: 3, at: [new Date(Date.now() + 60_000), new Date(0)] },
      { _id: 4, at: 'no date' },
      { _id: 5 },
    ] as never);
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 30 });
    const ids = async () =>
      (await collection.find().sort({ _id: 1 }).toArray()).map(({ _id }) => Number(_id));
    while ((await ids()).length > 3) await new Promise((resolve) => setImmediate(resolve));
    expect(await ids()).toEqual([2, 4, 5]);
  });
});

describe('making and dropping', () => {
  it.each<[Document, Document, number]>([
    [{ a: 'text' }, {}, 67],
    [{ a: 'hashed' }, {}, 67],
    [{ a: '2dsphere' }, {}, 67],
    [{ '$**': 1 }, {}, 67],
    [{ a: 0 }, {}, 67],
    [{ a: 1 }, { collation: { locale: 'de' } }, 115],
    [{ a: 1, b: 1 }, { expireAfterSeconds: 5 }, 67],
    [{ a: 1 }, { expireAfterSeconds: 1.5 }, 67],
    [{ a: 1 }, { expireAfterSeconds: 2 ** 31 }, 67],
    [{ a: 1 }, { sparse: true, partialFilterExpression: { b: 1 } }, 67],
    [{ a: 1 }, { partialFilterExpression: { b: { $ne: 1 } } }, 67],
    [{ known: 1 }, { name: 'other' }, 85],
    [{ known: 1 }, { hidden: true }, 85],
    [{ known: 1 }, { name: 'other', expireAfterSeconds: 5 }, 85],
    [{ a: 1 }, { partialFilterExpression: { b: /x/ } }, 67],
    [{ a: 1 }, { unique: 'yes' }, 14],
    [{ a: 1 }, { name: '*' }, 2],
    [{ a: 1 }, { name: '_id_' }, 2],
    [{ 'a.$b': 1 }, {}, 67],
    [{ _id: 1 }, { sparse: true }, 197],
    [{ _id: 1 }, { partialFilterExpression: { a: 1 } }, 197],
    [{ known: 1 }, { name: 'known_1', unique: true }, 86],
    [{ a: 1 }, { name: 'known_1' }, 86],
  ])('refuses %j with %j', async (key, options, code) => {
    const collection = await server.collection();
    await collection.createIndex({ known: 1 });
    expect(await codeOf(collection.createIndex(key as never, options))).toBe(code);
  });

  it('makes several of one key where one is unique or sparse, which a key alone does not name', async () => {
    const collection = await server.collection([{ _id: 1, a: 1 }]);
    await collection.createIndex({ a: 1 });
    await collection.createIndex({ a: 1 }, { name: 'unique', unique: true });
    await collection.createIndex({ a: 1 }, { name: 'sparse', sparse: true });
    expect(await codeOf(collection.insertOne({ a: 1 }))).toBe(11000);
    expect(await codeOf(collection.find({ a: 1 }).hint({ a: 1 }).toArray())).toBe(2);
    expect(await collection.find({ a: 1 }).hint('sparse').toArray()).toHaveLength(1);
    const drop = (index: unknown) =>
      server.client.db('test').command({ dropIndexes: collection.collectionName, index });
    expect(await codeOf(drop({ a: 1 }))).toBe(181);
    expect(await codeOf(drop(['unique', 5]))).toBe(14);
    await drop(['unique', 'sparse']);
    await drop({ a: 1 });
    expect(await collection.indexes()).toHaveLength(1);
  });

  it('makes 64 indexes of a collection, that of the _id included, and refuses another one', async () => {
    const collection = await server.collection([{ _id: 1 }]);
    const keyOf = (number: number) => ({ key: { [`f${number}`]: 1 } as const });
    await collection.createIndexes(Array.from({ length: 63 }, (_, at) => keyOf(at)));
    expect(await codeOf(collection.createIndexes([keyOf(64)]))).toBe(67);
    expect(await collection.indexes()).toHaveLength(64);
    await collection.createIndexes([keyOf(5)]);
    await collection.dropIndex('f5_1');
    await collection.createIndexes([keyOf(64)]);
  });

  it('makes the same index once, and shows it with its options', async () => {
    const collection = await server.collection([{ a: 1 }]);
    for (let time = 0; time < 2; time++)
      await collection.createIndex({ a: -1 }, { hidden: true, sparse: true });
    expect((await collection.indexes())[1]).toEqual({
      v: 2,
      key: { a: -1 },
      name: 'a_-1',
      hidden: true,
      sparse: true,
    });
    expect(await planOf(collection, { a: 1 })).toBe('COLLSCAN');
    await collection.dropIndex('a_-1');
    expect(await codeOf(collection.dropIndex('a_-1'))).toBe(27);
    expect(await codeOf(collection.dropIndex('_id_'))).toBe(72);
    expect(await codeOf(server.client.db('test').collection<Row>('nothing').indexes())).toBe(26);
  });

  it('takes options of old programs that mean nothing any more', async () => {
    const collection = await server.collection([{ a: 1 }]);
    await collection.createIndex({ a: 1 }, { background: true, dropDups: false } as never);
    await collection.createIndex({ a: 1 });
    expect((await collection.indexes())[1]).toEqual({ v: 2, key: { a: 1 }, name: 'a_1', background: true });
  });

  it('builds an index while documents come, change and go', async () => {
    const collection = await server.collection(rows(20_000));
    const building = collection.createIndex({ n: 1 });
    await Promise.all([
      ...Array.from({ length: 50 }, (_, n) => collection.updateOne({ _id: n * 399 }, { $set: { n: -n } })),
      ...Array.from({ length: 50 }, (_, n) => collection.deleteOne({ _id: (n * 399 + 1) as never })),
      collection.insertMany(Array.from({ length: 50 }, (_, n) => ({ n: 50_000 + n }))),
    ]);
    await building;
    expect(await server.client.db('test').command({ validate: collection.collectionName })).toMatchObject({
      valid: true,
      nrecords: 20_000,
    });
    expect(await collection.countDocuments({ n: { $lt: 0 } })).toBe(49);
  });

  it('builds the indexes of one command together, all of them or none', async () => {
    const collection = await server.collection(rows(2000).map((row) => ({ ...row, tags: [row.n, -row.n] })));
    const all = [{ key: { tags: 1 } }, { key: { status: 1, at: -1 } }, { key: { status: 1 }, unique: true }];
    expect(await codeOf(collection.createIndexes(all as never))).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
    await collection.createIndexes(all.slice(0, 2) as never);
    expect(await server.client.db('test').command({ validate: collection.collectionName })).toMatchObject({
      valid: true,
      keysPerIndex: { tags_1: 3999, 'status_1_at_-1': 2000 },
    });
    expect(await collection.countDocuments({ tags: { $in: [-7, 7, 8] } })).toBe(2);
  });

  it('refuses keys that are too long for it', async () => {
    const collection = await server.collection();
    await collection.createIndex({ a: 1 });
    expect(await codeOf(collection.insertOne({ a: 'x'.repeat(3000) }))).toBe(17280);
    expect(await codeOf(collection.insertOne({ _id: 'x'.repeat(3000) }))).toBe(17280);
    expect(await collection.countDocuments()).toBe(0);
    expect(await collection.findOne({ _id: 'x'.repeat(3000) })).toBeNull();
    expect(await collection.findOne({ a: 'x'.repeat(3000) })).toBeNull();
  });
});

/** https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/#compound-multikey-indexes */
describe('an index on several fields of the elements of an array', () => {
  const docs = [
    {
      _id: 1,
      a: [
        { x: 1, y: 5 },
        { x: 0, y: 9 },
      ],
    },
    { _id: 2, a: [{ x: 0, y: 7 }, 'text'] },
    { _id: 3, a: { x: 1, y: 9 } },
    { _id: 4, a: { y: 1 } },
  ];
  const indexed = async (options = {}) => {
    const collection = await server.collection(docs);
    await collection.createIndex({ 'a.x': 1, 'a.y': -1 }, options);
    return collection;
  };

  it('finds conditions that two elements meet, and such that one does', async () => {
    const collection = await indexed();
    const found = async (filter: Document) =>
      (await collection.find(filter).hint({ 'a.x': 1, 'a.y': -1 }).sort({ _id: 1 }).toArray()).map(
        ({ _id }) => _id,
      );
    expect(await found({ 'a.x': 1, 'a.y': 9 })).toEqual([1, 3]);
    expect(await found({ 'a.x': 0, 'a.y': { $lt: 6 } })).toEqual([1]);
    expect(await found({ a: { $elemMatch: { x: 0, y: 7 } } })).toEqual([2]);
    expect(await found({ 'a.x': null })).toEqual([4]);
  });

  it('follows updates and deletes', async () => {
    const collection = await indexed();
    await collection.updateOne({ _id: 1 }, { $set: { 'a.1.x': 4 } });
    await collection.deleteOne({ _id: 2 });
    expect(await collection.countDocuments({ 'a.x': 0 })).toBe(0);
    expect(await collection.countDocuments({ 'a.x': 4, 'a.y': 9 })).toBe(1);
    expect(await server.client.db('test').command({ validate: collection.collectionName })).toMatchObject({
      valid: true,
    });
  });

  it('keeps pairs unique, not each of their values', async () => {
    const collection = await indexed({ unique: true });
    expect(await codeOf(collection.insertOne({ a: [{ x: 0, y: 9 }] }))).toBe(11000);
    expect(
      await codeOf(
        collection.insertOne({
          a: [
            { x: 0, y: 5 },
            { x: 0, y: 5 },
          ],
        }),
      ),
    ).toBeUndefined();
  });

  it('refuses fields that run through two arrays', async () => {
    const collection = await indexed();
    expect(await codeOf(collection.insertOne({ a: { x: [1], y: [2] } }))).toBe(171);
  });
});

/** https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/#arrays */
describe('an empty array', () => {
  const lists = () => [
    { _id: 1, a: null },
    { _id: 2, a: [] },
    { _id: 3 },
    { _id: 4, a: 5 },
    { _id: 5, a: [7, 3] },
    { _id: 6, a: [] },
  ];
  const order = async (collection: Rows, direction: 1 | -1) =>
    (await collection.find().sort({ a: direction, _id: 1 }).toArray()).map(({ _id }) => _id);

  it.each(['no index', 'an index'])('sorts before null, with %s', async (which) => {
    const collection = await server.collection(lists());
    if (which === 'an index') await collection.createIndex({ a: 1, _id: 1 });
    expect(await order(collection, 1)).toEqual([2, 6, 1, 3, 5, 4]);
    expect(await order(collection, -1)).toEqual([5, 4, 1, 3, 2, 6]);
  });

  it('is something else than null to unique and sparse indexes', async () => {
    const unique = await server.collection([{ a: null }, { a: [] }]);
    await unique.createIndex({ a: 1 }, { unique: true });
    expect(await codeOf(unique.insertOne({ a: [] }))).toBe(11000);
    const sparse = await server.collection(lists());
    await sparse.createIndex({ a: 1 }, { sparse: true });
    expect(await sparse.find().hint('a_1').sort({ _id: 1 }).toArray()).toHaveLength(5);
    expect((await sparse.find({ a: null }).sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual([1, 3]);
  });

  it('keeps its place in an index of a folder of an earlier format', async () => {
    const dataDir = temporaryFolder();
    const first = await startServer(dataDir);
    await first.main.collection<Row>('c').createIndex({ a: 1 });
    await first.kill();
    const root = open({ path: `${dataDir}/database.mdb`, noSubdir: true, maxDbs: 8, encoding: 'binary' });
    const meta = root.openDB<Buffer, string>({ name: 'meta', encoding: 'binary' });
    const { indexes, ...rest } = decode(meta.get('c:test.c')!) as { indexes: Document[] };
    await meta.put(
      'c:test.c',
      encode({ ...rest, indexes: indexes.map((spec) => ({ ...spec, emptyArrays: false })) }),
    );
    await root.close();
    const again = await startServer(dataDir);
    const collection = again.main.collection<Row>('c');
    await collection.insertMany(lists());
    await collection.updateOne({ _id: 2 }, { $push: { a: 1 } } as never);
    await collection.updateOne({ _id: 4 }, { $set: { a: [] } });
    await collection.deleteOne({ _id: 6 });
    expect(await collection.find().sort({ a: 1 }).toArray()).toHaveLength(5);
    expect(await again.main.command({ validate: 'c' })).toMatchObject({
      valid: true,
      keysPerIndex: { a_1: 6 },
    });
    await again.stop();
  });
});

describe('counts', () => {
  it('stay right through inserts, updates, deletes and restarts of the count', async () => {
    const collection = await server.collection(rows(9000));
    await collection.createIndex({ status: 1, n: 1 });
    await collection.deleteMany({ n: { $gte: 100, $lt: 4000 } });
    await collection.updateMany({ n: { $gte: 8000 } }, { $set: { status: 'new' } });
    const expected = rows(9000)
      .filter(({ n }) => n < 100 || n >= 4000)
      .map((row) => (row.n >= 8000 ? { ...row, status: 'new' } : row));
    expect(await collection.countDocuments()).toBe(expected.length);
    for (const status of ['new', 'paid', 'done']) {
      expect(await collection.countDocuments({ status })).toBe(
        expected.filter((row) => row.status === status).length,
      );
      expect(await collection.countDocuments({ status, n: { $gt: 50, $lte: 8500 } })).toBe(
        expected.filter((row) => row.status === status && row.n > 50 && row.n <= 8500).length,
      );
    }
    for (const skip of [0, 1, 2047, 3000, 5000]) {
      const ids = expected.map(({ _id }) => _id).sort((a, b) => a - b);
      expect(
        (await collection.find().sort({ _id: 1 }).skip(skip).limit(2).toArray()).map(({ _id }) =>
          Number(_id),
        ),
      ).toEqual(ids.slice(skip, skip + 2));
      expect(
        (await collection.find().sort({ _id: -1 }).skip(skip).limit(2).toArray()).map(({ _id }) =>
          Number(_id),
        ),
      ).toEqual(ids.reverse().slice(skip, skip + 2));
    }
    expect(await server.client.db('test').command({ validate: collection.collectionName })).toMatchObject({
      valid: true,
    });
  });
});

it('createIndexes tells each of several commands that ask for one index at once of its failure', async () => {
  const collection = await server.collection();
  const pad = 'x'.repeat(200);
  await collection.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ _id: n, key: n % 10_000, pad })));
  const make = () => codeOf(collection.createIndex({ key: 1 }, { unique: true }));
  expect(await Promise.all([make(), make(), make()])).toEqual([11000, 11000, 11000]);
  expect((await collection.indexes()).map(({ name }) => name)).toEqual(['_id_']);
});
