import {
  Double,
  Long,
  ObjectId,
  Timestamp,
  UUID,
  type Document,
  type MongoBulkWriteError,
  type WriteError,
} from 'mongodb';
import {
  codeOf,
  codeOfWrite,
  startEither,
  startServer,
  type TestServer,
  type Row,
  type Rows,
} from '../testing/server.js';
import { WireClient } from '../testing/wire.js';

/**
 * Results, errors and outcomes of the drivers' create, read, update and delete calls, from MongoDB's manual:
 * https://www.mongodb.com/docs/manual/crud/
 */
let server: TestServer;
beforeAll(async () => (server = await startEither()));
afterAll(() => server.stop());

const numbers = () => [
  { _id: 1, x: 11 },
  { _id: 2, x: 22 },
  { _id: 3, x: 33 },
];

interface Case {
  name: string;
  before?: Document[];
  run: (collection: Rows) => Promise<unknown>;
  /** The expected result; only the fields given here are compared. */
  gives?: unknown;
  fails?: number;
  /** The expected documents of the collection afterwards. */
  leaves?: Document[];
}

async function check({ before = numbers(), run, gives, fails, leaves }: Case): Promise<void> {
  const collection = await server.collection(before);
  if (fails !== undefined) {
    expect(await codeOf(run(collection))).toBe(fails);
  } else {
    const result = await run(collection);
    if (gives !== undefined) {
      if (typeof gives === 'object' && gives !== null && !Array.isArray(gives))
        expect(result).toMatchObject(gives);
      else expect(result).toEqual(gives);
    }
  }
  if (leaves) expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(leaves);
}

describe('inserting', () => {
  const cases: Case[] = [
    {
      name: 'one document',
      run: (c) => c.insertOne({ _id: 4, x: 44 }),
      gives: { acknowledged: true, insertedId: 4 },
      leaves: [...numbers(), { _id: 4, x: 44 }],
    },
    {
      name: 'many documents',
      before: [],
      run: (c) => c.insertMany(numbers()),
      gives: { insertedCount: 3, insertedIds: { 0: 1, 1: 2, 2: 3 } },
      leaves: numbers(),
    },
    {
      name: 'an _id that is there',
      run: (c) => c.insertOne({ _id: 1 }),
      fails: 11000,
      leaves: numbers(),
    },
    {
      name: 'in order, stopping at the first error',
      run: (c) => c.insertMany([{ _id: 4 }, { _id: 1 }, { _id: 5 }] as never),
      fails: 11000,
      leaves: [...numbers(), { _id: 4 }],
    },
    {
      name: 'out of order, going on after errors',
      run: (c) => c.insertMany([{ _id: 1 }, { _id: 4 }, { _id: 1 }, { _id: 5 }] as never, { ordered: false }),
      fails: 11000,
      leaves: [...numbers(), { _id: 4 }, { _id: 5 }],
    },
    {
      name: 'a field that begins with a dollar',
      before: [],
      run: (c) => c.insertOne({ _id: 1, $a: 1 }),
      leaves: [{ _id: 1, $a: 1 }],
    },
    {
      name: 'a field with a dot',
      before: [],
      run: (c) => c.insertOne({ _id: 1, 'a.b': 1 }),
      leaves: [{ _id: 1, 'a.b': 1 }],
    },
    {
      name: 'a dollar in an embedded document',
      before: [],
      run: (c) => c.insertOne({ _id: 1, a: { $b: 1, 'c.d': 2 } }),
      leaves: [{ _id: 1, a: { $b: 1, 'c.d': 2 } }],
    },
    {
      name: 'an _id with a dotted field',
      before: [],
      run: (c) => c.insertOne({ _id: { 'a.b': 1 } }),
      leaves: [{ _id: { 'a.b': 1 } }],
    },
    {
      name: 'an _id with a dollar field',
      before: [],
      run: (c) => c.insertOne({ _id: { $a: 1 } }),
      fails: 52,
      leaves: [],
    },
    {
      name: 'an array as _id',
      before: [],
      run: (c) => c.insertOne({ _id: [1] as never }),
      fails: 53,
      leaves: [],
    },
    {
      name: 'without acknowledgement',
      before: [],
      run: (c) => c.insertOne({ _id: 1 }, { writeConcern: { w: 0 } }),
      gives: { acknowledged: false },
    },
    {
      name: 'an _id that is not the first field, which it becomes',
      before: [],
      run: async (c) => {
        await c.insertOne({ x: 1, _id: 1 });
        return Object.keys((await c.findOne())!);
      },
      gives: ['_id', 'x'],
    },
  ];
  it.each(cases)('inserts $name', check);
});

/** https://www.mongodb.com/docs/manual/reference/bson-types/#timestamps */
it('puts the time of the server in the place of empty timestamps in documents that come whole', async () => {
  const empty = new Timestamp({ t: 0, i: 0 });
  const collection = await server.collection([
    { _id: 1, at: empty, in: { at: empty } },
    { _id: 2 },
    { _id: 3 },
  ]);
  await collection.replaceOne({ _id: 2 }, { at: empty });
  await collection.updateOne({ _id: 3 }, { $set: { at: empty } });
  const [inserted, replaced, updated] = await collection.find().sort({ _id: 1 }).toArray();
  expect((inserted!.at as Timestamp).isZero()).toBe(false);
  expect((inserted!.in as Row).at).toEqual(empty);
  expect((replaced!.at as Timestamp).isZero()).toBe(false);
  expect(updated!.at).toEqual(empty);
});

