import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Document,
} from 'mongodb';
import { codeOf, startEither, type TestServer, type Rows } from '../testing/server.js';

/** https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/ */
let server: TestServer;
beforeAll(async () => (server = await startEither()));
afterAll(() => server.stop());

const oid = new ObjectId('65a000000000000000000001');
/** Values in BSON's order. */
const ordered: unknown[] = [
  new MinKey(),
  null,
  NaN,
  -Infinity,
  new Double(-1e300),
  Long.fromString('-9007199254740993'),
  -9007199254740992,
  -1.5,
  -1,
  0,
  Decimal128.fromString('0.1'),
  new Double(0.1).valueOf() + 0.05,
  Decimal128.fromString('1.5'),
  2,
  Long.fromString('9007199254740992'),
  Long.fromString('9007199254740993'),
  Decimal128.fromString('9007199254740993.5'),
  Decimal128.fromString('1E+400'),
  Infinity,
  '',
  'a',
  'a\0',
  'b',
  'ä',
  {},
  { a: 1 },
  { a: 2 },
  { b: 1 },
  { a: 'x' },
  [],
  new Binary(Buffer.from('z')),
  new Binary(Buffer.from('aa')),
  new Binary(Buffer.from('ab')),
  new Binary(Buffer.from('ab'), 5),
  oid,
  false,
  true,
  new Date(-1),
  new Date(0),
  new Timestamp({ t: 1, i: 1 }),
  new BSONRegExp('a', 'i'),
  new Code('f()'),
  new MaxKey(),
];
/** Arrays sort by their elements, an empty one before null; they have a test of their own. */
const scalars = ordered.filter((value) => !Array.isArray(value));

describe.each(['without an index', 'with an index', 'with a descending index'])('values %s', (kind) => {
  let collection: Rows;
  beforeAll(async () => {
    collection = await server.collection(scalars.map((v, _id) => ({ _id, v })).reverse());
    if (kind !== 'without an index') await collection.createIndex({ v: kind === 'with an index' ? 1 : -1 });
  });

  it('sort in BSON order, both ways', async () => {
    const places = (await collection.find().sort({ v: 1 }).toArray()).map(({ _id }) => _id as number);
    expect(places).toEqual(scalars.map((_, at) => at));
    const back = (await collection.find().sort({ v: -1 }).toArray()).map(({ _id }) => _id as number);
    expect(back).toEqual(scalars.map((_, at) => at).reverse());
  });

  it('equal themselves only', async () => {
    for (const [at, v] of scalars.entries()) {
      const filter =
        v instanceof BSONRegExp ? { v: { $in: [v] }, _id: { $gte: 35 } } : { v: { $eq: v as never } };
      const found = (await collection.find(filter).toArray()).map(({ _id }) => _id as number);
      expect({ v, found }).toEqual({ v, found: [at] });
    }
  });

  it('compare within their type', async () => {
    const count = (filter: Document) => collection.countDocuments({ v: filter });
    expect(await count({ $gt: 1.5 })).toBe(6);
    expect(await count({ $gte: Decimal128.fromString('1.5') })).toBe(7);
    expect(await count({ $lt: 0 })).toBe(6);
    expect(await count({ $lte: NaN })).toBe(1);
    expect(await count({ $gt: Long.fromString('9007199254740992') })).toBe(4);
    expect(await count({ $gte: '' })).toBe(5);
    expect(await count({ $gt: false })).toBe(1);
    expect(await count({ $gt: new Date(-1) })).toBe(1);
    expect(await count({ $gte: null })).toBe(1);
    expect(await count({ $gt: null })).toBe(0);
    expect(await count({ $gt: new Binary(Buffer.from('aa')) })).toBe(2);
    expect(await count({ $gte: new MinKey() })).toBe(scalars.length);
    expect(await count({ $lt: new MaxKey() })).toBe(scalars.length - 1);
    expect(await count({ $gt: { a: 1 } })).toBe(3);
  });

  it.each([
    ['double', 7],
    ['int', 3],
    ['long', 3],
    ['decimal', 4],
    ['number', 17],
    ['objectId', 1],
    ['string', 5],
    ['binData', 4],
    ['regex', 1],
    ['timestamp', 1],
    ['javascript', 1],
    ['minKey', 1],
    [7, 1],
    [-1, 1],
  ])('are of $type %s', async (type, count) => {
    expect(await collection.countDocuments({ v: { $type: type as never } })).toBe(count);
  });
});

