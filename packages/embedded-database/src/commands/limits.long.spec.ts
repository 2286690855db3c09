import net from 'node:net';
import { shareOfLongestPing } from '../testing/pings.js';
import { codeOf, startEither, type Rows, type TestServer } from '../testing/server.js';
import { message } from '../testing/wire.js';

let server: TestServer;
beforeAll(async () => (server = await startEither()));
afterAll(() => server.stop());

const text = (megabytes: number, letter = 'x') => letter.repeat(megabytes * 2 ** 20);

describe('a document that is larger than 16 MB', () => {
  it('is refused as a result of find, and the connection goes on', async () => {
    const collection = await server.collection([{ _id: 1, a: text(9) }]);
    const projection = { b: ['$a', '$a'] };
    expect(await codeOf(collection.findOne({}, { projection }))).toBe(10334);
    expect(await collection.countDocuments()).toBe(1);
  });

  it('is refused as a result of aggregate', async () => {
    const collection = await server.collection([{ _id: 1, a: text(9) }]);
    expect(await codeOf(collection.aggregate([{ $project: { b: ['$a', '$a', '$a'] } }]).toArray())).toBe(
      10334,
    );
  });

  it('is refused as a result of an update or an upsert, which change nothing', async () => {
    const collection = await server.collection([{ _id: 1, a: text(9) }]);
    const double = [{ $set: { b: '$a' } }];
    expect(await codeOf(collection.updateOne({ _id: 1 }, double))).toBe(17419);
    expect(await codeOf(collection.updateMany({}, double))).toBe(17419);
    expect(await codeOf(collection.findOneAndUpdate({ _id: 1 }, double))).toBe(17419);
    const half = text(5);
    const more = { $set: { b: half, c: text(6) } };
    expect(await codeOf(collection.updateOne({ _id: 2, a: half }, more, { upsert: true }))).toBe(17420);
    expect(await collection.countDocuments()).toBe(1);
    expect(await collection.countDocuments({ b: { $exists: true } })).toBe(0);
  });

  it('is refused from an update inside a transaction, which changes nothing', async () => {
    const collection = await server.collection([{ _id: 1, a: text(9) }]);
    await server.client.withSession(async (session) => {
      session.startTransaction();
      const update = collection.updateOne({}, [{ $set: { b: '$a' } }], { session });
      expect(await codeOf(update)).toBe(17419);
      await session.abortTransaction();
    });
    expect(await collection.countDocuments({ b: { $exists: true } })).toBe(0);
  });
});

it('distinct values of more than 16 MB are refused, and the connection goes on', async () => {
  const collection = await server.collection();
  for (let n = 0; n < 3; n++) await collection.insertOne({ _id: n, a: text(6, String(n)) });
  expect(await codeOf(collection.distinct('a'))).toBe(17217);
  expect(await collection.distinct('_id')).toEqual([0, 1, 2]);
});

describe('maxTimeMS ends', () => {
  /** Enough work for minutes. */
  const rows = Array.from({ length: 3000 }, (_, n) => ({ _id: n, n }));
  const endless = {
    $lookup: { from: 'rows', pipeline: [{ $match: { $expr: { $lt: ['$n', -1] } } }], as: 'a' },
  };

  it.each([
    ['$lookup', [endless]],
    ['$facet', [{ $facet: { a: [endless] } }]],
    ['$lookup of an inner $lookup', [{ $lookup: { from: 'rows', pipeline: [endless], as: 'b' } }]],
  ])('%s', async (_name, pipeline) => {
    const database = server.database();
    const collection = database.collection<(typeof rows)[0]>('rows');
    await collection.insertMany(rows);
    const started = Date.now();
    expect(await codeOf(collection.aggregate(pipeline, { maxTimeMS: 100 }).toArray())).toBe(50);
    expect(Date.now() - started).toBeLessThan(5000);
    await database.dropDatabase();
  });

  it('createIndexes, which leaves no index', async () => {
    const collection = await server.collection();
    const pad = 'x'.repeat(100);
    for (let n = 0; n < 3; n++)
      await collection.insertMany(
        Array.from({ length: 10_000 }, (_, at) => ({ a: at, b: pad, c: pad, d: n })),
      );
    expect(await codeOf(collection.createIndex({ a: 1, b: 1, c: 1, d: 1 }, { maxTimeMS: 1 }))).toBe(50);
    expect(await collection.indexes()).toHaveLength(1);
  });
});