it.each<[Document, number]>([
  [{ query: 1, update: { a: 1 } }, 14],
  [{ sort: 'a', update: { a: 1 } }, 14],
  [{ fields: 1, update: { a: 1 } }, 14],
  [{ update: { a: 1 }, hint: 1 }, 9],
  [{ remove: true, arrayFilters: [{ i: 1 }] }, 9],
  [{ update: [], arrayFilters: [{ i: 1 }] }, 9],
  [{ update: [null] }, 14],
  [{ query: { a: 1 }, update: { $set: { b: 1 } }, fields: { 'a.$': 1 }, new: true }, 2],
])('findAndModify with %j is refused', async (rest, code) => {
  const { collectionName } = await server.collection(numbers());
  expect(await codeOf(server.main.command({ findAndModify: collectionName, ...rest }))).toBe(code);
});

it.each<[Document, number]>([
  [{ q: 5, u: { $set: { a: 1 } } }, 14],
  [{ u: { $set: { a: 1 } } }, 40414],
  [{ q: {}, u: { $set: { a: 1 } }, sort: true }, 14],
  [{ q: {}, u: { $set: { a: 1 } }, multi: 'false' }, 14],
  [{ q: {}, u: 5 }, 9],
  [{ q: {}, u: [5] }, 14],
  [{ q: {}, u: [{ $nonsense: 1 }] }, 40324],
  [{ q: {}, u: [{ $match: {} }] }, 72],
  [{ q: {}, u: { $set: { a: 1 } }, c: {} }, 51198],
])('the update %j is refused', async (update, code) => {
  const collection = await server.collection(numbers());
  const command = { update: collection.collectionName, updates: [update] };
  expect(await codeOfWrite(server.main.command(command))).toBe(code);
  expect(await collection.countDocuments({ a: 1 })).toBe(0);
});

describe('finding', () => {
  const cases: Case[] = [
    {
      name: 'by a range',
      run: (c) =>
        c
          .find({ x: { $gt: 11 } })
          .sort({ _id: 1 })
          .toArray(),
      gives: numbers().slice(1),
    },
    {
      name: 'with sort, skip and limit',
      run: (c) => c.find().sort({ x: -1 }).skip(1).limit(1).toArray(),
      gives: [{ _id: 2, x: 22 }],
    },
    { name: 'in batches', run: (c) => c.find().sort({ _id: 1 }).batchSize(1).toArray(), gives: numbers() },
    {
      name: 'with a batch size of zero',
      run: (c) => c.find({}, { batchSize: 0 }).toArray(),
      gives: numbers(),
    },
    {
      name: 'with a single batch',
      run: (c) => c.find({}, { singleBatch: true, batchSize: 2, sort: { _id: 1 } }).toArray(),
      gives: numbers().slice(0, 2),
    },
    {
      name: 'with let',
      run: (c) => c.find({ $expr: { $eq: ['$_id', '$$id'] } }, { let: { id: 1 } }).toArray(),
      gives: [numbers()[0]],
    },
    {
      name: 'with let of a literal',
      run: (c) =>
        c.find({ $expr: { $eq: ['$$text', '$y'] } }, { let: { text: { $literal: '$x' } } }).toArray(),
      gives: [],
    },
    {
      name: 'with a variable that is not defined',
      run: (c) => c.find({ $expr: { $eq: ['$_id', '$$id'] } }).toArray(),
      fails: 17276,
    },
    {
      name: 'with a comment',
      run: (c) =>
        c
          .find({}, { comment: { k: 'v' } })
          .sort({ _id: 1 })
          .toArray(),
      gives: numbers(),
    },
    {
      name: 'with allowDiskUse',
      run: (c) => c.find({}, { allowDiskUse: true }).sort({ x: 1 }).toArray(),
      gives: numbers(),
    },
    {
      name: 'with a hint by name',
      run: (c) => c.find({ _id: 1 }, { hint: '_id_' }).toArray(),
      gives: [numbers()[0]],
    },
    {
      name: 'with a hint by key',
      run: (c) => c.find({ _id: 1 }, { hint: { _id: 1 } }).toArray(),
      gives: [numbers()[0]],
    },
    {
      name: 'with a hint that names no index',
      run: (c) => c.find({ _id: 1 }, { hint: 'none' }).toArray(),
      fails: 2,
    },
    {
      name: 'in natural order',
      run: (c) => c.find({}, { hint: { $natural: -1 } }).toArray(),
      gives: numbers().reverse(),
    },
    { name: 'in a collection that is not there', before: [], run: (c) => c.find().toArray(), gives: [] },
    {
      name: 'with a read concern that is none',
      run: (c) => c.find({}, { readConcern: { level: 'nonsense' as never } }).toArray(),
      fails: 9,
    },
    {
      name: 'with a wrong sort',
      run: (c) => server.main.command({ find: c.collectionName, sort: { x: 2 } }),
      fails: 15975,
    },
  ];
  it.each(cases)('finds $name', check);

  it('goes on after the first batch and closes what is not read to its end', async () => {
    const collection = await server.collection(Array.from({ length: 500 }, (_, n) => ({ _id: n })));
    expect(await collection.find().toArray()).toHaveLength(500);
    const cursor = collection.find().batchSize(2);
    await cursor.next();
    const id = cursor.id!;
    await cursor.close();
    expect(await codeOf(server.main.command({ getMore: id, collection: collection.collectionName }))).toBe(
      43,
    );
  });
});

