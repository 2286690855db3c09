import { DBRef, Decimal128, Long, type Document } from 'mongodb';
import { codeOf, codeOfWrite, startEither, type TestServer, type Row } from './testing/server.js';

let server: TestServer;
beforeAll(async () => (server = await startEither()));
afterAll(() => server.stop());

/** https://www.mongodb.com/docs/manual/reference/operator/query/ */
describe('a filter', () => {
  const docs = [
    {
      _id: 1,
      n: 1,
      tags: ['a', 'b'],
      items: [
        { sku: 'x', qty: 5 },
        { sku: 'y', qty: 1 },
      ],
      at: { place: 'here' },
    },
    { _id: 2, n: 2, tags: ['b'], items: [{ sku: 'x', qty: 1 }], at: null },
    { _id: 3, n: 3, tags: [], items: [], matrix: [[1, 2], [3]] },
    { _id: 4, n: 6 },
  ];
  it.each<[Document, number[]]>([
    [{ n: { $in: [1, 3] } }, [1, 3]],
    [{ n: { $nin: [1, 3] } }, [2, 4]],
    [{ n: { $ne: 1 } }, [2, 3, 4]],
    [{ n: { $not: { $gt: 1 } } }, [1]],
    [{ n: { $mod: [2, 0] } }, [2, 4]],
    [{ $or: [{ n: 1 }, { n: 6 }] }, [1, 4]],
    [{ $nor: [{ n: 1 }, { n: 6 }] }, [2, 3]],
    [{ $and: [{ n: { $gt: 1 } }, { n: { $lt: 6 } }] }, [2, 3]],
    [{ tags: 'b' }, [1, 2]],
    [{ tags: ['b'] }, [2]],
    [{ tags: { $all: ['a', 'b'] } }, [1]],
    [{ tags: { $size: 0 } }, [3]],
    [{ tags: { $exists: false } }, [4]],
    [{ 'tags.0': 'b' }, [2]],
    [{ 'items.qty': { $gt: 4 } }, [1]],
    [{ 'items.0.sku': 'x' }, [1, 2]],
    [{ items: { $elemMatch: { sku: 'x', qty: 1 } } }, [2]],
    [{ items: { $all: [{ $elemMatch: { sku: 'x' } }, { $elemMatch: { sku: 'y' } }] } }, [1]],
    [{ 'items.sku': 'x', 'items.qty': 1 }, [1, 2]],
    [{ tags: { $elemMatch: { $gt: 'a', $lt: 'c' } } }, [1, 2]],
    [{ at: null }, [2, 3, 4]],
    [{ 'at.place': 'here' }, [1]],
    [{ at: { place: 'here' } }, [1]],
    [{ at: { $type: 'null' } }, [2]],
    [{ tags: { $type: 'array' } }, [1, 2, 3]],
    [{ matrix: [3] }, [3]],
    [{ 'matrix.0': 2 }, [3]],
    [{ $expr: { $gt: ['$n', { $size: { $ifNull: ['$tags', []] } }] } }, [2, 3, 4]],
    [{ n: { $gte: 2, $lte: 3 } }, [2, 3]],
    [{ n: { $eq: 2 }, $comment: 'why' }, [2]],
    [{ missing: { $ne: null } }, []],
  ])('%j finds %j', async (filter, expected) => {
    const collection = await server.collection(docs);
    const found = async () =>
      (await collection.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => Number(_id));
    expect(await found()).toEqual(expected);
    for (const key of ['n', 'tags', 'items.qty', 'at', 'items.sku'])
      await collection.createIndex({ [key]: 1 });
    expect(await found()).toEqual(expected);
    expect(await collection.countDocuments(filter)).toBe(expected.length);
  });

  it.each<[Document, number]>([
    [{ n: { $foo: 1 } }, 2],
    [{ $foo: 1 }, 2],
    [{ n: { $in: 1 } }, 2],
    [{ $or: [] }, 2],
    [{ n: { $size: -1 } }, 2],
    [{ n: { $mod: [0, 1] } }, 2],
    [{ n: { $type: 'nonsense' } }, 2],
    [{ n: { $all: 1 } }, 2],
    [{ n: { $elemMatch: 1 } }, 2],
    [{ $expr: { $nonsense: 1 } }, 168],
    [{ $jsonSchema: {} }, 115],
  ])('%j is refused', async (filter, code) => {
    const collection = await server.collection(docs);
    expect(await codeOf(collection.find(filter).toArray())).toBe(code);
    expect(await codeOf(server.database().collection<Row>('nothing').find(filter).toArray())).toBe(code);
  });
});