describe('no ping of another client takes half of the time of a search by $in of 100,000 values', () => {
  const list = Array.from({ length: 100_000 }, (_, n) => n * 3);
  const texts = list.map((n) => `text ${n}`);
  let collection: Rows;
  beforeAll(async () => {
    collection = await server.collection(list.slice(0, 100).map((n) => ({ _id: n, n, text: `text ${n}` })));
    await collection.createIndex({ n: -1 });
    await collection.createIndex({ text: 1 });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['find', () => collection.find({ _id: { $in: list } }).toArray()],
    ['find by a descending index', () => collection.find({ n: { $in: list }, _id: { $gte: 0 } }).toArray()],
    ['find of texts', () => collection.find({ text: { $in: texts } }).toArray()],
    ['count', () => collection.countDocuments({ n: { $in: list } })],
    ['update', () => collection.updateMany({ n: { $in: list } }, { $set: { a: 1 } })],
  ])('in %s', async (_name, run) => {
    expect(await shareOfLongestPing(server.main, run)).toBeLessThan(0.5);
  });
});

describe('a regular expression that backtracks for long', () => {
  /** A match of 2 to the power of 40 steps. */
  const [pattern, text] = ['^(a+)+$', `${'a'.repeat(40)}!`];
  /** A match of about a millisecond, in each of many documents. */
  const [slower, longer] = ['(a+)+b', 'a'.repeat(16)];

  it.each<[string, (rows: Rows) => Promise<unknown>]>([
    ['find', (rows) => rows.find({ text: { $regex: pattern } }).toArray()],
    ['find of elements', (rows) => rows.find({ texts: { $regex: pattern } }).toArray()],
    ['updateOne', (rows) => rows.updateOne({ text: { $regex: pattern } }, { $set: { a: 1 } })],
    ['deleteMany', (rows) => rows.deleteMany({ text: { $regex: pattern } })],
    ...['$regexMatch', '$regexFind', '$regexFindAll'].map(
      (name): [string, (rows: Rows) => Promise<unknown>] => [
        name,
        (rows) =>
          rows.aggregate([{ $project: { a: { [name]: { input: '$text', regex: pattern } } } }]).toArray(),
      ],
    ),
  ])('is ended in %s', async (_name, run) => {
    const collection = await server.collection([{ text, texts: [text] }]);
    const started = Date.now();
    expect(await codeOf(run(collection))).toBe(51156);
    expect(Date.now() - started).toBeLessThan(5000);
    expect(await collection.countDocuments({ a: { $exists: false } })).toBe(1);
  });

  it('is ended by maxTimeMS', async () => {
    const collection = await server.collection(Array.from({ length: 1000 }, () => ({ text: longer })));
    const started = Date.now();
    const found = collection.find({ text: { $regex: slower } }, { maxTimeMS: 50 }).toArray();
    expect(await codeOf(found)).toBe(50);
    expect(Date.now() - started).toBeLessThan(2000);
  });

  it.each<[string, (rows: Rows) => Promise<unknown>]>([
    ['find', (rows) => rows.find({ text: { $regex: slower } }).toArray()],
    ['updateMany', (rows) => rows.updateMany({ text: { $regex: slower } }, { $set: { a: 1 } })],
    ['updateOne', (rows) => rows.updateOne({ text: { $regex: slower } }, { $set: { a: 1 } })],
    [
      '$match behind a $sort',
      (rows) =>
        rows
          .aggregate([{ $sort: { text: 1 } }, { $set: { a: 1 } }, { $match: { text: { $regex: slower } } }])
          .toArray(),
    ],
  ])('lets others be answered between the documents of %s', async (_name, run) => {
    const collection = await server.collection(Array.from({ length: 300 }, () => ({ text: longer })));
    expect(await shareOfLongestPing(server.main, () => run(collection))).toBeLessThan(0.5);
  });

  it('may be tried on long texts as long as it does not', async () => {
    const collection = await server.collection([{ text: 'a b '.repeat(10_000) }]);
    expect(await collection.countDocuments({ text: { $regex: '^(?:\\w \\w )+$' } })).toBe(1);
    expect(await collection.countDocuments({ text: { $regex: '^(?:\\w )+$' } })).toBe(1);
    expect(await collection.countDocuments({ text: { $regex: '1.*2' } })).toBe(0);
  });
});