describe('counting', () => {
  const cases: Case[] = [
    { name: 'all', run: (c) => c.countDocuments(), gives: 3 },
    { name: 'by a filter', run: (c) => c.countDocuments({ x: { $gt: 11 } }), gives: 2 },
    { name: 'with skip and limit', run: (c) => c.countDocuments({}, { skip: 1, limit: 1 }), gives: 1 },
    { name: 'none in a collection that is not there', before: [], run: (c) => c.countDocuments(), gives: 0 },
    { name: 'as an estimate', run: (c) => c.estimatedDocumentCount(), gives: 3 },
    { name: 'as an estimate of nothing', before: [], run: (c) => c.estimatedDocumentCount(), gives: 0 },
    { name: 'with the old count command', run: (c) => c.count({ x: { $gte: 22 } }, { skip: 1 }), gives: 1 },
    { name: 'distinct values', run: (c) => c.distinct('x', { x: { $gt: 11 } }), gives: [22, 33] },
    {
      name: 'distinct values of arrays',
      before: [{ a: [1, 2] }, { a: [2, 3] }, { a: [] }, {}] as never,
      run: (c) => c.distinct('a'),
      gives: [1, 2, 3],
    },
  ];
  it.each(cases)('counts $name', check);
});

describe('updating', () => {
  const changed = (change: Document) => [{ ...numbers()[0], ...change }, ...numbers().slice(1)];
  const cases: Case[] = [
    {
      name: 'one',
      run: (c) => c.updateOne({ _id: 1 }, { $inc: { x: 1 } }),
      gives: { matchedCount: 1, modifiedCount: 1, upsertedCount: 0 },
      leaves: changed({ x: 12 }),
    },
    {
      name: 'none',
      run: (c) => c.updateOne({ _id: 9 }, { $inc: { x: 1 } }),
      gives: { matchedCount: 0, modifiedCount: 0, upsertedCount: 0, upsertedId: null },
      leaves: numbers(),
    },
    {
      name: 'to what it is',
      run: (c) => c.updateOne({ _id: 1 }, { $set: { x: 11 } }),
      gives: { matchedCount: 1, modifiedCount: 0 },
    },
    {
      name: 'by inserting',
      run: (c) => c.updateOne({ _id: 4 }, { $inc: { x: 1 } }, { upsert: true }),
      gives: { matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId: 4 },
      leaves: [...numbers(), { _id: 4, x: 1 }],
    },
    {
      name: 'many',
      run: (c) => c.updateMany({ _id: { $gt: 1 as never } }, { $inc: { x: 1 } }),
      gives: { matchedCount: 2, modifiedCount: 2 },
      leaves: [numbers()[0]!, { _id: 2, x: 23 }, { _id: 3, x: 34 }],
    },
    {
      name: 'many by inserting',
      run: (c) => c.updateMany({ _id: 4 }, { $inc: { x: 1 } }, { upsert: true }),
      gives: { upsertedCount: 1, upsertedId: 4 },
    },
    {
      name: 'with a pipeline',
      run: (c) =>
        c.updateOne({ _id: 1 }, [{ $replaceRoot: { newRoot: { y: '$x' } } }, { $addFields: { foo: 1 } }]),
      gives: { modifiedCount: 1 },
      leaves: [{ _id: 1, y: 11, foo: 1 }, ...numbers().slice(1)],
    },
    {
      name: 'with let in a pipeline',
      run: (c) =>
        c.updateOne({ $expr: { $eq: ['$_id', '$$id'] } }, [{ $set: { x: '$$x' } }], {
          let: { id: 1, x: 'foo' },
        }),
      gives: { modifiedCount: 1 },
      leaves: changed({ x: 'foo' }),
    },
    {
      name: 'with a hint',
      run: (c) => c.updateOne({ _id: 1 }, { $inc: { x: 1 } }, { hint: '_id_' }),
      gives: { modifiedCount: 1 },
    },
    {
      name: 'with an empty hint, which is none',
      run: (c) => c.updateOne({ _id: 1 }, { $inc: { x: 1 } }, { hint: {} }),
      gives: { modifiedCount: 1 },
    },
    {
      name: 'with an unknown hint',
      run: (c) => c.updateOne({ _id: 1 }, { $inc: { x: 1 } }, { hint: 'none' }),
      fails: 2,
      leaves: numbers(),
    },
    {
      name: 'with a sort',
      run: (c) => c.updateOne({ x: { $gt: 1 } }, { $set: { x: 0 } }, { sort: { _id: -1 } }),
      gives: { modifiedCount: 1 },
      leaves: [...numbers().slice(0, 2), { _id: 3, x: 0 }],
    },
    {
      name: 'with an unknown operator',
      run: (c) => c.updateOne({}, { $foo: { x: 1 } }),
      fails: 9,
      leaves: numbers(),
    },
    {
      name: 'two operators on one path',
      run: (c) => c.updateOne({}, { $set: { x: 1 }, $inc: { x: 1 } }),
      fails: 40,
      leaves: numbers(),
    },
    {
      name: 'the _id',
      run: (c) => c.updateOne({ _id: 1 }, { $set: { _id: 9 } }),
      fails: 66,
      leaves: numbers(),
    },
    {
      name: 'the _id to what it is',
      run: (c) => c.updateOne({ _id: 1 }, { $set: { _id: 1, x: 5 } }),
      gives: { modifiedCount: 1 },
      leaves: changed({ x: 5 }),
    },
    {
      name: 'a dollar field by $setField',
      run: (c) =>
        c.updateOne({ _id: 1 }, [
          { $replaceWith: { $setField: { field: { $literal: '$a' }, value: 1, input: '$$ROOT' } } },
        ]),
      leaves: changed({ $a: 1 }),
    },
    {
      name: 'a dotted field by $setField',
      run: (c) =>
        c.updateOne({ _id: 1 }, [
          { $replaceWith: { $setField: { field: { $literal: 'a.b' }, value: 1, input: '$$ROOT' } } },
        ]),
      leaves: changed({ 'a.b': 1 }),
    },
    {
      name: 'a dollar field of an embedded document',
      before: [{ _id: 1, foo: {} }],
      run: (c) =>
        c.updateOne({ _id: 1 }, [
          { $set: { foo: { $setField: { field: { $literal: '$a' }, value: 1, input: '$foo' } } } },
        ]),
      leaves: [{ _id: 1, foo: { $a: 1 } }],
    },
    {
      name: 'a document into another',
      run: (c) => c.replaceOne({ _id: 1 }, { x: 111 }),
      gives: { matchedCount: 1, modifiedCount: 1 },
      leaves: changed({ x: 111 }),
    },
    {
      name: 'a document into another with the same _id',
      run: (c) => c.replaceOne({ _id: 1 }, { _id: 1, x: 111 }),
      gives: { modifiedCount: 1 },
    },
    {
      name: 'a document into one with another _id',
      run: (c) => c.replaceOne({ _id: 1 }, { _id: 9, x: 1 }),
      fails: 66,
      leaves: numbers(),
    },
    {
      name: 'by inserting the replacement',
      run: (c) => c.replaceOne({ _id: 4 }, { x: 1 }, { upsert: true }),
      gives: { upsertedCount: 1, upsertedId: 4 },
      leaves: [...numbers(), { _id: 4, x: 1 }],
    },
    {
      name: 'by inserting the replacement with its _id',
      run: (c) => c.replaceOne({ x: 99 }, { _id: 4, x: 1 }, { upsert: true }),
      gives: { upsertedId: 4 },
    },
    {
      name: 'a document into one with a dollar field',
      run: (c) =>
        server.main.command({
          findAndModify: c.collectionName,
          query: { _id: 1 },
          update: { x: 1, $set: { x: 2 } },
        }),
      fails: 52,
      leaves: numbers(),
    },
    {
      name: 'a document into one with embedded dollars and dots',
      run: (c) => c.replaceOne({ _id: 1 }, { a: { $b: 1, 'c.d': 1 } }),
      leaves: [{ _id: 1, a: { $b: 1, 'c.d': 1 } }, ...numbers().slice(1)],
    },
    {
      name: 'without acknowledgement',
      run: (c) => c.updateOne({ _id: 1 }, { $inc: { x: 1 } }, { writeConcern: { w: 0 } }),
      gives: { acknowledged: false },
    },
  ];
  it.each(cases)('updates $name', check);

  const nested = () => [
    { _id: 1, y: [{ b: 3 }, { b: 1 }] },
    { _id: 2, y: [{ b: 0 }, { b: 1 }] },
    { _id: 3, y: [{ b: 5, c: [{ d: 2 }, { d: 1 }] }] },
  ];
  const arrays: Case[] = [
    {
      name: 'with one filter',
      before: nested(),
      run: (c) => c.updateOne({}, { $set: { 'y.$[i].b': 2 } }, { arrayFilters: [{ 'i.b': 3 }] }),
      gives: { modifiedCount: 1 },
      leaves: [{ _id: 1, y: [{ b: 2 }, { b: 1 }] }, ...nested().slice(1)],
    },
    {
      name: 'in all documents',
      before: nested(),
      run: (c) => c.updateMany({}, { $set: { 'y.$[i].b': 2 } }, { arrayFilters: [{ 'i.b': 1 }] }),
      gives: { matchedCount: 3, modifiedCount: 2 },
    },
    {
      name: 'with two filters',
      before: nested(),
      run: (c) =>
        c.updateOne(
          { _id: 3 },
          { $set: { 'y.$[i].c.$[j].d': 0 } },
          { arrayFilters: [{ 'i.b': 5 }, { 'j.d': 1 }] },
        ),
      leaves: [...nested().slice(0, 2), { _id: 3, y: [{ b: 5, c: [{ d: 2 }, { d: 0 }] }] }],
    },
    {
      name: 'in all elements',
      before: nested(),
      run: (c) => c.updateOne({ _id: 1 }, { $inc: { 'y.$[].b': 1 } }),
      leaves: [{ _id: 1, y: [{ b: 4 }, { b: 2 }] }, ...nested().slice(1)],
    },
    {
      name: 'with a filter that is not used',
      before: nested(),
      run: (c) =>
        c.updateOne({}, { $set: { 'y.$[i].b': 2 } }, { arrayFilters: [{ 'i.b': 3 }, { 'j.b': 3 }] }),
      fails: 9,
      leaves: nested(),
    },
    {
      name: 'with a filter that is missing',
      before: nested(),
      run: (c) => c.updateOne({}, { $set: { 'y.$[i].b': 2 } }),
      fails: 2,
      leaves: nested(),
    },
    {
      name: 'with two filters of one name',
      before: nested(),
      run: (c) =>
        c.updateOne({}, { $set: { 'y.$[i].b': 2 } }, { arrayFilters: [{ 'i.b': 3 }, { 'i.b': 1 }] }),
      fails: 9,
      leaves: nested(),
    },
    {
      name: 'at the place that matched',
      before: nested(),
      run: (c) => c.updateOne({ _id: 1, 'y.b': 1 }, { $set: { 'y.$.b': 7 } }),
      leaves: [{ _id: 1, y: [{ b: 3 }, { b: 7 }] }, ...nested().slice(1)],
    },
    {
      name: 'at the place that matched under $and',
      before: nested(),
      run: (c) =>
        c.updateOne(
          { $and: [{ _id: 1 as never }, { y: { $elemMatch: { b: 1 } } }] },
          { $set: { 'y.$.b': 7 } },
        ),
      leaves: [{ _id: 1, y: [{ b: 3 }, { b: 7 }] }, ...nested().slice(1)],
    },
    {
      name: 'at a place that nothing matched',
      before: nested(),
      run: (c) => c.updateOne({ _id: 1 }, { $set: { 'y.$.b': 7 } }),
      fails: 2,
      leaves: nested(),
    },
  ];
  it.each(arrays)('updates array elements $name', check);
});