/** https://www.mongodb.com/docs/manual/reference/operator/query/elemMatch/ */
describe('a condition on the elements of an array', () => {
  const docs = [
    { a: 5 },
    { a: [5] },
    { a: [3, 7] },
    { a: [[5]] },
    { a: [[3, 7]] },
    { a: [[[5]]] },
    { a: { b: [5] } },
    { a: [{ b: 5 }] },
    { a: [{ b: [3, 7] }] },
    { a: [[{ b: 5 }]] },
    { a: [] },
    { a: [[]] },
    { a: [null] },
  ].map((doc, at) => ({ _id: at + 1, ...doc }));
  it.each<[Document, number[]]>([
    [{ a: { $elemMatch: { $gt: 4, $lt: 6 } } }, [2]],
    [{ a: { $elemMatch: { $in: [5] } } }, [2]],
    [{ 'a.b': { $elemMatch: { $gt: 4, $lt: 6 } } }, [7]],
    [{ a: { $elemMatch: { $elemMatch: { $gt: 4, $lt: 6 } } } }, [4]],
    [{ a: { $elemMatch: { $type: 'number' } } }, [2, 3]],
    [{ a: { $elemMatch: { $type: 'array' } } }, [4, 5, 6, 10, 12]],
    [{ a: { $elemMatch: { b: { $gt: 4, $lt: 6 } } } }, [8, 9]],
    [{ a: { $elemMatch: { b: null } } }, [4, 5, 6, 10, 12]],
    [{ a: { $elemMatch: { b: { $ne: null } } } }, [8, 9]],
    [{ a: { $elemMatch: { $eq: null } } }, [13]],
    [{ a: { $elemMatch: { '0': 5 } } }, [4, 6]],
    [{ a: { $elemMatch: { $elemMatch: { b: 5 } } } }, [10]],
    [{ a: { $elemMatch: {} } }, [4, 5, 6, 8, 9, 10, 12]],
    [{ a: { $elemMatch: { $or: [{ b: 5 }, { '0': 3 }] } } }, [5, 8]],
  ])('%j finds %j', async (filter, expected) => {
    const collection = await server.collection(docs);
    const found = async () =>
      (await collection.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    expect(await found()).toEqual(expected);
    for (const key of ['a', 'a.b']) await collection.createIndex({ [key]: 1 });
    expect(await found()).toEqual(expected);
  });

  it.each<[Document]>([
    [{ a: { $elemMatch: { $expr: { $eq: [1, 1] } } } }],
    [{ a: { $all: [{ $elemMatch: { b: 1 } }, 1] } }],
    [{ a: { $all: [1, { $elemMatch: { b: 1 } }] } }],
    [{ a: { $bitsAllSet: [1] } }],
  ])('%j is refused', async (filter) => {
    const collection = await server.collection(docs);
    expect(await codeOf(collection.find(filter).toArray())).toBe(2);
  });

  it('may name the fields of a reference to another document', async () => {
    const list = [new DBRef('one', 'a' as never), new DBRef('two', 'b' as never)];
    const collection = await server.collection([{ _id: 1, list }]);
    for (const part of [{ $id: 'b' }, { $ref: 'two' }])
      expect(await collection.countDocuments({ list: { $elemMatch: part } })).toBe(1);
    expect(await collection.countDocuments({ list: { $elemMatch: { $id: 'c' } } })).toBe(0);
  });
});

/** https://www.mongodb.com/docs/manual/reference/operator/query/regex/: its language is PCRE's, not JavaScript's. */
describe('a regular expression', () => {
  const texts = ['abc\n', 'Abc', 'x😀y', 'a\rb', 'a b', 'z1', 'suárez', '박정수', 'a.b', 'l1\nl2'];
  it.each<[string, string, string[]]>([
    ['c$', '', ['abc\n', 'Abc']],
    ['c\\Z', '', ['abc\n', 'Abc']],
    ['c\\z', '', ['Abc']],
    ['\\Aa', 'm', ['abc\n', 'a\rb', 'a b', 'a.b']],
    ['^l2$', 'm', ['l1\nl2']],
    ['^$', 'm', []],
    ['^l2$', '', []],
    ['^x.y$', '', ['x😀y']],
    ['^a.b$', '', ['a\rb', 'a b', 'a.b']],
    ['1.l', '', []],
    ['1.l', 's', ['l1\nl2']],
    ['su\\x{e1}', '', ['suárez']],
    ['^(?<first>[a-z])\\d\\z', '', ['z1']],
    ['^a[\\w. -]b$', '', ['a b', 'a.b']],
    ['^[a-z-\\d]{2}$', '', ['z1']],
    ['^a[-. \\d]b$', '', ['a b', 'a.b']],
    ['^a[^]\\r]b$', '', ['a b', 'a.b']],
    ['^\\p{Hangul}+$', '', ['박정수']],
    ['^\\p{L}+\\z', '', ['Abc', 'suárez', '박정수']],
    ['^\\w+\\z', '', ['Abc', 'z1']],
    ['(?i)^abc', '', ['abc\n', 'Abc']],
    ['{', '', []],
  ])('%j with options %j finds %j', async (pattern, options, expected) => {
    const collection = await server.collection(texts.map((text, at) => ({ _id: at, text })));
    const found = await collection
      .find({ text: { $regex: pattern, $options: options } })
      .sort({ _id: 1 })
      .toArray();
    expect(found.map(({ text }) => text as string)).toEqual(expected);
  });

  it.each<[string, string, number]>([
    ['\\u0041', '', 51091],
    ['a(', '', 51091],
    ['[a', '', 51091],
    ['a++', '', 51091],
    ['[\\w-. ]', '', 51091],
    ['[a-\\d]', '', 51091],
    ['[--\\d]', '', 51091],
    ['[\\d-\\w]', '', 51091],
    ['[[:digit:]]', '', 51091],
    ['\\Qa.b\\E', '', 51091],
    ['a\\hb', '', 51091],
    ['(?P<first>a)', '', 51091],
    ['(?#a comment)a', '', 51091],
    ['a b', 'x', 51108],
    ['(?i:a)b', '', 51091],
    ['a'.repeat(40_000), '', 51091],
    ['a\0b', '', 2],
    ['a', 'g', 51108],
  ])('%j with options %j is refused', async (pattern, options, code) => {
    const collection = await server.collection([{ _id: 1 }]);
    expect(await codeOf(collection.find({ text: { $regex: pattern, $options: options } }).toArray())).toBe(
      code,
    );
  });
});

/** https://www.mongodb.com/docs/manual/reference/method/cursor.sort/ */
describe('a sort', () => {
  const docs = [
    {
      a: [
        { b: 4, c: 1 },
        { b: 1, c: 2 },
      ],
    },
    {
      a: [
        { b: 2, c: [1, 3] },
        { b: 4, c: 2 },
      ],
    },
    { a: { b: [6, 3], c: 1 } },
    { a: [{ b: 7, c: 2 }, 'text'] },
    { a: [{ b: [], c: 3 }] },
    { a: [[1]], d: [1] },
    { a: 5 },
  ].map((doc, at) => ({ _id: at + 1, ...doc }));
  it.each<[Document, number[]]>([
    [{ 'a.b': 1 }, [5, 4, 6, 7, 1, 2, 3]],
    [{ 'a.b': -1 }, [4, 3, 1, 2, 6, 7, 5]],
    [{ 'a.c': 1, 'a.b': 1 }, [4, 6, 7, 2, 3, 1, 5]],
    [{ 'a.c': 1, 'a.b': -1 }, [4, 6, 7, 3, 1, 2, 5]],
    [{ 'a.c': -1, 'a.b': 1 }, [5, 2, 1, 4, 3, 6, 7]],
    [{ 'a.0': -1 }, [6, 5, 4, 1, 2, 3, 7]],
    [{ 'a.0.b': 1 }, [5, 3, 6, 7, 2, 1, 4]],
  ])('by %j takes the rows of an array together', async (by, expected) => {
    const collection = await server.collection(docs);
    const sorted = async () =>
      (
        await collection
          .find()
          .sort({ ...by, _id: 1 })
          .toArray()
      ).map(({ _id }) => _id);
    expect(await sorted()).toEqual(expected);
    await collection.createIndex(by);
    expect(await sorted()).toEqual(expected);
  });

  it('by fields of two arrays is refused', async () => {
    const collection = await server.collection(docs);
    expect([2, 171]).toContain(await codeOf(collection.find().sort({ a: 1, d: 1 }).toArray()));
  });
});

/** https://www.mongodb.com/docs/manual/reference/operator/update/ */
describe('an update', () => {
  it.each<[Document, Document, Document]>([
    [{ a: 1 }, { $set: { 'b.c': 2 } }, { a: 1, b: { c: 2 } }],
    [{ a: [1, 2] }, { $set: { 'a.3': 4 } }, { a: [1, 2, null, 4] }],
    [{ a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
    [{ a: [1, 2, 3] }, { $unset: { 'a.1': 1 } }, { a: [1, null, 3] }],
    [{ a: 1 }, { $inc: { a: 2, b: -1 } }, { a: 3, b: -1 }],
    [{ a: 1.5 }, { $inc: { a: 1 } }, { a: 2.5 }],
    [{ a: 4 }, { $mul: { a: 2, b: 3 } }, { a: 8, b: 0 }],
    [{ a: 4, b: 4 }, { $min: { a: 2, b: 5, c: 1 } }, { a: 2, b: 4, c: 1 }],
    [{ a: 4, b: 4 }, { $max: { a: 2, b: 5, c: 1 } }, { a: 4, b: 5, c: 1 }],
    [{ a: 1 }, { $rename: { a: 'b.c' } }, { b: { c: 1 } }],
    [{ b: 1 }, { $rename: { a: 'c' } }, { b: 1 }],
    [{ a: [1] }, { $push: { a: 2 } }, { a: [1, 2] }],
    [{}, { $push: { a: [1] } }, { a: [[1]] }],
    [{ a: [5, 1] }, { $push: { a: { $each: [3, 2], $sort: 1, $slice: 3 } } }, { a: [1, 2, 3] }],
    [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: 1 } } }, { a: [1, 9, 2] }],
    [{ a: [1, 2, 3] }, { $push: { a: { $each: [4], $slice: -2 } } }, { a: [3, 4] }],
    [
      { a: [{ n: 2 }, { n: 1 }] },
      { $push: { a: { $each: [], $sort: { n: 1 } } } },
      { a: [{ n: 1 }, { n: 2 }] },
    ],
    [{ a: [1] }, { $addToSet: { a: 1 } }, { a: [1] }],
    [{ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
    [
      { a: [{ x: 1, y: 2 }] },
      { $addToSet: { a: { y: 2, x: 1 } } },
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
    ],
    [{ a: [1, 5, 3] }, { $pull: { a: { $gte: 3 } } }, { a: [1] }],
    [{ a: [1, 5, 1] }, { $pull: { a: 1 } }, { a: [5] }],
    [{ a: [{ k: 1, v: 2 }, { k: 2 }] }, { $pull: { a: { k: 1 } } }, { a: [{ k: 2 }] }],
    [{ a: ['ab', 'cd'] }, { $pull: { a: /^a/ } }, { a: ['cd'] }],
    [{ a: [1, 2, 3, 1] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
    [{ a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
    [{ a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
    [{ a: 1 }, { $setOnInsert: { b: 1 }, $set: { a: 2 } }, { a: 2 }],
    [{ a: [{ b: 1 }, { b: 2 }] }, { $set: { 'a.$[].b': 0 } }, { a: [{ b: 0 }, { b: 0 }] }],
    [{ b: 1 }, { $set: { z: 1, a: 1 } }, { b: 1, a: 1, z: 1 }],
    [{ a: 1 }, { $unset: { 'a.b': 1 } }, { a: 1 }],
    [{ a: [1, { b: 1 }] }, { $pull: { a: { $or: [{ b: 1 }] } } }, { a: [1] }],
  ])('of %j by %j gives %j', async (before, update, after) => {
    const collection = await server.collection([{ _id: 1, ...before }] as never);
    await collection.updateOne({}, update);
    const found = (await collection.findOne())!;
    expect(found).toEqual({ _id: 1, ...after });
    expect(Object.keys(found)).toEqual(['_id', ...Object.keys(after)]);
  });

  it.each<[Document, Document, number]>([
    [{ a: 'x' }, { $inc: { a: 1 } }, 14],
    [{ a: 1 }, { $inc: { a: 'x' } }, 14],
    [{ a: 1 }, { $push: { a: 1 } }, 2],
    [{ a: 1 }, { $addToSet: { a: 1 } }, 2],
    [{ a: 1 }, { $pop: { a: 1 } }, 14],
    [{ a: 1 }, { $pull: { a: 1 } }, 2],
    [{ a: 1 }, { $set: { 'a.b': 1 } }, 28],
    [{ a: [] }, { $set: { 'a.b': 1 } }, 28],
    [{ a: null }, { $set: { 'a.b': 1 } }, 28],
    [{ a: 1 }, { $set: { '': 1 } }, 56],
    [{ a: 1 }, { $set: { 'a..b': 1 } }, 56],
    [{ a: 1 }, { $set: { $b: 1 } }, 52],
    [{ a: 1 }, { $rename: { a: 'a' } }, 2],
    [{ a: 1 }, { $bit: { a: { and: 1 } } }, 9],
    [{ a: 1 }, { $pop: { a: 2 } }, 9],
    [{ a: 1 }, { $unknown: { a: 2 } }, 9],
    [{ a: 1 }, { $set: 1 }, 9],
    [{ a: 1 }, { $set: { a: 1 }, $unset: { 'a.b': 1 } }, 40],
    [{ a: Long.MAX_VALUE }, { $inc: { a: Long.fromNumber(1) } }, 2],
    [{ a: 1 }, { $pop: { 'a.b': 1 } }, 28],
    [{ a: [1] }, { $pull: { 'a.b': 1 } }, 28],
    [{ a: 1 }, { $rename: { 'a.b': 'c' } }, 28],
    [{ a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2],
    [{ a: [{}], b: 1 }, { $rename: { b: 'a.0.c' } }, 2],
    [{ a: [1] }, { $rename: { 'a.$[]': 'b' } }, 2],
    [{ a: [1], b: 1 }, { $rename: { b: 'a.$[]' } }, 2],
    [{ a: 1 }, { $rename: { a: '' } }, 56],
    [{ a: 1 }, { $rename: { a: '$b' } }, 52],
    [{ a: [1, 2] }, { $set: { 'a.$[]': 0, 'a.1': 5 } }, 40],
    [{ a: [1, 2] }, { $set: { 'a.$[]': 0, 'a.5': 5 } }, 40],
    [{ a: 1 }, { $set: { '$[]': 0 } }, 2],
    [{ a: 1 }, { $set: { 'a.$.b.$': 0 } }, 2],
    [{ a: [1] }, { $push: { a: { $each: [2], $sort: { 'b.': 1 } } } }, 2],
    [{ a: [1] }, { $push: { a: { $each: [2], $position: 1.5 } } }, 2],
    [{ a: [1] }, { $push: { a: { $each: [2], $slice: 1.5 } } }, 2],
    [{ a: [1] }, { $push: { a: { $each: [2], $sort: 2 } } }, 2],
    [{ a: [1] }, { $push: { a: { $each: [2], $sort: {} } } }, 2],
    [{ a: [1] }, { $addToSet: { a: { $each: [2], $slice: 1 } } }, 2],
  ])('of %j by %j is refused and changes nothing', async (before, update, code) => {
    const collection = await server.collection([{ _id: 1, ...before }] as never);
    expect(await codeOf(collection.updateOne({}, update))).toBe(code);
    expect(await collection.findOne({}, { promoteLongs: false })).toEqual({ _id: 1, ...before });
  });

  it('adds to decimals and large numbers without losing digits', async () => {
    const collection = await server.collection([
      { _id: 1, d: Decimal128.fromString('0.10'), l: Long.fromString('9007199254740993') },
    ] as never);
    await collection.updateOne({}, { $inc: { d: Decimal128.fromString('0.20'), l: 1 } });
    const found = (await collection.findOne({}, { promoteLongs: false }))!;
    expect(String(found.d)).toBe('0.30');
    expect(String(found.l)).toBe('9007199254740994');
  });

  it('takes what must be equal into an upsert', async () => {
    const collection = await server.collection();
    await collection.updateOne(
      {
        a: 1,
        'b.c': { $eq: 2 },
        d: { $gt: 3 },
        $and: [{ e: { $in: [4] } }],
        f: /x/,
        $or: [{ i: 7 }, { i: 7 }],
      },
      { $set: { g: 5 }, $setOnInsert: { h: 6 } },
      { upsert: true },
    );
    expect(await collection.find().project({ _id: 0 }).toArray()).toEqual([
      { a: 1, b: { c: 2 }, e: 4, i: 7, g: 5, h: 6 },
    ]);
  });

  it.each<[Document]>([
    [{ x: { $all: [1, 2] } }],
    [{ $and: [{ x: 1 }, { x: 2 }] }],
    [{ x: 1, 'x.y': 1 }],
    [{ x: {}, 'x.y': 1 }],
    [{ x: { y: 1 }, 'x.z': 1 }],
  ])('refuses an upsert by %j, which says two things of one field', async (filter) => {
    const collection = await server.collection();
    expect(await codeOf(collection.updateOne(filter, { $set: { a: 1 } }, { upsert: true }))).toBe(54);
    expect(await codeOf(collection.replaceOne(filter, { a: 1 }, { upsert: true }))).toBeUndefined();
    expect(await collection.find().project({ _id: 0 }).toArray()).toEqual([{ a: 1 }]);
  });

  it('takes an _id by its parts into an upsert, but not where a document replaces it', async () => {
    const collection = await server.collection();
    const parts = { '_id.x': 1, '_id.y': 2 } as Document;
    expect(await codeOf(collection.replaceOne(parts, { a: 1 }, { upsert: true }))).toBe(111);
    await collection.updateOne(parts, { $set: { a: 1 } }, { upsert: true });
    expect(await collection.findOne()).toEqual({ _id: { x: 1, y: 2 }, a: 1 });
  });

  it('reaches into a reference to another document', async () => {
    const collection = await server.collection([{ _id: 1, a: new DBRef('x', 1 as never) }]);
    await collection.updateOne({}, { $set: { 'a.$id': 2, 'a.$ref': 'y' } });
    expect(await collection.countDocuments({ a: new DBRef('y', 2 as never) })).toBe(1);
  });

  it('finds all elements that array filters stand for before it changes one', async () => {
    const collection = await server.collection([{ _id: 1, a: [0, 1] }]);
    const set = (arrayFilters: Document[]) =>
      collection.updateOne({}, { $set: { 'a.$[i]': 1, 'a.$[j]': 2 } }, { arrayFilters });
    expect(await codeOf(set([{ i: 0 }, { j: 0 }]))).toBe(40);
    await set([{ i: 0 }, { j: 1 }]);
    expect(await collection.findOne()).toEqual({ _id: 1, a: [1, 2] });
  });

  it.each<[unknown, number]>([
    [{ i: 0 }, 14],
    [['i'], 14],
    [[{ $expr: { $eq: [1, 1] } }], 224],
    [[{ $comment: 'x' }], 9],
    [[{ i: 0, j: 0 }], 9],
    [[{ i: 0 }, { j: 0 }], 9],
  ])('with the array filters %j is refused', async (arrayFilters, code) => {
    const { collectionName } = await server.collection([{ _id: 1, a: [0] }]);
    const updates = [{ q: {}, u: { $set: { 'a.$[i]': 1 } }, arrayFilters }];
    expect(await codeOfWrite(server.main.command({ update: collectionName, updates }))).toBe(code);
  });

  it('writes the time of the server', async () => {
    const collection = await server.collection([{ _id: 1 }] as never);
    await collection.updateOne({}, { $currentDate: { at: true, stamp: { $type: 'timestamp' } } } as Document);
    const { at } = (await collection.findOne())! as unknown as { at: Date };
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(10_000);
  });

  it('that fails for one of many keeps what came before, each document whole', async () => {
    const collection = await server.collection([
      { _id: 1, a: 1 },
      { _id: 2, a: 'x' },
      { _id: 3, a: 1 },
    ] as never);
    expect(await codeOf(collection.updateMany({}, { $inc: { a: 1 }, $set: { b: 1 } }))).toBe(14);
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, a: 2, b: 1 },
      { _id: 2, a: 'x' },
      { _id: 3, a: 1 },
    ]);
  });
});

/** https://www.mongodb.com/docs/manual/reference/method/db.collection.find/#projection */
describe('a projection', () => {
  const doc = {
    _id: 1,
    a: 1,
    b: { c: 2, d: 3 },
    list: [1, 2, 3, 4],
    items: [
      { k: 1, v: 1 },
      { k: 2, v: 2 },
    ],
  };
  const projections: [Document, Document, Document?][] = [
    [{ a: 1 }, { _id: 1, a: 1 }],
    [{ a: 1, _id: 0 }, { a: 1 }],
    [{ _id: 1 }, { _id: 1 }],
    [
      { list: 0, items: 0 },
      { _id: 1, a: 1, b: { c: 2, d: 3 } },
    ],
    [{ _id: 0, list: 0, items: 0, b: 0 }, { a: 1 }],
    [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
    [{ b: { c: 1 } }, { _id: 1, b: { c: 2 } }],
    [{ 'items.k': 1, _id: 0 }, { items: [{ k: 1 }, { k: 2 }] }],
    [
      { 'items.k': 0, list: 0, a: 0, b: 0 },
      { _id: 1, items: [{ v: 1 }, { v: 2 }] },
    ],
    [
      { list: { $slice: 2 }, items: 0, a: 0, b: 0 },
      { _id: 1, list: [1, 2] },
    ],
    [
      { list: { $slice: [-3, 2] }, _id: 0, a: 1 },
      { a: 1, list: [2, 3] },
    ],
    [{ items: { $elemMatch: { k: 2 } } }, { _id: 1, items: [{ k: 2, v: 2 }] }],
    [{ 'items.$': 1 }, { _id: 1, items: [{ k: 2, v: 2 }] }, { 'items.k': 2 }],
    [{ sum: { $add: ['$a', '$b.c'] }, _id: 0 }, { sum: 3 }],
    [{ a: 'text', _id: 0 }, { a: 'text' }],
    [{ a: '$b.d' }, { _id: 1, a: 3 }],
    [
      { a: 1, nothing: 1 },
      { _id: 1, a: 1 },
    ],
    [{}, doc],
    [
      { items: { $elemMatch: { k: 2 } }, list: 0, b: 0 },
      { _id: 1, a: 1, items: [{ k: 2, v: 2 }] },
    ],
    [{ a: { $elemMatch: { $gt: 0 } } }, { _id: 1 }],
  ];
  it.each(projections.map(([projection, expected, filter = {}]) => ({ projection, expected, filter })))(
    '$projection gives $expected',
    async ({ projection, expected, filter }) => {
      const collection = await server.collection([doc]);
      expect(await collection.findOne(filter, { projection })).toEqual(expected);
    },
  );

  it.each<[Document, number]>([
    [{ a: 1, b: 0 }, 31254],
    [{ a: 0, b: 1 }, 31253],
    [{ b: 1, 'b.c': 1 }, 31249],
    [{ 'items.$': 1 }, 51246],
    [{ 'items.$': { $slice: 1 } }, 31271],
    [{ 'items.$': 1, list: { $elemMatch: { $gt: 1 } } }, 31255],
    [{ 'b.c': { $elemMatch: { a: 1 } } }, 31275],
    [{ list: { $slice: [1] } }, 28667],
    [{ list: { $slice: [1, 0] } }, 28724],
    [{ a: { $nonsense: 1 } }, 31325],
    [{ a: { $add: [{ $nonsense: 1 }] } }, 168],
    [{ '': 1 }, 40352],
  ])('%j is refused', async (projection, code) => {
    const collection = await server.collection([doc]);
    expect(await codeOf(collection.findOne({}, { projection }))).toBe(code);
  });

  it('slices arrays that stand in an array, and not those of an array within it', async () => {
    const collection = await server.collection([{ _id: 1, a: [{ b: [1, 2, 3] }, [{ b: [4, 5, 6] }], 7] }]);
    const slice = { 'a.b': { $slice: [1, 1] } };
    expect(await collection.findOne({}, { projection: slice })).toEqual({
      _id: 1,
      a: [{ b: [2] }, [{ b: [4, 5, 6] }], 7],
    });
    expect(await collection.findOne({}, { projection: { ...slice, _id: 1, c: 1 } })).toEqual({
      _id: 1,
      a: [{ b: [2] }, [{ b: [4, 5, 6] }]],
    });
  });

  it('takes the matched element of the first array on the path of a positional projection', async () => {
    const found = async (doc: Document, filter: Document) => {
      const collection = await server.collection([{ _id: 1, ...doc }]);
      return collection.findOne(filter, { projection: { _id: 0, 'a.b.$': 1 } });
    };
    expect(await found({ x: [5, 6], a: [{ b: [1, 2] }, { b: [3, 4] }] }, { x: 6 })).toEqual({
      a: [{ b: [3, 4] }],
    });
    expect(await found({ x: [5, 6], a: { b: [1, 2] } }, { x: 6 })).toEqual({ a: { b: [2] } });
    expect(await found({ x: [5, 6], a: { b: 1 } }, { x: 6 })).toEqual({ a: { b: 1 } });
  });
});
