import type { Document } from 'mongodb';
import { codeOf, startEither, type TestServer } from '../testing/server.js';

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/ */
let server: TestServer;
beforeAll(async () => (server = await startEither()));
afterAll(() => server.stop());

const orders = () => [
  { _id: 1, item: 'a', qty: 5, at: new Date('2026-01-05'), tags: ['x', 'y'], by: 'u1' },
  { _id: 2, item: 'b', qty: 2, at: new Date('2026-01-20'), tags: ['y'], by: 'u2' },
  { _id: 3, item: 'a', qty: 1, at: new Date('2026-02-01'), tags: [], by: 'u1' },
];

describe('a pipeline', () => {
  it.each<[string, Document[], Document[]]>([
    [
      'groups and sorts',
      [{ $group: { _id: '$item', n: { $sum: 1 }, qty: { $sum: '$qty' } } }, { $sort: { _id: 1 } }],
      [
        { _id: 'a', n: 2, qty: 6 },
        { _id: 'b', n: 1, qty: 2 },
      ],
    ],
    [
      'sums nothing where there are no numbers',
      [{ $group: { _id: null, flag: { $sum: true }, date: { $sum: '$at' } } }],
      [{ _id: null, flag: 0, date: 0 }],
    ],
    [
      'counts flags as nothing, of everything',
      [{ $group: { _id: null, n: { $sum: true } } }],
      [{ _id: null, n: 0 }],
    ],
    [
      'groups by an object',
      [
        { $group: { _id: { i: '$item', u: '$by' }, max: { $max: '$qty' }, min: { $min: '$qty' } } },
        { $sort: { max: 1 } },
      ],
      [
        { _id: { i: 'b', u: 'u2' }, max: 2, min: 2 },
        { _id: { i: 'a', u: 'u1' }, max: 5, min: 1 },
      ],
    ],
    [
      'groups with all kinds of accumulators',
      [
        { $sort: { _id: 1 } },
        {
          $group: {
            _id: null,
            first: { $first: '$item' },
            last: { $last: '$_id' },
            all: { $push: '$qty' },
            set: { $addToSet: '$item' },
            avg: { $avg: '$qty' },
            n: { $count: {} },
          },
        },
        { $set: { avg: { $round: ['$avg', 2] } } },
      ],
      [
        {
          _id: null,
          first: 'a',
          last: 3,
          all: [5, 2, 1],
          set: ['a', 'b'],
          avg: 2.67,
          n: 3,
        },
      ],
    ],
    [
      'groups by month',
      [
        { $group: { _id: { $dateTrunc: { date: '$at', unit: 'month' } }, n: { $sum: '$qty' } } },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: new Date('2026-01-01'), n: 7 },
        { _id: new Date('2026-02-01'), n: 1 },
      ],
    ],
    [
      'formats dates',
      [
        { $limit: 1 },
        {
          $project: {
            _id: 0,
            day: { $dateToString: { date: '$at', format: '%Y-%m-%d' } },
            year: { $year: '$at' },
          },
        },
      ],
      [{ day: '2026-01-05', year: 2026 }],
    ],
    [
      'unwinds',
      [{ $unwind: '$tags' }, { $project: { tags: 1 } }],
      [
        { _id: 1, tags: 'x' },
        { _id: 1, tags: 'y' },
        { _id: 2, tags: 'y' },
      ],
    ],
    [
      'numbers what it unwinds in 64 bits',
      [
        { $unwind: { path: '$tags', includeArrayIndex: 'i' } },
        { $limit: 1 },
        { $project: { _id: 0, type: { $type: '$i' } } },
      ],
      [{ type: 'long' }],
    ],
    [
      'unwinds with places and empties',
      [
        { $match: { _id: { $gt: 1 } } },
        { $unwind: { path: '$tags', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } },
        { $project: { tags: 1, i: 1 } },
      ],
      [
        { _id: 2, tags: 'y', i: 0 },
        { _id: 3, i: null },
      ],
    ],
    [
      'keeps _id first in a projection',
      [{ $match: { _id: 1 } }, { $project: { qty: 1, twice: { $multiply: ['$qty', 2] } } }],
      [{ _id: 1, qty: 5, twice: 10 }],
    ],
    ['counts', [{ $match: { qty: { $gt: 1 } } }, { $count: 'n' }], [{ n: 2 }]],
    ['counts nothing', [{ $match: { qty: 99 } }, { $count: 'n' }], []],
    [
      'sorts by count',
      [{ $sortByCount: '$item' }],
      [
        { _id: 'a', count: 2 },
        { _id: 'b', count: 1 },
      ],
    ],
    [
      'skips and limits',
      [{ $sort: { qty: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { _id: 1 } }],
      [{ _id: 2 }],
    ],
    [
      'limits before it sorts, when told so',
      [{ $limit: 2 }, { $sort: { qty: 1 } }, { $project: { _id: 1 } }],
      [{ _id: 2 }, { _id: 1 }],
    ],
    [
      'replaces the root',
      [{ $match: { _id: 1 } }, { $replaceRoot: { newRoot: { $mergeObjects: [{ z: 0 }, { q: '$qty' }] } } }],
      [{ z: 0, q: 5 }],
    ],
    [
      'unsets and sets',
      [
        { $match: { _id: 1 } },
        { $unset: ['at', 'tags', 'by'] },
        { $set: { 'deep.er': '$qty', item: '$$REMOVE' } },
      ],
      [{ _id: 1, qty: 5, deep: { er: 5 } }],
    ],
    [
      'branches',
      [
        {
          $project: {
            size: {
              $switch: {
                branches: [
                  { case: { $gte: ['$qty', 5] }, then: 'big' },
                  { case: { $gte: ['$qty', 2] }, then: 'mid' },
                ],
                default: 'small',
              },
            },
          },
        },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: 1, size: 'big' },
        { _id: 2, size: 'mid' },
        { _id: 3, size: 'small' },
      ],
    ],
    [
      'works on arrays',
      [
        { $match: { _id: 1 } },
        {
          $project: {
            _id: 0,
            m: { $map: { input: '$tags', as: 't', in: { $concat: ['$$t', '!'] } } },
            f: { $filter: { input: '$tags', cond: { $eq: ['$$this', 'y'] } } },
            r: { $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ['$$value', '$$this'] } } },
            i: { $in: ['x', '$tags'] },
            s: { $setUnion: ['$tags', ['z']] },
          },
        },
      ],
      [{ m: ['x!', 'y!'], f: ['y'], r: 6, i: true, s: ['x', 'y', 'z'] }],
    ],
    [
      'works on texts',
      [
        { $match: { _id: 1 } },
        {
          $project: {
            _id: 0,
            up: { $toUpper: '$item' },
            sub: { $substrCP: ['hello', 1, 3] },
            split: { $split: ['a-b', '-'] },
            trim: { $trim: { input: '  x ' } },
            re: { $regexMatch: { input: 'Hello', regex: '^h', options: 'i' } },
          },
        },
      ],
      [{ up: 'A', sub: 'ell', split: ['a', 'b'], trim: 'x', re: true }],
    ],
    [
      'binds variables',
      [
        { $match: { _id: 1 } },
        { $project: { _id: 0, v: { $let: { vars: { a: '$qty' }, in: { $add: ['$$a', 1] } } } } },
      ],
      [{ v: 6 }],
    ],
    [
      'makes facets',
      [
        { $match: { item: 'a' } },
        {
          $facet: {
            n: [{ $count: 'n' }],
            ids: [{ $sort: { _id: -1 } }, { $project: { _id: 1 } }],
            none: [{ $match: { qty: 99 } }],
          },
        },
      ],
      [{ n: [{ n: 2 }], ids: [{ _id: 3 }, { _id: 1 }], none: [] }],
    ],
  ])('%s', async (_name, pipeline, expected) => {
    const collection = await server.collection(orders());
    expect(await collection.aggregate(pipeline).toArray()).toEqual(expected);
  });

  it.each<[Document[], number]>([
    [[{ $nonsense: 1 }], 40324],
    [[{ $setWindowFields: { output: {} } }], 40324],
    [[{ $densify: { field: 'qty' } }], 40324],
    [[{ $fill: { output: {} } }], 40324],
    [[{ $graphLookup: { from: 'x' } }], 40324],
    [[{ $bucketAuto: { groupBy: '$qty', buckets: 2 } }], 40324],
    [[{ $bucket: { groupBy: '$qty', boundaries: [0, 9] } }], 40324],
    [[{ $redact: '$$KEEP' }], 40324],
    [[{ $sample: { size: 1 } }], 40324],
    [[{ $match: { $sampleRate: 0.5 } }], 2],
    [[{ $match: 1 }], 15959],
    [[{ $limit: 0 }], 15958],
    [[{ $project: {} }], 51272],
    [[{ $lookup: { from: '', localField: 'a', foreignField: 'a', as: 'x' } }], 73],
    [[{ $lookup: { from: 'c', localField: '', foreignField: 'a', as: 'x' } }], 40352],
    [[{ $lookup: { from: 'c', localField: 'a', foreignField: 'a', as: 'x.' } }], 40353],
    [[{ $lookup: { from: 'c', localField: 'a', foreignField: 'a..b', as: 'x' } }], 15998],
    [[{ $unionWith: '' }], 73],
    [[{ $unwind: { path: '$a', includeArrayIndex: 'i.' } }], 40353],
    [[{ $group: { n: { $sum: 1 } } }], 15955],
    [[{ $group: { _id: 1, n: { $nonsense: 1 } } }], 15952],
    [[{ $project: { a: { $nonsense: 1 } } }], 31325],
    [[{ $addFields: { a: { $nonsense: 1 } } }], 168],
    [[{ $out: 'x' }, { $match: {} }], 40601],
    [[{ $out: { coll: 'x' } }], 40414],
    [[{ $out: { db: 'x', coll: 'x', more: 1 } }], 40415],
    [[{ $set: { a: '$a\0b' } }], 16411],
    [[{ $group: { _id: { 'a.b': '$a' } } }], 16412],
    [[{ $facet: { a: [{ $facet: {} }] } }], 40600],
    [[{ $a: 1, $b: 2 }], 40323],
    [[{ $changeStream: {} }], 40573],
    [[{ $geoNear: {} }], 40324],
    [[{ $project: { a: { $divide: [1, 0] } } }], 2],
    [[{ $unwind: 'tags' }], 28818],
    [[{ $lookup: { from: 'x' } }], 9],
    [[{ $project: { a: { $function: { body: 'x', args: [], lang: 'js' } } } }], 2],
    [[{ $match: { nothing: 1 } }, { $project: { a: '$$unknown' } }], 17276],
    [[{ $project: { 'a.b': 1, a: 1 } }], 31250],
    [[{ $addFields: {} }], 40177],
    [[{ $addFields: { a: 1, 'a.b': 1 } }], 40176],
    [[{ $unset: [] }], 31119],
    [[{ $replaceRoot: { newRoot: '$a', more: 1 } }], 40230],
    [[{ $sort: { qty: 'up' } }], 15974],
    [[{ $sort: { qty: 2 } }], 15975],
    [[{ $sort: { 'a.': 1 } }], 40353],
    [[{ $count: 'a.b' }], 40160],
    [[{ $sortByCount: 'item' }], 40148],
    [[{ $unwind: { path: '$tags', more: 1 } }], 28811],
    [[{ $unwind: { path: '$tags', includeArrayIndex: '$i' } }], 28822],
    [[{ $unwind: { path: '$tags', preserveNullAndEmptyArrays: 1 } }], 28809],
    [[{ $group: { _id: 1, n: { $sum: ['$qty', 1] } } }], 40237],
    [[{ $group: { _id: 1, n: { $count: 1 } } }], 14],
    [[{ $group: { _id: 1, 'a.b': { $sum: 1 } } }], 40235],
    [[{ $group: { _id: 1, n: { $top: { output: 1, sortBy: { a: 1 } } } } }], 15952],
    [[{ $group: { _id: 1, n: { $median: { input: 1, method: 'approximate' } } } }], 15952],
    [[{ $match: { $expr: { $firstN: { input: '$tags', n: 1 } } } }], 168],
    [[{ $facet: { a: 1 } }], 40170],
    [[{ $facet: { 'a.b': [] } }], 40173],
    [[{ $documents: [] }], 73],
    [[{ $lookup: { localField: 'by', foreignField: '_id', as: 'x' } }], 9],
    [[{ $lookup: { from: 'x', localField: 'by', foreignField: '_id', as: '$x' } }], 16410],
    [[{ $lookup: { from: 'x', pipeline: [{ $out: 'y' }], as: 'x' } }], 51047],
    [[{ $lookup: { from: 'x', let: { Upper: 1 }, pipeline: [], as: 'x' } }], 9],
    [[{ $unionWith: { coll: 'x', more: 1 } }], 40415],
    [[{ $unionWith: { coll: 'x', pipeline: [{ $merge: 'y' }] } }], 31441],
    [[{ $merge: { into: 'x', more: 1 } }], 40415],
    [[{ $merge: { into: 'x', on: [] } }], 51187],
    [[{ $merge: { into: 'x', let: { a: 1 } } }], 51199],
    [[{ $merge: { into: 'x', whenMatched: [{ $match: {} }] } }], 72],
  ])('%j is refused', async (pipeline, code) => {
    const collection = await server.collection(orders());
    expect(await codeOf(collection.aggregate(pipeline).toArray())).toBe(code);
  });

  it('refuses a wrong sort also where an index has its order, and nothing has to be sorted', async () => {
    const collection = await server.collection(orders());
    expect(await codeOf(collection.aggregate([{ $sort: { _id: 2 } }]).toArray())).toBe(15975);
    expect(
      await codeOf(
        server.main
          .collection('none')
          .aggregate([{ $sort: { a: 'up' } }])
          .toArray(),
      ),
    ).toBe(15974);
  });

  it('answers in batches, and knows let, hints and the explanation', async () => {
    const collection = await server.collection(orders());
    await collection.createIndex({ item: 1 });
    expect(await collection.aggregate([], { batchSize: 1 }).toArray()).toEqual(orders());
    expect(
      await collection
        .aggregate([{ $match: { $expr: { $eq: ['$_id', '$$id'] } } }], { let: { id: 2 } })
        .toArray(),
    ).toHaveLength(1);
    expect(await codeOf(collection.aggregate([{ $match: {} }], { hint: 'none' }).toArray())).toBe(2);
    expect(await collection.aggregate([], { hint: {} }).toArray()).toEqual(orders());
    const plan = JSON.stringify(
      await collection.aggregate([{ $match: { item: 'a' } }, { $group: { _id: 1 } }]).explain(),
    );
    expect(plan).toContain('"indexName":"item_1"');
  });

  it('runs on a database without a collection', async () => {
    const database = server.main;
    expect(
      await database.aggregate([{ $documents: [{ a: 1 }, { a: 2 }] }, { $match: { a: 2 } }]).toArray(),
    ).toEqual([{ a: 2 }]);
    for (const [documents, code] of [
      [{ a: 1 }, 5858203],
      [[1], 40228],
    ] as const)
      await expect(database.aggregate([{ $documents: documents }]).toArray()).rejects.toMatchObject({ code });
    const sessions = await database
      .aggregate([
        { $listLocalSessions: {} },
        { $limit: 1 },
        { $addFields: { dummy: 'x' } },
        { $project: { _id: 0, dummy: 1 } },
      ])
      .toArray();
    expect(sessions).toEqual([{ dummy: 'x' }]);
  });
});