describe('deleting', () => {
  const cases: Case[] = [
    {
      name: 'one of several',
      run: (c) => c.deleteOne({ _id: { $gt: 1 as never } }),
      gives: { deletedCount: 1 },
      leaves: [numbers()[0]!, numbers()[2]!],
    },
    {
      name: 'many',
      run: (c) => c.deleteMany({ _id: { $gt: 1 as never } }),
      gives: { deletedCount: 2 },
      leaves: [numbers()[0]!],
    },
    {
      name: 'none',
      run: (c) => c.deleteOne({ _id: 9 as never }),
      gives: { deletedCount: 0 },
      leaves: numbers(),
    },
    {
      name: 'with let',
      run: (c) => c.deleteOne({ $expr: { $eq: ['$_id', '$$id'] } }, { let: { id: 1 } }),
      gives: { deletedCount: 1 },
    },
    {
      name: 'with a hint',
      run: (c) => c.deleteMany({ _id: { $gt: 1 as never } }, { hint: { _id: 1 } }),
      gives: { deletedCount: 2 },
    },
    {
      name: 'with an unknown hint',
      run: (c) => c.deleteOne({ _id: 1 as never }, { hint: { nothing: 1 } }),
      fails: 2,
      leaves: numbers(),
    },
  ];
  it.each(cases)('deletes $name', check);
});

