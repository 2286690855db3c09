import { calculateObjectSize } from 'bson';
import { Long, type Document } from 'mongodb';
import { codeOf, startServer, type TestServer, type Row } from '../testing/server.js';

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());

describe('what the embedded database does not offer it refuses', () => {
  it.each<[Document, number]>([
    [{ fooBar: 1 }, 59],
    [{ create: 'x', capped: true, size: 1000 }, 115],
    [{ create: 'x', viewOn: 'c', pipeline: [] }, 115],
    [{ create: 'x', timeseries: { timeField: 't' } }, 115],
    [{ create: 'x', validator: { a: 1 } }, 115],
    [{ collMod: 'c', validator: { a: 1 } }, 59],
    [{ renameCollection: 'test.c', to: 'test.d' }, 13],
    [{ bulkWrite: 1, ops: [], nsInfo: [] }, 13],
    [{ find: 'c', collation: { locale: 'de' } }, 115],
    [{ update: 'c', updates: [{ q: {}, u: { $set: { a: 1 } }, collation: { locale: 'de' } }] }, 115],
    [{ find: 'c', tailable: true }, 115],
    [{ find: 'c', readConcern: { level: 'snapshot' } }, 115],
    [{ find: 'c', filter: { $where: 'true' } }, 2],
    [{ find: 'c', filter: { $text: { $search: 'x' } } }, 2],
    [{ find: 'c', filter: { a: { $near: [0, 0] } } }, 2],
    [{ aggregate: 'c', pipeline: [{ $changeStream: {} }], cursor: {} }, 40573],
    [{ aggregate: 'c', pipeline: [{ $search: {} }], cursor: {} }, 40324],
    [{ aggregate: 'c', pipeline: [{ $out: 'd' }], cursor: {}, readConcern: { level: 'linearizable' } }, 72],
    ...['a$b', 'system.users', '.a', 'a.', 'x'.repeat(255), 'é'.repeat(128)].flatMap(
      (name): [Document, number][] => [
        [{ insert: name, documents: [{}] }, 73],
        [{ update: name, updates: [{ q: {}, u: { a: 1 }, upsert: true }] }, 73],
        [{ delete: name, deletes: [{ q: {}, limit: 0 }] }, 73],
        [{ findAndModify: name, query: {}, update: { a: 1 } }, 73],
        [{ create: name }, 73],
        [{ createIndexes: name, indexes: [{ key: { a: 1 }, name: 'a' }] }, 73],
        [{ aggregate: 'c', pipeline: [{ $out: name }], cursor: {} }, 73],
      ],
    ),
    ...['a$b', '.a'].flatMap((name): [Document, number][] => [
      [{ find: name }, 73],
      [{ count: name }, 73],
      [{ aggregate: name, pipeline: [], cursor: {} }, 73],
    ]),
    [{ insert: 'c', documents: [] }, 16],
    [{ insert: 'c', documents: [5] }, 14],
    [{ insert: 'c', documents: {} }, 14],
    [{ update: 'c', updates: ['x'] }, 14],
    [{ find: '' }, 73],
    [{ explain: { ping: 1 } }, 59],
    [{ find: 'c', random: true }, 40415],
    [{ count: 'c', random: true }, 40415],
    [{ distinct: 'c', key: 'a', random: true }, 40415],
    [{ aggregate: 'c', pipeline: [], cursor: {}, random: true }, 40415],
    [{ insert: 'c', documents: [{}], random: true }, 40415],
    [{ update: 'c', updates: [{ q: {}, u: { a: 1 }, random: true }] }, 40415],
    [{ delete: 'c', deletes: [{ q: {}, limit: 1, random: true }] }, 40415],
    [{ findAndModify: 'c', update: { a: 1 }, random: true }, 40415],
    [{ createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a' }], random: true }, 40415],
    [{ createIndexes: 'c', indexes: 1 }, 14],
    [{ find: 'c', filter: 5 }, 14],
    [{ find: 'c', sort: 5 }, 14],
    [{ find: 'c', projection: 5 }, 14],
    [{ find: 'c', limit: 'x' }, 14],
    [{ find: 'c', sort: { a: 'x' } }, 15974],
    [{ find: 'c', sort: { a: 2 } }, 15975],
    [{ find: 'c', sort: { '': 1 } }, 40352],
    [{ find: 'c', sort: { 'a.': 1 } }, 40353],
    [{ find: 'c', sort: { $a: 1 } }, 16410],
    [{ find: 'c', sort: { $natural: 1, a: 1 } }, 2],
    [{ find: 'c', hint: 5 }, 9],
    [{ count: 'c', hint: 5 }, 9],
    [{ explain: { find: 'c', hint: 5 } }, 9],
    [{ find: 'c', hint: { $natural: 1, a: 1 } }, 2],
    [{ find: 'c', hint: { $natural: 5 } }, 2],
    [{ create: 'x', random: true }, 40415],
    [{ create: 'x', size: 256 }, 72],
    [{ create: 'x', idIndex: { key: { a: 1 }, name: 'a' } }, 2],
    [
      { findAndModify: 'c', query: { $expr: { $eq: ['$a', 1] } }, update: { $set: { a: 1 } }, upsert: true },
      224,
    ],
    [{ count: 'c', query: 'x' }, 14],
    [{ distinct: 'c' }, 40414],
    [{ findAndModify: 'c', query: {}, remove: true, new: true }, 9],
  ])('%j with code %d', async (command, code) => {
    const database = server.client.db('test');
    if ('insert' in command && code === 73) {
      const reply = await database.command(command).catch((error: unknown) => error as Document);
      expect(reply.code ?? (reply.writeErrors as Document[])[0]!.code).toBe(code);
      return;
    }
    expect(await codeOf(database.command(command))).toBe(code);
  });

  it.each<[Document, number]>([
    [{ q: {} }, 40414],
    [{ q: {}, limit: 2 }, 9],
    [{ limit: 1 }, 40414],
  ])('a delete of %j with code %d, and deletes nothing', async (statement, code) => {
    const collection = await server.collection([{ a: 1 }]);
    const command = { delete: collection.collectionName, deletes: [statement] };
    expect(await codeOf(server.client.db('test').command(command))).toBe(code);
    expect(await collection.countDocuments()).toBe(1);
  });

  /** Types by https://www.mongodb.com/docs/manual/reference/command/find/ and the pages of the other commands. */
  it.each<[Document, number]>([
    [{ find: 'c', singleBatch: 'false' }, 14],
    [{ find: 'c', maxTimeMS: '5' }, 14],
    [{ find: 'c', maxTimeMS: -1 }, 51024],
    [{ find: 'c', collation: 'simple' }, 14],
    [{ find: 'c', readConcern: 'local' }, 14],
    [{ find: 'c', readConcern: { level: 5 } }, 14],
    [{ find: 'c', readConcern: { afterClusterTime: 5 } }, 14],
    [{ find: 'c', let: 5 }, 14],
    [{ getMore: 5, collection: 'c' }, 14],
    [{ getMore: Long.ONE, collection: 5 }, 14],
    [{ killCursors: 'c', cursors: ['x'] }, 14],
    [{ explain: { find: 'c' }, verbosity: 'all' }, 9],
    [{ explain: { find: 'c', filter: 5 } }, 14],
    [{ insert: 'c', documents: [{}], ordered: 1 }, 14],
    [{ insert: 'c', documents: [{}], writeConcern: 5 }, 14],
    [{ insert: 'c', documents: [{}], writeConcern: { j: 'yes' } }, 14],
    [{ insert: 'c', documents: [{}], writeConcern: { w: 51 } }, 9],
    [{ insert: 'c', documents: [{}], writeConcern: { w: [1] } }, 9],
    [{ insert: 'c' }, 40414],
    [{ delete: 'c', deletes: [{ q: {}, limit: '0' }] }, 14],
    [{ findAndModify: 'c', update: { a: 1 }, upsert: 'false' }, 14],
    [{ aggregate: true, pipeline: [], cursor: {} }, 9],
    [{ aggregate: 'c', pipeline: [], cursor: { batchSize: '5' } }, 14],
    [{ aggregate: 'c', pipeline: [{ $limit: '1' }], cursor: {} }, 5107201],
    [{ aggregate: 'c', pipeline: [{ $skip: '1' }], cursor: {} }, 5107200],
    [{ aggregate: 'c', pipeline: [{ $indexStats: 5 }], cursor: {} }, 28803],
    [{ aggregate: 'c', pipeline: [{ $match: {} }, { $indexStats: {} }], cursor: {} }, 40602],
    [{ aggregate: 'c', pipeline: [{ $collStats: 5 }], cursor: {} }, 5447000],
    [{ aggregate: 'c', pipeline: [{ $collStats: { count: 5 } }], cursor: {} }, 14],
    [{ aggregate: 'c', pipeline: [{ $collStats: { count: {} } }], cursor: {} }, 26],
    [{ aggregate: 'c', pipeline: [{ $collStats: { latencyStats: {} } }], cursor: {} }, 115],
    [{ aggregate: 'c', pipeline: [{ $collStats: { storageStats: { scale: 0 } } }], cursor: {} }, 51024],
    [{ aggregate: 1, pipeline: [{ $collStats: {} }], cursor: {} }, 73],
    [{ listCollections: 1, filter: 5 }, 14],
    [{ listCollections: 1, nameOnly: 'x' }, 14],
    [{ listIndexes: 'c', cursor: 5 }, 14],
    [{ collStats: 'c', scale: '1' }, 14],
    [{ collStats: 'c', scale: 0 }, 51024],
    [{ create: 'x', autoIndexId: false }, 2],
  ])('%j, whose types are others, with code %d', async (command, code) => {
    expect(await codeOf(server.database().command(command))).toBe(code);
  });

  /** https://www.mongodb.com/docs/manual/reference/stable-api/ */
  it.each<[Document, number]>([
    [{ ping: 1, apiVersion: '2' }, 322],
    [{ ping: 1, apiStrict: true }, 4886600],
    [{ distinct: 'c', key: 'a', apiVersion: '1', apiStrict: true }, 323],
    [{ find: 'c', noCursorTimeout: true, apiVersion: '1', apiStrict: true }, 323],
    [
      {
        aggregate: 1,
        pipeline: [{ $listLocalSessions: {} }],
        cursor: {},
        apiVersion: '1',
        apiStrict: true,
      },
      323,
    ],
  ])('%j, which the stable API does not hold, with code %d', async (command, code) => {
    expect(await codeOf(server.main.command(command))).toBe(code);
    const loose = { ...command, apiVersion: '1', apiStrict: false };
    expect(await server.main.command(loose)).toMatchObject({ ok: 1 });
  });

  it('no field that is null: it is as if it was not there', async () => {
    const { collectionName } = await server.collection([{ a: 1 }, { a: 2 }]);
    const nothing = { filter: null, sort: null, limit: null, singleBatch: null, maxTimeMS: null, let: null };
    const { cursor } = (await server.main.command({ find: collectionName, ...nothing })) as {
      cursor: { firstBatch: Document[] };
    };
    expect(cursor.firstBatch).toHaveLength(2);
  });

  it('a change stream, as the driver asks for one', async () => {
    const stream = server.client.db('test').collection<Row>('c').watch();
    expect(await codeOf(stream.next())).toBe(40573);
    await stream.close();
  });
});

describe('what programs ask a server', () => {
  it('is answered', async () => {
    const collection = await server.collection([{ a: 1 }, { a: 2 }]);
    const database = server.client.db('test');
    expect(await database.command({ buildInfo: 1 })).toMatchObject({ version: '8.0.0' });
    expect(await database.command({ collStats: collection.collectionName })).toMatchObject({
      count: 2,
      nindexes: 1,
    });
    const { size } = await database.command({ collStats: collection.collectionName });
    expect(await database.command({ collStats: collection.collectionName, scale: 10 })).toMatchObject({
      size: Math.trunc(Number(size) / 10),
      scaleFactor: 10,
    });
    expect((await database.stats()).collections).toBeGreaterThan(0);
    for (const options of [{}, { full: true, scandata: false, background: false }])
      expect(await database.command({ validate: collection.collectionName, ...options })).toMatchObject({
        valid: true,
      });
    expect(await database.command({ connectionStatus: 1 })).toMatchObject({ ok: 1 });
    expect(await server.client.db('admin').command({ serverStatus: 1 })).toMatchObject({
      process: 'embedded',
    });
    expect(
      await server.client.db('admin').command({ getParameter: 1, featureCompatibilityVersion: 1 }),
    ).toMatchObject({ featureCompatibilityVersion: { version: '8.0' } });
    // Test suites of drivers read all parameters first.
    expect(await server.client.db('admin').command({ getParameter: '*' })).toMatchObject({
      enableTestCommands: false,
      featureCompatibilityVersion: { version: '8.0' },
    });
    expect(
      (await server.client.db('admin').admin().listDatabases()).databases.map(({ name }) => name),
    ).toContain('test');
  });

  it('tells how large collections, their indexes and databases are', async () => {
    const database = server.database();
    const collection = database.collection<Row>('sizes');
    await collection.insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: n, text: 'x'.repeat(100) })));
    await collection.createIndex({ text: 1 });
    const bytes = calculateObjectSize({ _id: 1, text: 'x'.repeat(100) });
    const stats = await database.command({ collStats: 'sizes' });
    expect(stats).toMatchObject({ count: 500, size: 500 * bytes, avgObjSize: bytes, nindexes: 2 });
    const indexSize = (stats.indexSizes as Record<string, number>).text_1!;
    expect(indexSize).toBeGreaterThan(500 * 100);
    expect(stats.totalSize).toBe(500 * bytes + indexSize);
    const options = { count: {}, storageStats: { scale: 10 } };
    const [stage] = await collection.aggregate([{ $collStats: options }]).toArray();
    expect(stage).toMatchObject({
      ns: collection.namespace,
      count: 500,
      storageStats: { size: 50 * bytes, totalIndexSize: Math.trunc(indexSize / 10), scaleFactor: 10 },
    });
    expect(await database.stats()).toMatchObject({ dataSize: 500 * bytes, indexSize, objects: 500 });
    const { databases, totalSize } = await server.client.db('admin').admin().listDatabases();
    expect(databases).toContainEqual({
      name: database.databaseName,
      sizeOnDisk: stats.totalSize as number,
      empty: false,
    });
    expect(totalSize).toBe(databases.reduce((sum, { sizeOnDisk }) => sum + sizeOnDisk!, 0));
  });

  it('about collections is answered, which can be made and dropped', async () => {
    const database = server.database();
    await database.createCollection('one');
    expect(await database.command({ create: 'one' })).toMatchObject({ ok: 1 });
    await database.collection<Row>('two').insertOne({});
    expect((await database.listCollections({ name: 'two' }).toArray()).map(({ name }) => name)).toEqual([
      'two',
    ]);
    expect((await database.collections()).map(({ collectionName }) => collectionName).sort()).toEqual([
      'one',
      'two',
    ]);
    await database.collection<Row>('one').drop();
    await database.collection<Row>('one').insertOne({ fresh: true });
    expect(await database.collection<Row>('one').countDocuments()).toBe(1);
    await database.dropDatabase();
    expect(await database.listCollections().toArray()).toEqual([]);
  });
});

it('lets short commands pass while a long one runs', async () => {
  const collection = await server.collection(Array.from({ length: 30_000 }, (_, n) => ({ n, text: `${n}` })));
  let finished = false;
  const long = collection
    .aggregate([
      { $addFields: { half: { $divide: ['$n', 2] } } },
      { $group: { _id: '$text', s: { $sum: '$half' } } },
      { $count: 'n' },
    ])
    .toArray()
    .then(() => (finished = true));
  let pings = 0;
  while (!finished) {
    await server.client.db('test').command({ ping: 1 });
    pings++;
  }
  await long;
  expect(pings).toBeGreaterThan(3);
});

it('ends what takes longer than it may', async () => {
  const collection = await server.collection(Array.from({ length: 20_000 }, (_, n) => ({ n })));
  const slow = {
    $expr: {
      $gt: [
        { $reduce: { input: { $range: [0, 50] }, initialValue: 0, in: { $add: ['$$value', '$n'] } } },
        -1,
      ],
    },
  };
  expect(await codeOf(collection.find(slow, { maxTimeMS: 1 }).sort({ n: 1 }).toArray())).toBe(50);
});
