import { Long, serialize } from 'bson';
import { codeOf, startEither, type TestServer } from '../testing/server.js';

let server: TestServer;
beforeAll(async () => (server = await startEither()));
afterAll(() => server.stop());

/** A document with fields in this order, also with integer-like names. */
const ordered = (...fields: [string, unknown][]) => new Map(fields);

/** Returns the names of a stored document's fields, in BSON order. */
async function storedNames(collection: string, id: unknown): Promise<string[]> {
  const raw = (await server.main
    .collection(collection)
    .findOne({ _id: id as never }, { raw: true })) as unknown as Buffer;
  const names: string[] = [];
  for (let at = 4; raw[at] !== 0;) {
    const end = raw.indexOf(0, at + 1);
    names.push(raw.toString('utf8', at + 1, end));
    // All of these fields are int32 numbers.
    at = end + 5;
  }
  return names;
}

async function insertRaw(collection: string, ...fields: [string, number][]): Promise<void> {
  await server.main.command({ insert: collection, documents: [ordered(...fields)] });
}

describe('fields whose names are whole numbers', () => {
  it('sort in the order in which a sort names them', async () => {
    const collection = await server.collection([
      { _id: 1, b: 2, 2: 1 },
      { _id: 2, b: 1, 2: 2 },
    ]);
    const sort = ordered(['b', 1], ['2', 1]);
    const found = await server.main.command({ find: collection.collectionName, sort });
    expect(found.cursor.firstBatch.map(({ _id }: { _id: number }) => _id)).toEqual([2, 1]);
    const pipeline = [{ $sort: sort }];
    const piped = await server.main.command({ aggregate: collection.collectionName, pipeline, cursor: {} });
    expect(piped.cursor.firstBatch.map(({ _id }: { _id: number }) => _id)).toEqual([2, 1]);
  });

  it('stand in an index in the order in which its key names them', async () => {
    const { collectionName: name } = await server.collection([{ _id: 1, b: 2, 2: 1 }]);
    await server.main.command({
      createIndexes: name,
      indexes: [{ name: 'both', key: ordered(['b', 1], ['2', 1]) }],
    });
    const { queryPlanner } = await server.main.command({
      explain: { find: name, sort: ordered(['b', 1], ['2', 1]), hint: 'both' },
      verbosity: 'queryPlanner',
    });
    expect(JSON.stringify(queryPlanner.winningPlan)).not.toContain('SORT');
    const hinted = { find: name, hint: ordered(['2', 1], ['b', 1]) };
    expect(await codeOf(server.main.command(hinted))).toBe(2);
  });

  it.each([
    ['an operator on another field', { $set: { b: 7 } }],
    ['an operator on a new field', { $set: { c: 7 } }],
    ['a pipeline', [{ $set: { b: 7 } }]],
  ])('keep their places in a stored document through an update by %s', async (name, update) => {
    const collection = `order_${name.length}`;
    await insertRaw(collection, ['_id', 1], ['b', 1], ['10', 1], ['2', 1], ['a', 1]);
    await server.main.command({ update: collection, updates: [{ q: { _id: 1 }, u: update }] });
    const names = await storedNames(collection, 1);
    expect(names.filter((field) => field !== 'c')).toEqual(['_id', 'b', '10', '2', 'a']);
    expect(await server.main.collection(collection).countDocuments({ $or: [{ b: 7 }, { c: 7 }] })).toBe(1);
  });

  it('keep their places in an embedded document that an update puts in', async () => {
    const { collectionName: name } = await server.collection([{ _id: 1, a: new Long(1) }]);
    const inner = ordered(['z', 1], ['3', 1], ['1', 1]);
    await server.main.command({ update: name, updates: [{ q: {}, u: { $set: { inner } } }] });
    const raw = await server.main.collection(name).findOne({}, { raw: true });
    expect(Buffer.from(raw as unknown as Buffer).includes(Buffer.from(serialize(inner)))).toBe(true);
  });
});