describe('finding and changing at once', () => {
  const cases: Case[] = [
    {
      name: 'answers the old document',
      run: (c) => c.findOneAndUpdate({ _id: 1 }, { $inc: { x: 1 } }),
      gives: { _id: 1, x: 11 },
    },
    {
      name: 'answers the new document',
      run: (c) => c.findOneAndUpdate({ _id: 1 }, { $inc: { x: 1 } }, { returnDocument: 'after' }),
      gives: { _id: 1, x: 12 },
    },
    {
      name: 'answers null where nothing matches',
      run: (c) => c.findOneAndUpdate({ _id: 9 }, { $inc: { x: 1 } }),
      gives: null,
      leaves: numbers(),
    },
    {
      name: 'inserts where nothing matches',
      run: (c) => c.findOneAndUpdate({ _id: 4 }, { $inc: { x: 1 } }, { upsert: true }),
      gives: null,
      leaves: [...numbers(), { _id: 4, x: 1 }],
    },
    {
      name: 'inserts and answers the new document',
      run: (c) =>
        c.findOneAndUpdate({ _id: 4 }, { $inc: { x: 1 } }, { upsert: true, returnDocument: 'after' }),
      gives: { _id: 4, x: 1 },
    },
    {
      name: 'takes the first in the sort',
      run: (c) => c.findOneAndUpdate({ x: { $gt: 11 } }, { $inc: { x: 1 } }, { sort: { x: -1 } }),
      gives: { _id: 3, x: 33 },
    },
    {
      name: 'projects',
      run: (c) => c.findOneAndUpdate({ _id: 1 }, { $inc: { x: 1 } }, { projection: { _id: 0, x: 1 } }),
      gives: { x: 11 },
    },
    {
      name: 'replaces',
      run: (c) => c.findOneAndReplace({ _id: 1 }, { y: 1 }, { returnDocument: 'after' }),
      gives: { _id: 1, y: 1 },
    },
    {
      name: 'replaces by inserting',
      run: (c) =>
        c.findOneAndReplace(
          { _id: 4 },
          { x: 44 },
          { upsert: true, returnDocument: 'after', projection: { x: 1, _id: 0 } },
        ),
      gives: { x: 44 },
    },
    {
      name: 'deletes',
      run: (c) => c.findOneAndDelete({ x: { $gt: 11 } }, { sort: { x: 1 }, projection: { x: 1, _id: 0 } }),
      gives: { x: 22 },
      leaves: [numbers()[0]!, numbers()[2]!],
    },
    { name: 'deletes nothing', run: (c) => c.findOneAndDelete({ x: 99 }), gives: null, leaves: numbers() },
    {
      name: 'takes let',
      run: (c) =>
        c.findOneAndUpdate({ $expr: { $eq: ['$_id', '$$id'] } }, [{ $set: { x: '$$x' } }], {
          let: { id: 1, x: 'foo' },
          returnDocument: 'after',
        } as never),
      gives: { x: 'foo' },
    },
    {
      name: 'refuses an unknown hint',
      run: (c) => c.findOneAndUpdate({ _id: 1 }, { $inc: { x: 1 } }, { hint: 'none' } as object),
      fails: 2,
    },
    {
      name: 'refuses two operators on one path',
      run: (c) => c.findOneAndUpdate({}, { $set: { x: 1, 'x.y': 1 } }),
      fails: 40,
    },
    {
      name: 'answers with its details',
      run: (c) => c.findOneAndUpdate({ _id: 1 }, { $inc: { x: 1 } }, { includeResultMetadata: true }),
      gives: { lastErrorObject: { n: 1, updatedExisting: true }, value: { _id: 1, x: 11 }, ok: 1 },
    },
  ];
  it.each(cases)('$name', check);
});