it('a long array that is unwound into groups lets others be answered, and maxTimeMS ends it', async () => {
  const collection = await server.collection([{ _id: 1 }]);
  const grouped = [{ $unwind: '$r' }, { $group: { _id: '$r' } }, { $count: 'n' }];
  const run = (options = {}) =>
    collection.aggregate([{ $project: { r: { $range: [0, 500_000] } } }, ...grouped], options).toArray();
  expect(await shareOfLongestPing(server.main, run)).toBeLessThan(0.5);
  const started = performance.now();
  expect(await run()).toEqual([{ n: 500_000 }]);
  const whole = performance.now() - started;
  expect(await codeOf(run({ maxTimeMS: 1 }))).toBe(50);
  expect(performance.now() - started - whole).toBeLessThan(whole / 2);
});

describe('an expression that goes on for hours in one document', () => {
  const endless = {
    $reduce: {
      input: { $range: [0, 6_000_000] },
      initialValue: 0,
      in: {
        $size: {
          $map: { input: { $range: [0, 1_000_000] }, in: { $filter: { input: [1], cond: '$$this' } } },
        },
      },
    },
  };

  it.each<[string, (rows: Rows, maxTimeMS: number) => Promise<unknown>]>([
    ['find', (rows, maxTimeMS) => rows.find({ $expr: endless }, { maxTimeMS }).toArray()],
    [
      'a projection',
      (rows, maxTimeMS) => rows.findOne({ _id: 1 }, { projection: { a: endless }, maxTimeMS }),
    ],
    ['an update', (rows, maxTimeMS) => rows.updateOne({}, [{ $set: { a: endless } }], { maxTimeMS })],
    ['a group', (rows, maxTimeMS) => rows.aggregate([{ $group: { _id: endless } }], { maxTimeMS }).toArray()],
    ['a variable', (rows, maxTimeMS) => rows.find({}, { let: { a: endless }, maxTimeMS }).toArray()],
  ])('is ended by maxTimeMS in %s', async (_name, run) => {
    const collection = await server.collection([{ _id: 1 }]);
    const started = Date.now();
    expect(await codeOf(run(collection, 100))).toBe(50);
    expect(Date.now() - started).toBeLessThan(4000);
  });

  it.each<[string, (rows: Rows) => Promise<unknown>]>([
    ['a filter', (rows) => rows.find({ $expr: endless }).toArray()],
    ['a projection', (rows) => rows.findOne({}, { projection: { a: endless } })],
  ])(
    'is ended without it too in %s',
    async (_name, run) => {
      const collection = await server.collection([{ _id: 1 }]);
      expect(await codeOf(run(collection))).toBe(50);
    },
    30_000,
  );
});

it('batches are smaller while clients leave theirs unread, and nothing is missing', async () => {
  const collection = await server.collection(Array.from({ length: 15 }, (_, _id) => ({ _id, a: text(1) })));
  const find = { find: collection.collectionName, sort: { _id: 1 } };
  const firstBatch = async () => {
    const { cursor } = await server.main.command(find);
    return (cursor as { firstBatch: object[] }).firstBatch.length;
  };
  expect(await firstBatch()).toBe(15);
  const { hostname, port } = new URL(server.uri);
  const readers = Array.from({ length: 8 }, () => net.connect(Number(port), hostname));
  for (const reader of readers) reader.write(message(find));
  while ((await firstBatch()) > 1);
  expect((await collection.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual(
    Array.from({ length: 15 }, (_, _id) => _id),
  );
  expect(await collection.find().limit(-15).toArray()).toHaveLength(15);
  for (const reader of readers) reader.destroy();
  while ((await firstBatch()) < 15);
});

it('a sort of more than 100 MB that no index serves is refused, one with a limit is not', async () => {
  const collection = await server.collection();
  for (let n = 0; n < 11; n++)
    await collection.insertMany(Array.from({ length: 10 }, (_, at) => ({ n: n * 10 + at, pad: text(1) })));
  const sorted = collection.find().sort({ n: -1 });
  expect(await codeOf(sorted.clone().allowDiskUse(false).toArray())).toBe(292);
  expect((await sorted.clone().limit(2).project({ n: 1 }).toArray()).map(({ n }) => n as number)).toEqual([
    109, 108,
  ]);
});