it('knows numbers of every kind as equal', async () => {
  const collection = await server.collection([
    { v: 5 },
    { v: new Double(5) },
    { v: Long.fromNumber(5) },
    { v: Decimal128.fromString('5.00') },
  ] as never);
  for (const v of [5, Long.fromNumber(5), Decimal128.fromString('5'), new Double(5)]) {
    expect(await collection.countDocuments({ v })).toBe(4);
    expect(await collection.countDocuments({ v: { $in: [v] } })).toBe(4);
    expect(await collection.countDocuments({ $expr: { $eq: ['$v', v] } })).toBe(4);
  }
  expect(await collection.distinct('v')).toHaveLength(1);
  expect(await collection.aggregate([{ $group: { _id: '$v' } }]).toArray()).toHaveLength(1);
  const types = await collection
    .aggregate([{ $sort: { _id: 1 } }, { $project: { _id: 0, type: { $type: '$v' } } }])
    .toArray();
  expect(types.map(({ type }) => type as string)).toEqual(['int', 'double', 'long', 'decimal']);
});

it('takes objects whose fields stand in another order as different', async () => {
  const collection = await server.collection([
    { _id: 1, v: { a: 1, b: 2 } },
    { _id: 2, v: { b: 2, a: 1 } },
  ] as never);
  expect(await collection.find({ v: { a: 1, b: 2 } }).toArray()).toHaveLength(1);
  expect(await collection.distinct('v')).toHaveLength(2);
  expect(await collection.aggregate([{ $group: { _id: '$v' } }]).toArray()).toHaveLength(2);
});

it('sorts arrays by their least element, and by their greatest when descending', async () => {
  const collection = await server.collection([
    { _id: 1, v: [1, 9] },
    { _id: 2, v: [4, 5] },
    { _id: 3, v: 3 },
    { _id: 4, v: [] },
  ] as never);
  const order = async (direction: 1 | -1) =>
    (await collection.find().sort({ v: direction }).toArray()).map(({ _id }) => Number(_id));
  for (const indexed of [false, true]) {
    if (indexed) await collection.createIndex({ v: 1 });
    expect(await order(1)).toEqual([4, 1, 3, 2]);
    expect(await order(-1)).toEqual([1, 2, 3, 4]);
  }
});

it('matches null where documents of an array lack the field', async () => {
  const collection = await server.collection([
    { _id: 1, items: [{ x: 1 }, { y: 1 }] },
    { _id: 2, items: [{ x: 1 }] },
    { _id: 3, items: [{ x: null }] },
    { _id: 4 },
  ] as never);
  for (const indexed of [false, true]) {
    if (indexed) await collection.createIndex({ 'items.x': 1 });
    expect(
      (await collection.find({ 'items.x': null }).sort({ _id: 1 }).toArray()).map(({ _id }) => Number(_id)),
    ).toEqual([1, 3, 4]);
    expect(
      (await collection.find({ 'items.x': { $exists: false } }).toArray()).map(({ _id }) => Number(_id)),
    ).toEqual([4]);
  }
});

describe('regular expressions', () => {
  it.each([
    [{ v: /^AB/i }, [1]],
    [{ v: new BSONRegExp('a.b', 's') }, [2]],
    [{ v: /a.b/ }, []],
    [{ v: /^second$/m }, [3]],
    [{ v: { $regex: new BSONRegExp('^ab', 'i') } }, [1]],
    [{ v: { $regex: '(?i)^AB' } }, [1]],
    [{ v: { $not: /b/ } }, [3, 4]],
    [{ v: { $in: [/^ab/i, 7] } }, [1, 4]],
  ])('%j finds %j', async (filter, expected) => {
    const collection = await server.collection([
      { _id: 1, v: 'ab' },
      { _id: 2, v: 'a\nb' },
      { _id: 3, v: 'first\nsecond' },
      { _id: 4, v: 7 },
    ] as never);
    const found = await collection
      .find(filter as Document)
      .sort({ _id: 1 })
      .toArray();
    expect(found.map(({ _id }) => Number(_id))).toEqual(expected);
  });

  it('that cannot be read are refused', async () => {
    const collection = await server.collection([{ v: 'a' }]);
    expect(await codeOf(collection.findOne({ v: { $regex: '(' } }))).toBe(51091);
    expect(await codeOf(collection.findOne({ v: { $regex: 'a', $options: 'q' } }))).toBe(51108);
  });
});