describe('writing in bulk', () => {
  it('counts all kinds of operations', async () => {
    const collection = await server.collection(numbers());
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 4, x: 44 } } },
      { updateOne: { filter: { _id: 1 }, update: { $inc: { x: 1 } } } },
      { updateMany: { filter: { x: { $gt: 12 } }, update: { $set: { y: 1 } } } },
      { replaceOne: { filter: { _id: 5 }, replacement: { x: 55 }, upsert: true } },
      { deleteOne: { filter: { _id: 2 } } },
      { deleteMany: { filter: { x: { $gte: 44 } } } },
    ] as never);
    expect(result).toMatchObject({
      insertedCount: 1,
      matchedCount: 4,
      modifiedCount: 4,
      upsertedCount: 1,
      deletedCount: 3,
      upsertedIds: { 3: 5 },
    });
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, x: 12 },
      { _id: 3, x: 33, y: 1 },
    ]);
  });

  it('reports each error with its place when out of order', async () => {
    const collection = await server.collection(numbers());
    const failure = await collection
      .bulkWrite(
        [
          { insertOne: { document: { _id: 1 } } },
          { insertOne: { document: { _id: 4 } } },
          { insertOne: { document: { _id: 2 } } },
        ] as never,
        { ordered: false },
      )
      .catch(
        (error: unknown) =>
          error as { writeErrors: { index: number; code: number }[]; result: { insertedCount: number } },
      );
    expect(failure).toMatchObject({ result: { insertedCount: 1 } });
    expect((failure as { writeErrors: { index: number }[] }).writeErrors.map(({ index }) => index)).toEqual([
      0, 2,
    ]);
  });

  it('takes a batch of many operations at once', async () => {
    const collection = await server.collection();
    const result = await collection.bulkWrite(
      Array.from({ length: 3000 }, (_, n) => ({
        updateOne: { filter: { _id: n }, update: { $set: { n } }, upsert: true },
      })),
    );
    expect(result.upsertedCount).toBe(3000);
    expect(await collection.countDocuments()).toBe(3000);
  });
});

it('updates with upserts that lose the race for a unique key after a long search', async () => {
  const collection = await server.collection(Array.from({ length: 6000 }, (_, _id) => ({ _id, key: _id })));
  await collection.createIndex({ key: 1 }, { unique: true });
  const upsert = () =>
    collection.updateOne({ key: -1 }, { $inc: { n: 1 } }, { upsert: true, hint: { _id: 1 } });
  await Promise.all([upsert(), upsert(), upsert(), upsert()]);
  expect(await collection.findOne({ key: -1 })).toMatchObject({ n: 4 });
});

