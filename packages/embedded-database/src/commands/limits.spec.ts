import { codeOf, startEither, type Rows, type TestServer } from '../testing/server.js';

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

  it('is refused from an update inside a transaction, which changes nothing', async () => {
    const collection = await server.collection([{ _id: 1, a: text(9) }]);
    await server.client.withSession(async (session) => {
      session.startTransaction();
      const update = collection.updateOne({}, [{ $set: { b: '$a' } }], { session });
      expect([10334, 17419]).toContain(await codeOf(update));
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
    [
      '$graphLookup',
      [
        {
          $graphLookup: {
            from: 'rows',
            startWith: '$n',
            connectFromField: 'next',
            connectToField: 'unindexed',
            restrictSearchWithMatch: { $expr: { $lt: ['$n', -1] } },
            as: 'a',
          },
        },
      ],
    ],
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

describe('no ping of another client takes half of the time of', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ _id: n, n, next: n + 1 }));
  let collection: Rows;
  beforeAll(async () => {
    collection = await server.collection(rows);
    await collection.createIndex({ n: 1 });
  });

  it.each<[string, (name: string) => object]>([
    [
      '$bucket',
      () => ({
        $bucket: { groupBy: '$n', boundaries: rows.slice(0, 5000).map(({ n }) => n * 2), default: -1 },
      }),
    ],
    [
      '$setWindowFields',
      () => ({
        $setWindowFields: {
          sortBy: { n: 1 },
          output: { sum: { $sum: '$n', window: { documents: [-5, 5] } }, rank: { $rank: {} } },
        },
      }),
    ],
    ['$densify', () => ({ $densify: { field: 'n', range: { step: 0.2, bounds: 'full' } } })],
    [
      '$graphLookup',
      (from) => ({
        $graphLookup: {
          from,
          startWith: 0,
          connectFromField: 'next',
          connectToField: 'n',
          as: 'all',
          maxDepth: 3000,
        },
      }),
    ],
  ])('%s', async (name, stage) => {
    const { collectionName } = collection;
    const before = name === '$graphLookup' ? [{ $match: { _id: 0 } }] : [{ $project: { n: 1, next: 1 } }];
    const pipeline = [...before, stage(collectionName), { $count: 'n' }];
    const shareOfLongestPing = async () => {
      const started = performance.now();
      let isOver = false;
      const running = collection
        .aggregate(pipeline)
        .toArray()
        .finally(() => (isOver = true));
      let longest = 0;
      while (!isOver) {
        const sent = performance.now();
        await server.main.command({ ping: 1 });
        longest = Math.max(longest, performance.now() - sent);
      }
      await running;
      return longest / (performance.now() - started);
    };
    // What the command itself holds up, it holds up each time; a busy machine does now and then.
    const shares = [await shareOfLongestPing(), await shareOfLongestPing(), await shareOfLongestPing()];
    expect(Math.min(...shares)).toBeLessThan(0.5);
  });
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
}, 60_000);