describe('$lookup', () => {
  it('joins on a field, through the index of the other collection', async () => {
    const users = await server.collection([
      { _id: 'u1', name: 'One' },
      { _id: 'u2', name: 'Two' },
    ] as never);
    const collection = await server.collection([...orders(), { _id: 4 }]);
    const joined = await collection
      .aggregate([
        { $lookup: { from: users.collectionName, localField: 'by', foreignField: '_id', as: 'user.found' } },
        { $project: { user: 1 } },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    expect(joined).toEqual([
      { _id: 1, user: { found: [{ _id: 'u1', name: 'One' }] } },
      { _id: 2, user: { found: [{ _id: 'u2', name: 'Two' }] } },
      { _id: 3, user: { found: [{ _id: 'u1', name: 'One' }] } },
      { _id: 4, user: { found: [] } },
    ]);
  });

  it('joins arrays, and missing fields with null', async () => {
    const others = await server.collection([{ _id: 1, k: 'x' }, { _id: 2, k: 'y' }, { _id: 3 }] as never);
    const collection = await server.collection([{ _id: 1, tags: ['x', 'y'] }, { _id: 2 }] as never);
    const joined = await collection
      .aggregate([
        { $lookup: { from: others.collectionName, localField: 'tags', foreignField: 'k', as: 'o' } },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    expect(joined.map(({ o }) => (o as Document[]).map(({ _id }) => Number(_id)))).toEqual([[1, 2], [3]]);
  });

  it('takes a regular expression for the value that it is', async () => {
    const others = await server.collection([
      { _id: 1, k: 'xx' },
      { _id: 2, k: /^x/ },
    ] as never);
    const collection = await server.collection([{ _id: 1, k: [/^x/, 'y'] }] as never);
    const [joined] = await collection
      .aggregate([{ $lookup: { from: others.collectionName, localField: 'k', foreignField: 'k', as: 'o' } }])
      .toArray();
    expect((joined!.o as Document[]).map(({ _id }) => Number(_id))).toEqual([2]);
  });

  it('leaves out what a variable without a value would be', async () => {
    const collection = await server.collection([{ _id: 1 }] as never);
    const stage = {
      from: collection.collectionName,
      let: { v: '$nothing' },
      pipeline: [{ $project: { v: '$$v' } }],
      as: 'o',
    };
    expect(await collection.aggregate([{ $lookup: stage }]).toArray()).toEqual([{ _id: 1, o: [{ _id: 1 }] }]);
  });

  // https://www.mongodb.com/docs/manual/reference/operator/aggregation/lookup/#equality-match-with-a-single-join-condition
  it('passes over elements without the local field, and takes a field that none has as null', async () => {
    const others = await server.collection([{ _id: 1, k: 1 }, { _id: 2, k: null }, { _id: 3 }] as never);
    const collection = await server.collection([
      { _id: 1, a: [{ y: 2 }, { k: 1 }] },
      { _id: 2, a: [{ y: 2 }] },
    ] as never);
    const stage = { from: others.collectionName, localField: 'a.k', foreignField: 'k', as: 'o' };
    const rows = await collection.aggregate([{ $lookup: stage }, { $sort: { _id: 1 } }]).toArray();
    expect(rows.map(({ o }) => o.map(({ _id }: Document) => _id))).toEqual([[1], [2, 3]]);
  });

  it('joins by a pipeline with variables', async () => {
    const others = await server.collection([
      { _id: 1, k: 'x', n: 1 },
      { _id: 2, k: 'x', n: 5 },
    ] as never);
    const collection = await server.collection([{ _id: 1, k: 'x', least: 3 }] as never);
    const join = (spec: Document) =>
      collection
        .aggregate([
          { $lookup: { from: others.collectionName, as: 'o', ...spec } },
          { $unset: ['k', 'least'] },
        ])
        .toArray();
    const expected = [{ _id: 1, o: [{ _id: 2 }] }];
    const pipeline = [
      { $match: { $expr: { $and: [{ $eq: ['$k', '$$k'] }, { $gt: ['$n', '$$least'] }] } } },
      { $project: { _id: 1 } },
    ];
    expect(await join({ let: { k: '$k', least: '$least' }, pipeline })).toEqual(expected);
    expect(
      await join({
        localField: 'k',
        foreignField: 'k',
        let: { least: '$least' },
        pipeline: [{ $match: { $expr: { $gt: ['$n', '$$least'] } } }, { $project: { _id: 1 } }],
      }),
    ).toEqual(expected);
  });

  it('of many documents into many takes no time worth naming', async () => {
    const others = await server.collection(Array.from({ length: 20_000 }, (_, n) => ({ _id: n, k: n })));
    const collection = await server.collection(Array.from({ length: 500 }, (_, n) => ({ _id: n, k: n * 7 })));
    const started = performance.now();
    const stage = {
      $lookup: {
        from: others.collectionName,
        let: { k: '$k' },
        pipeline: [{ $match: { $expr: { $eq: ['$_id', '$$k'] } } }],
        as: 'o',
      },
    };
    expect(
      await collection
        .aggregate([stage, { $match: { 'o.0': { $exists: true } } }, { $count: 'n' }])
        .toArray(),
    ).toEqual([{ n: 500 }]);
    // Reading the whole foreign collection for each document would be ten million reads.
    expect(performance.now() - started).toBeLessThan(8000);
  });

  it('adds another collection', async () => {
    const people = await server.collection([{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }] as never);
    const name = people.collectionName;
    expect(
      await people
        .aggregate([
          { $match: { _id: 'a' } },
          { $unionWith: { coll: name, pipeline: [{ $match: { _id: 'c' } }] } },
        ])
        .toArray(),
    ).toHaveLength(2);
  });
});

describe('writing the result', () => {
  it('to a collection replaces it and keeps its indexes', async () => {
    const collection = await server.collection(orders());
    const target = await server.collection([{ _id: 'old' }] as never);
    await target.createIndex({ qty: 1 });
    await collection
      .aggregate([{ $match: { item: 'a' } }, { $project: { qty: 1 } }, { $out: target.collectionName }])
      .toArray();
    expect(await target.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, qty: 5 },
      { _id: 3, qty: 1 },
    ]);
    expect((await target.indexes()).map(({ name }) => name)).toEqual(['_id_', 'qty_1']);
  });

  it('to a collection takes an _id as an insert does', async () => {
    const collection = await server.collection(orders());
    const target = await server.collection();
    const out = (_id: unknown) =>
      collection
        .aggregate([{ $group: { _id, n: { $count: {} } } }, { $out: target.collectionName }])
        .toArray();
    await out(null);
    expect(await target.find().toArray()).toEqual([{ _id: null, n: 3 }]);
    expect(await codeOf(out('$tags'))).toBe(53);
    expect(await target.find().toArray()).toEqual([{ _id: null, n: 3 }]);
  });

  it('leaves the collection as it was where it fails', async () => {
    const collection = await server.collection(orders());
    const target = await server.collection([{ _id: 'old' }] as never);
    await target.createIndex({ item: 1 }, { unique: true });
    expect(await codeOf(collection.aggregate([{ $out: target.collectionName }]).toArray())).toBe(11000);
    expect(await target.find().toArray()).toEqual([{ _id: 'old' }]);
  });

  it.each<[string, Document, Document[]]>([
    [
      'merges',
      {},
      [
        { _id: 1, kept: true, qty: 5 },
        { _id: 2, qty: 2 },
      ],
    ],
    [
      'replaces',
      { whenMatched: 'replace' },
      [
        { _id: 1, qty: 5 },
        { _id: 2, qty: 2 },
      ],
    ],
    [
      'keeps what is there',
      { whenMatched: 'keepExisting' },
      [
        { _id: 1, kept: true },
        { _id: 2, qty: 2 },
      ],
    ],
    ['discards what is new', { whenNotMatched: 'discard' }, [{ _id: 1, kept: true, qty: 5 }]],
    [
      'applies a pipeline',
      { whenMatched: [{ $set: { sum: '$$new.qty' } }] },
      [
        { _id: 1, kept: true, sum: 5 },
        { _id: 2, qty: 2 },
      ],
    ],
  ])('to a collection %s', async (_name, options, expected) => {
    const collection = await server.collection(orders().slice(0, 2));
    const target = await server.collection([{ _id: 1, kept: true }] as never);
    await collection
      .aggregate([{ $project: { qty: 1 } }, { $merge: { into: target.collectionName, ...options } }])
      .toArray();
    expect(await target.find().sort({ _id: 1 }).toArray()).toEqual(expected);
  });

  it('to a collection computes its variables from the new document', async () => {
    const collection = await server.collection(orders().slice(0, 1));
    const target = await server.collection([{ _id: 1 }] as never);
    const merge = (spec: Document) =>
      collection.aggregate([{ $merge: { into: target.collectionName, ...spec } }]).toArray();
    await merge({ let: { twice: { $multiply: ['$qty', 2] } }, whenMatched: [{ $set: { v: '$$twice' } }] });
    expect(await target.find().toArray()).toEqual([{ _id: 1, v: 10 }]);
    expect(await codeOf(merge({ let: { a: 1 }, whenMatched: [{ $set: { v: '$$new' } }] }))).toBe(17276);
    await target.createIndex({ tags: 1 }, { unique: true });
    expect(await codeOf(merge({ on: 'tags' }))).toBe(51185);
  });

  it('to a collection fails where told to', async () => {
    const collection = await server.collection(orders());
    const target = await server.collection([{ _id: 1 }] as never);
    const into = target.collectionName;
    expect(await codeOf(collection.aggregate([{ $merge: { into, whenMatched: 'fail' } }]).toArray())).toBe(
      11000,
    );
    expect(await codeOf(collection.aggregate([{ $merge: { into, whenNotMatched: 'fail' } }]).toArray())).toBe(
      13113,
    );
    expect(await codeOf(collection.aggregate([{ $merge: { into, on: 'qty' } }]).toArray())).toBe(51183);
  });
});