it('tells of all statements that fail, without the messages of the last where they exceed a reply', async () => {
  const collection = await server.collection([{ _id: 0, x: 1 }]);
  // Stands in each message, so that 3,000 of them exceed the 16 MB of a reply.
  const name = 'x'.repeat(8000);
  await collection.createIndex({ x: 1 }, { unique: true, name });
  const documents = Array.from({ length: 3000 }, (_, _id) => ({ _id: _id + 1, x: 1 }));
  const wire = await WireClient.connect(server.uri);
  const reply = await wire.command({
    bulkWrite: 1,
    ordered: false,
    errorsOnly: true,
    ops: documents.map((document) => ({ insert: 0, document })),
    nsInfo: [{ ns: collection.namespace }],
    lsid: { id: new UUID() },
    txnNumber: Long.fromNumber(1),
    $db: 'admin',
  });
  wire.end();
  expect(reply).toMatchObject({ nErrors: 3000, cursor: { ns: 'admin.$cmd.bulkWrite' } });
  expect((reply.cursor as { firstBatch: Document[] }).firstBatch).toHaveLength(3000);

  const failure = (await collection
    .insertMany(documents, { ordered: false })
    .catch((error: unknown) => error)) as MongoBulkWriteError;
  const errors = failure.writeErrors as WriteError[];
  expect(errors).toHaveLength(3000);
  expect(errors[0]!.errmsg).toMatch(/^E11000 duplicate key/);
  expect(errors[2999]).toMatchObject({ index: 2999, code: 11000, errmsg: '' });
});

/** https://www.mongodb.com/docs/manual/reference/command/bulkWrite/ */
describe('writing in bulk on several collections', () => {
  let one: Rows;
  let two: Rows;
  beforeEach(async () => {
    one = await server.collection(numbers());
    two = await server.collection();
  });
  const bulk = (ops: Document[], more: Document = {}) =>
    server.client.db('admin').command({
      bulkWrite: 1,
      ops,
      nsInfo: [{ ns: one.namespace }, { ns: two.namespace }],
      ...more,
    });

  it('counts, and tells the result of each statement', async () => {
    const reply = await bulk([
      { insert: 1, document: { _id: 1 } },
      { update: 0, filter: { x: { $gt: 11 } }, updateMods: { $inc: { x: 1 } }, multi: true },
      { update: 0, filter: {}, updateMods: { y: 1 }, sort: { _id: -1 } },
      {
        update: 1,
        filter: { _id: 5 },
        updateMods: [{ $set: { z: '$$z' } }],
        constants: { z: 1 },
        upsert: true,
      },
      { delete: 0, filter: { _id: 2 } },
    ]);
    expect(reply).toMatchObject({
      nErrors: 0,
      nInserted: 1,
      nMatched: 3,
      nModified: 3,
      nUpserted: 1,
      nDeleted: 1,
      cursor: {
        ns: 'admin.$cmd.bulkWrite',
        firstBatch: [
          { ok: 1, idx: 0, n: 1 },
          { ok: 1, idx: 1, n: 2, nModified: 2 },
          { ok: 1, idx: 2, n: 1, nModified: 1 },
          { ok: 1, idx: 3, n: 1, nModified: 0, upserted: { _id: 5 } },
          { ok: 1, idx: 4, n: 1 },
        ],
      },
    });
    expect(await one.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, x: 11 },
      { _id: 3, y: 1 },
    ]);
    expect(await two.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 1 }, { _id: 5, z: 1 }]);
  });

  it('stops at an error, or goes on where order does not matter', async () => {
    const ops = [
      { insert: 0, document: { _id: 1 } },
      { insert: 0, document: { _id: 4 } },
      { update: 0, filter: {}, updateMods: { $nonsense: 1 } },
    ];
    expect(await bulk(ops)).toMatchObject({
      nErrors: 1,
      nInserted: 0,
      cursor: { firstBatch: [{ ok: 0, idx: 0, code: 11000, n: 0, keyValue: { _id: 1 } }] },
    });
    const reply = await bulk(ops, { ordered: false, errorsOnly: true });
    expect(reply).toMatchObject({ nErrors: 2, nInserted: 1 });
    expect((reply.cursor as { firstBatch: Document[] }).firstBatch.map(({ code }) => code as number)).toEqual(
      [11000, 9],
    );
  });

  it('hands out many results in batches', async () => {
    const ops = Array.from({ length: 10 }, (_, n) => ({ insert: 1, document: { _id: n } }));
    const { cursor } = (await bulk(ops, { cursor: { batchSize: 4 } })) as { cursor: Document };
    expect(cursor.firstBatch).toHaveLength(4);
    const more = await server.client
      .db('admin')
      .command({ getMore: Long.fromValue(cursor.id as Long), collection: '$cmd.bulkWrite' });
    expect((more.cursor as { nextBatch: Document[] }).nextBatch.map(({ idx }) => idx as number)).toEqual([
      4, 5, 6, 7, 8, 9,
    ]);
  });

  it.each<[string, Document[], number]>([
    ['no statements', [], 16],
    ['a namespace that is not listed', [{ insert: 2, document: {} }], 2],
    ['a statement of no kind', [{ upsert: true }], 9],
    ['a collation', [{ delete: 0, filter: {}, collation: { locale: 'de' } }], 115],
  ])('refuses %s', async (_name, ops, code) => {
    expect(await codeOf(bulk(ops))).toBe(code);
  });
});