describe('arithmetic', () => {
  const evaluate = async (expression: unknown): Promise<unknown> => {
    const collection = await server.collection([
      {
        _id: 1,
        int: new Int32(7),
        double: new Double(2),
        long: Long.fromString('9007199254740993'),
        decimal: Decimal128.fromString('0.1'),
      },
    ] as never);
    const [found] = await collection
      .aggregate([{ $project: { _id: 0, v: expression } }], { promoteValues: false })
      .toArray();
    return found!.v as unknown;
  };
  const text = async (expression: unknown) => String(await evaluate(expression));

  it.each([
    [{ $add: ['$long', 1] }, '9007199254740994'],
    [{ $multiply: ['$long', '$int'] }, '63050394783186951'],
    [{ $add: ['$decimal', '$decimal', '$decimal'] }, '0.3'],
    [{ $multiply: [Decimal128.fromString('0.1'), 3] }, '0.3'],
    [{ $subtract: ['$int', '$double'] }, '5'],
    [{ $divide: ['$int', '$double'] }, '3.5'],
    [{ $divide: [Decimal128.fromString('1'), 3] }, '0.3333333333333333333333333333333333'],
    [{ $mod: ['$long', 10] }, '3'],
    [{ $add: [2147483647, 1] }, '2147483648'],
    [{ $round: [2.5, 0] }, '2'],
    [{ $round: [Decimal128.fromString('2.345'), 2] }, '2.34'],
    [{ $abs: Long.fromNumber(-5) }, '5'],
    [{ $ceil: 1.2 }, '2'],
    [{ $floor: -1.2 }, '-2'],
    [{ $trunc: [1234.567, -2] }, '1200'],
    [{ $pow: [2, 40] }, '1099511627776'],
    [{ $toString: '$long' }, '9007199254740993'],
    [{ $toLong: '12' }, '12'],
    [{ $toDecimal: '1.50' }, '1.50'],
    [{ $toInt: 3.9 }, '3'],
    [{ $toString: oid }, oid.toHexString()],
    [{ $convert: { input: 'x', to: 'int', onError: -1 } }, '-1'],
  ])('%j is %s', async (expression, expected) => {
    expect(await text(expression)).toBe(expected);
  });

  it('keeps the kind of its operands', async () => {
    const kinds = async (expression: unknown) =>
      ((await evaluate(expression)) as { _bsontype: string })._bsontype;
    expect(await kinds({ $add: ['$int', 1] })).toBe('Int32');
    expect(await kinds({ $add: ['$double', 1] })).toBe('Double');
    expect(await kinds({ $add: ['$int', Long.fromNumber(1)] })).toBe('Long');
    expect(await kinds({ $add: ['$int', '$decimal'] })).toBe('Decimal128');
    expect(await kinds({ $add: [2147483647, 1] })).toBe('Long');
  });

  it('sums and averages every kind', async () => {
    const collection = await server.collection([
      { v: Decimal128.fromString('0.1') },
      { v: 0.2 },
      { v: Long.fromNumber(2) },
      { v: 'text' },
      {},
    ] as never);
    const [sums] = await collection
      .aggregate([
        {
          $group: {
            _id: null,
            sum: { $sum: '$v' },
            avg: { $avg: '$v' },
            max: { $max: '$v' },
            n: { $sum: 1 },
          },
        },
      ])
      .toArray();
    // A double counts with all of its digits: it cannot represent 0.2 exactly.
    expect(String(sums!.sum)).toBe('2.300000000000000011102230246251565');
    expect(String(sums!.avg)).toMatch(/^0\.7666/);
    expect(sums).toMatchObject({ max: 'text', n: 5 });
  });

  it('reads dates from ids, texts and numbers', async () => {
    expect(await evaluate({ $toDate: oid })).toEqual(oid.getTimestamp());
    expect(await evaluate({ $toDate: '2026-01-02T03:04:05' })).toEqual(new Date('2026-01-02T03:04:05Z'));
    expect(await evaluate({ $toDate: Long.fromNumber(5) })).toEqual(new Date(5));
    expect(await evaluate({ $add: [new Date(0), 5] })).toEqual(new Date(5));
    expect(await text({ $subtract: [new Date(9), new Date(2)] })).toBe('7');
  });
});

describe('equal values', () => {
  it.each([
    ['binary data', new Binary(Buffer.from('a')), new Binary(Buffer.from('a')), new Binary(Buffer.from('b'))],
    ['ids', oid, new ObjectId(oid.toHexString()), new ObjectId()],
    ['decimals', Decimal128.fromString('1.0'), Decimal128.fromString('1'), Decimal128.fromString('1.1')],
    ['dates', new Date(1), new Date(1), new Date(2)],
  ])('of %s are one in $addToSet, $pull and $group', async (_name, value, same, other) => {
    const collection = await server.collection([
      { _id: 1, list: [value] },
      { _id: 2, list: [other] },
    ] as never);
    await collection.updateOne(
      { _id: 1 },
      {
        $addToSet: { list: { $each: [same, other] } },
      },
    );
    expect((await collection.findOne({ _id: 1 }))!.list).toHaveLength(2);
    await collection.updateOne({ _id: 1 }, { $pull: { list: same } } as never);
    expect((await collection.findOne({ _id: 1 }))!.list).toEqual([other]);
    const groups = await collection
      .aggregate([{ $unwind: '$list' }, { $group: { _id: '$list', all: { $addToSet: '$list' } } }])
      .toArray();
    expect(groups).toHaveLength(1);
    expect(groups[0]!.all).toHaveLength(1);
  });
});