describe('writing once only', () => {
  let wire: WireClient;
  beforeAll(async () => (wire = await WireClient.connect(server.uri)));
  afterAll(() => wire.end());

  it('does not repeat a write that it has acknowledged, and answers the same again', async () => {
    const collection = await server.collection([{ _id: 1, x: 1 }] as never);
    const command = {
      update: collection.collectionName,
      updates: [{ q: { _id: 1 }, u: { $inc: { x: 1 } } }],
      lsid: { id: new UUID() },
      txnNumber: Long.fromNumber(1),
      $db: server.main.databaseName,
    };
    expect(await wire.command(command)).toMatchObject({ n: 1, nModified: 1, ok: 1 });
    expect(await wire.command(command)).toMatchObject({ n: 1, nModified: 1, ok: 1 });
    expect(await collection.findOne()).toEqual({ _id: 1, x: 2 });
  });

  it('does not repeat a write that is still under way', async () => {
    const collection = await server.collection([{ _id: 1, x: 1 }] as never);
    const command = {
      update: collection.collectionName,
      updates: [{ q: { _id: 1 }, u: { $inc: { x: 1 } } }],
      lsid: { id: new UUID() },
      txnNumber: Long.fromNumber(1),
      $db: server.main.databaseName,
    };
    const second = await WireClient.connect(server.uri);
    const answers = await Promise.all([wire, second].map((client) => client.command(command)));
    second.end();
    expect(answers).toMatchObject([{ nModified: 1 }, { nModified: 1 }]);
    expect(await collection.findOne()).toEqual({ _id: 1, x: 2 });
  });

  it('does not repeat a write that looked for its document for long', async () => {
    const collection = await server.collection(Array.from({ length: 6000 }, (_, n) => ({ _id: n, n })));
    const command = {
      update: collection.collectionName,
      updates: [{ q: { n: 5999 }, u: { $inc: { times: 1 } } }],
      lsid: { id: new UUID() },
      txnNumber: Long.fromNumber(1),
      $db: server.main.databaseName,
    };
    expect(await wire.command(command)).toMatchObject({ n: 1, nModified: 1 });
    expect(await wire.command(command)).toMatchObject({ n: 1, nModified: 1 });
    expect(await collection.findOne({ _id: 5999 })).toEqual({ _id: 5999, n: 5999, times: 1 });
  });

  it('remembers that over a restart', async () => {
    const dying = await startServer();
    const command = {
      insert: 'c',
      documents: [{ a: 1 }],
      lsid: { id: new UUID() },
      txnNumber: Long.fromNumber(1),
    };
    const find = {
      findAndModify: 'c',
      query: { a: 1 },
      update: { $inc: { a: 1 } },
      lsid: { id: new UUID() },
      txnNumber: Long.fromNumber(1),
    };
    const before = await WireClient.connect(dying.uri);
    await before.command(command);
    const { lastErrorObject, value } = await before.command(find);
    await dying.kill();
    const risen = await startServer(dying.dataDir);
    const after = await WireClient.connect(risen.uri);
    expect(await after.command(command)).toMatchObject({ n: 1, ok: 1 });
    expect(await after.command(find)).toMatchObject({ lastErrorObject, value });
    expect(await risen.client.db('test').collection<Row>('c').find().project({ _id: 0 }).toArray()).toEqual([
      { a: 2 },
    ]);
    after.end();
    await risen.stop();
  });

  it('refuses a write whose number is below the last one', async () => {
    const id = new UUID();
    const insert = (number: number) =>
      wire.command({ insert: 'c', documents: [{ a: 1 }], lsid: { id }, txnNumber: Long.fromNumber(number) });
    expect(await insert(2)).toMatchObject({ ok: 1 });
    expect(await insert(1)).toMatchObject({ ok: 0, code: 225 });
  });
});

describe('write concerns', () => {
  it('reports that more nodes than there are cannot acknowledge', async () => {
    const collection = await server.collection();
    const failure = await codeOf(collection.insertOne({ _id: 1 }, { writeConcern: { w: 5 } }));
    expect(failure).toBe(100);
    expect(await collection.countDocuments()).toBe(1);
    await collection.insertOne({ _id: 2 }, { writeConcern: { w: 'majority', journal: true } });
    const out = [{ $out: `${collection.collectionName}-copy` }];
    expect(await codeOf(collection.aggregate(out, { writeConcern: { w: 5 } }).toArray())).toBe(100);
  });
});

it('keeps every type as it was written', async () => {
  const collection = await server.collection();
  const document = {
    _id: new ObjectId(),
    int: 1,
    double: new Double(1),
    long: Long.fromString('9007199254740993'),
    date: new Date(0),
    text: 'ä\0b',
  };
  await collection.insertOne(document);
  await collection.updateOne({}, { $set: { other: 1 } });
  const found = await collection.findOne({}, { promoteValues: false });
  expect(found).toMatchObject({ double: new Double(1), long: Long.fromString('9007199254740993') });
  expect((found!.int as { _bsontype: string })._bsontype).toBe('Int32');
});
