import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  type Document,
} from 'mongodb';
import { codeOf, startServer, type TestServer, type Rows } from './testing/server.js';

/**
 * Compares random queries, sorts and updates of random documents: a collection with indexes, one without, and the
 * simple reference below must agree. DIFFERENTIAL_ROUNDS sets the number of rounds, DIFFERENTIAL_SEED repeats a run.
 */
const rounds = Number(process.env.DIFFERENTIAL_ROUNDS ?? 200);
let seed = Number(process.env.DIFFERENTIAL_SEED ?? 20260101);
const random = (limit: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * limit);
};
const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;

// --- values with the rank and order by which the reference compares them ---

interface Value {
  rank: number;
  /** The order among values of the same rank. */
  order: number | string;
  bson: unknown;
  items?: Value[];
  /** The fields of documents within an array. */
  lines?: Row[];
}
const ids = Array.from({ length: 4 }, (_, n) => new ObjectId(`65a00000000000000000000${n}`));
const NULL: Value = { rank: 1, order: 0, bson: null };

function scalar(): Value {
  const n = random(7) - 3;
  return pick<() => Value>([
    () => ({ rank: 2, order: n, bson: n }),
    () => ({ rank: 2, order: n + 0.5, bson: n + 0.5 }),
    () => ({ rank: 2, order: n, bson: new Double(n) }),
    () => ({ rank: 2, order: n, bson: Long.fromNumber(n) }),
    () => ({ rank: 2, order: n + 0.25, bson: Decimal128.fromString(String(n + 0.25)) }),
    () => ({ rank: 3, order: `s${Math.abs(n)}`, bson: `s${Math.abs(n)}` }),
    () => ({ rank: 3, order: '', bson: '' }),
    () => text(pick(['s10', 's1\0', 's1.', 'S1', 's', 's\u00e9', 's\u{1f600}'])),
    () => ({ rank: 11, order: `s${Math.abs(n)}`, bson: new BSONRegExp(`^s${Math.abs(n)}`) }),
    () => ({
      rank: 6,
      order: String.fromCharCode(97 + Math.abs(n)),
      bson: new Binary(Buffer.from(String.fromCharCode(97 + Math.abs(n)))),
    }),
    () => ({ rank: 7, order: Math.abs(n), bson: ids[Math.abs(n)] }),
    () => ({ rank: 8, order: n > 0 ? 1 : 0, bson: n > 0 }),
    () => ({ rank: 9, order: n, bson: new Date(n * 1000) }),
    () => NULL,
  ])();
}

/** Compares by UTF-8 bytes, whose order differs from that of UTF-16. */
const text = (bson: string): Value => ({ rank: 3, order: Buffer.from(bson).toString('latin1'), bson });
const array = (items: Value[]): Value => ({ rank: 5, order: 0, bson: items.map(({ bson }) => bson), items });

function value(): Value {
  if (random(5) > 0) return scalar();
  return array(Array.from({ length: random(4) }, () => (random(8) === 0 ? array([scalar()]) : scalar())));
}

type Row = Map<string, Value>;
const fields = ['a', 'b', 'c'];

/** At most one field of a row is an array, as a compound index refuses two. */
function row(): Row {
  const out: Row = new Map();
  for (const field of fields) {
    if (random(5) === 0) continue;
    let next = value();
    while (next.items && [...out.values()].some(({ items }) => items)) next = value();
    out.set(field, next);
  }
  if (random(3) > 0) out.set('d', lines());
  return out;
}
/** An array of documents with two fields, one of which may be an array again. */
function lines(): Value {
  const rows = Array.from({ length: random(4) }, () => {
    const line: Row = new Map();
    if (random(5) > 0) line.set('x', value());
    if (random(5) > 0) line.set('y', scalar());
    return line;
  });
  const bson = rows.map((line) => Object.fromEntries([...line].map(([name, field]) => [name, field.bson])));
  return { rank: 5, order: 0, bson, lines: rows };
}
const toDocument = (id: number, from: Row): Document => ({
  _id: id,
  ...Object.fromEntries([...from].map(([field, { bson }]) => [field, bson])),
});

// --- the reference ---

const compareValues = (left: Value, right: Value): number => {
  if (left.rank !== right.rank) return left.rank - right.rank;
  if (left.items && right.items) return compareItems(left.items, right.items);
  return left.order < right.order ? -1 : left.order > right.order ? 1 : 0;
};
const compareItems = (left: Value[], right: Value[]): number => {
  const at = left.findIndex((item, n) => !right[n] || compareValues(item, right[n]) !== 0);
  if (at < 0) return left.length - right.length;
  return right[at] ? compareValues(left[at]!, right[at]) : 1;
};
/** The values that a condition tests: the field's value or, of an array, its elements. */
const seen = (of: Row, field: string): (Value | undefined)[] => {
  const found = of.get(field);
  return found?.items ?? [found];
};

interface Condition {
  bson: unknown;
  test: (of: Row, field: string) => boolean;
}
const equals = (wanted: Value) => (found: Value | undefined) =>
  wanted.rank === 1
    ? found === undefined || found.rank === 1
    : found !== undefined && compareValues(found, wanted) === 0;
const isAny = (test: (found: Value | undefined) => boolean) => (of: Row, field: string) =>
  seen(of, field).some(test);
const range = (wanted: Value, passes: (order: number) => boolean) => (found: Value | undefined) =>
  found !== undefined && found.rank === wanted.rank && passes(compareValues(found, wanted));

/** Tests the equality of a field as a whole, or of one of its elements. */
const isOrHas = (wanted: Value) => (of: Row, field: string) =>
  seen(of, field).some(equals(wanted)) || equals(wanted)(of.get(field));
const matches = (regex: BSONRegExp, isValue: boolean) => (found: Value | undefined) =>
  typeof found?.bson === 'string'
    ? new RegExp(regex.pattern, `${regex.options}u`).test(found.bson)
    : isValue && found?.rank === 11 && regex.options === '' && found.order === regex.pattern.slice(1);

/** A scalar for equality filters; no regular expression, which would match texts instead. */
function operand(): Value {
  let found = scalar();
  while (found.rank === 11) found = scalar();
  return found;
}

/** A scalar for range filters. */
function bound(): Value {
  let found = scalar();
  while (found.rank === 1 || found.rank === 11) found = scalar();
  return found;
}

const expressions = [
  ...[
    '^s1',
    '^s',
    '^s10?',
    '^s1+',
    '^s1.*0',
    '^s1\\.',
    '^[s]',
    's1',
    '^s1|^$',
    '^s\u00e9',
    '^s\u{1f600}?',
    '^',
  ].map((pattern) => new BSONRegExp(pattern)),
  new BSONRegExp('^s1', 'i'),
  new BSONRegExp('^s1', 's'),
];

function condition(): Condition {
  const [one, two, three] = [operand(), operand(), operand()];
  const [low, high] = [bound(), bound()];
  const stored = scalar();
  const list = array(Array.from({ length: random(3) }, scalar));
  const regex = pick(expressions);
  const both =
    (a: Condition['test'], b: Condition['test']): Condition['test'] =>
    (of, field) =>
      a(of, field) && b(of, field);
  return pick<() => Condition>([
    () => ({ bson: one.bson, test: isAny(equals(one)) }),
    () => ({ bson: { $ne: one.bson }, test: (of, field) => !seen(of, field).some(equals(one)) }),
    () => ({ bson: { $gt: low.bson }, test: isAny(range(low, (order) => order > 0)) }),
    () => ({ bson: { $lte: low.bson }, test: isAny(range(low, (order) => order <= 0)) }),
    () => ({
      bson: { $gte: low.bson, $lt: high.bson },
      test: both(isAny(range(low, (order) => order >= 0)), isAny(range(high, (order) => order < 0))),
    }),
    () => ({
      bson: { $in: [one.bson, two.bson, three.bson] },
      test: (of, field) => [one, two, three].some((wanted) => seen(of, field).some(equals(wanted))),
    }),
    () => ({ bson: { $exists: true }, test: (of, field) => of.has(field) }),
    () => ({ bson: { $exists: false }, test: (of, field) => !of.has(field) }),
    () => ({
      bson: { $not: { $gt: low.bson } },
      test: (of, field) => !seen(of, field).some(range(low, (order) => order > 0)),
    }),
    () => ({ bson: regex, test: isAny(matches(regex, true)) }),
    () => ({
      bson: { $regex: regex.pattern, $options: regex.options },
      test: isAny(matches(regex, false)),
    }),
    () => ({
      bson: { $in: [regex, one.bson, list.bson] },
      test: (of, field) =>
        isAny(matches(regex, true))(of, field) || [one, list].some((wanted) => isOrHas(wanted)(of, field)),
    }),
    () => ({ bson: { $eq: stored.bson }, test: isAny(equals(stored)) }),
    () => ({ bson: list.bson, test: isOrHas(list) }),
    () => ({
      bson: { $all: [two.bson, list.bson] },
      test: both(isOrHas(two), isOrHas(list)),
    }),
    () => ({
      bson: { $elemMatch: { $gte: low.bson, $lt: high.bson } },
      test: (of, field) =>
        (of.get(field)?.items ?? []).some(
          (item) => range(low, (order) => order >= 0)(item) && range(high, (order) => order < 0)(item),
        ),
    }),
    () => ({
      bson: { $elemMatch: { $in: [one.bson, list.bson] } },
      test: (of, field) =>
        (of.get(field)?.items ?? []).some((item) => [one, list].some((wanted) => equals(wanted)(item))),
    }),
  ])();
}

/** Conditions on documents within an array: on one document as a whole, and on a field of any. */
function ofLines(): (Condition & { field: string })[] {
  const parts = ['x', 'y'].filter(() => random(3)).map((field) => ({ field, ...condition() }));
  const low = bound();
  const isAbove = range(low, (order) => order > 0);
  const element = {
    field: 'd',
    bson: { $elemMatch: Object.fromEntries(parts.map(({ field, bson }) => [field, bson])) },
    test: (of: Row) =>
      (of.get('d')?.lines ?? []).some((line) => parts.every(({ field, test }) => test(line, field))),
  };
  const above = {
    field: 'd.x',
    bson: { $gt: low.bson },
    test: (of: Row) => (of.get('d')?.lines ?? []).some((line) => seen(line, 'x').some(isAbove)),
  };
  return pick([[element], [above], [above, element], [element, above]]);
}

interface Filter {
  bson: Document;
  test: (of: Row) => boolean;
}
function filter(): Filter {
  const parts = fields.filter(() => random(2)).map((field) => ({ field, ...condition() }));
  if (random(4) === 0) parts.push(...ofLines());
  const plain: Filter = {
    bson: Object.fromEntries(parts.map(({ field, bson }) => [field, bson])),
    test: (of) => parts.every(({ field, test }) => test(of, field)),
  };
  if (random(3) > 0) return plain;
  const other = { field: pick(fields), ...condition() };
  const operator = pick(['$or', '$or', '$or', '$and', '$nor']);
  const tests = [plain.test, (of: Row) => other.test(of, other.field)];
  return {
    bson: { [operator]: [plain.bson, { [other.field]: other.bson }] },
    test: (of) =>
      operator === '$or'
        ? tests.some((test) => test(of))
        : operator === '$and'
          ? tests.every((test) => test(of))
          : !tests.some((test) => test(of)),
  };
}

const MISSING: Value = { ...NULL };
const EMPTY: Value = { rank: 0, order: 0, bson: [] };
/** The sort value: an array's smallest element, descending its largest; an empty array sorts before null. */
function sortValue(of: Row, field: string, direction: number): Value {
  const found = of.get(field);
  if (!found) return MISSING;
  if (!found.items) return found;
  if (found.items.length === 0) return EMPTY;
  return found.items.reduce((best, item) => (compareValues(item, best) * direction < 0 ? item : best));
}
const sorts: [string, 1 | -1][][] = [
  [['_id', 1]],
  [['_id', -1]],
  [
    ['a', 1],
    ['_id', 1],
  ],
  [
    ['b', -1],
    ['a', 1],
    ['_id', 1],
  ],
  [
    ['a', -1],
    ['_id', -1],
  ],
  [
    ['c', 1],
    ['b', 1],
    ['_id', 1],
  ],
  [
    ['b', 1],
    ['a', -1],
    ['_id', -1],
  ],
];

function sorted(rows: Map<number, Row>, by: [string, 1 | -1][]): number[] {
  return [...rows.keys()].sort((left, right) => {
    for (const [field, direction] of by) {
      const order =
        field === '_id'
          ? left - right
          : compareValues(
              sortValue(rows.get(left)!, field, direction),
              sortValue(rows.get(right)!, field, direction),
            );
      if (order !== 0) return order * direction;
    }
    return 0;
  });
}

// --- the run ---

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());

it(
  `agrees with a plain reference, with indexes and without, over ${rounds} random queries`,
  async () => {
    const rows = new Map<number, Row>(Array.from({ length: 300 }, (_, n) => [n, row()]));
    const documents = [...rows].map(([id, of]) => toDocument(id, of));
    const indexed = await server.collection(documents);
    const plain = await server.collection(documents);
    const keys: Record<string, 1 | -1>[] = [{ a: 1 }, { b: -1, a: 1 }, { c: 1, b: 1 }];
    for (const key of keys) await indexed.createIndex(key);
    await indexed.createIndex({ 'd.x': 1, 'd.y': -1 });
    await indexed.createIndex({ 'd.y': 1 }, { sparse: true });
    await indexed.createIndex({ c: -1 }, { sparse: true });
    await indexed.createIndex({ a: -1 }, { partialFilterExpression: { b: { $gte: 0 } }, name: 'partial' });

    for (let round = 0; round < rounds; round++) {
      const { bson, test } = filter();
      const by = pick(sorts);
      const limit = random(3) === 0 ? 5 : 0;
      const skip = random(4) === 0 ? random(20) : 0;
      const matching = new Map([...rows].filter(([, of]) => test(of)));
      const expected = sorted(matching, by).slice(skip, limit ? skip + limit : undefined);
      const found = async (collection: Rows) =>
        (
          await collection
            .find(bson)
            .sort(by as never)
            .skip(skip)
            .limit(limit)
            .project({ _id: 1 })
            .toArray()
        ).map(({ _id }) => _id as unknown as number);
      const context = JSON.stringify({ round, bson, by });
      expect([context, await found(plain)]).toEqual([context, expected]);
      expect([context, await found(indexed)]).toEqual([context, expected]);
      expect([context, await indexed.countDocuments(bson), await plain.countDocuments(bson)]).toEqual([
        context,
        matching.size,
        matching.size,
      ]);
      if (round % 5 === 0) await change(rows, [indexed, plain]);
    }
    const held = (collection: Rows) => collection.find().sort({ _id: 1 }).toArray();
    expect(await held(indexed)).toEqual(await held(plain));
    expect(await server.client.db('test').command({ validate: indexed.collectionName })).toMatchObject({
      valid: true,
    });
  },
  30_000 + rounds * 100,
);

/** Applies one random write to the reference and to both collections. */
async function change(rows: Map<number, Row>, collections: Rows[]): Promise<void> {
  const id = random(300);
  const field = pick(fields);
  const next = scalar();
  const { bson, test } = filter();
  const kind = pick(['set', 'unset', 'delete', 'replace', 'many'] as const);
  for (const collection of collections) {
    const one = { _id: id as never };
    if (kind === 'set') await collection.updateOne(one, { $set: { [field]: next.bson } });
    else if (kind === 'unset') await collection.updateOne(one, { $unset: { [field]: '' } });
    else if (kind === 'delete') await collection.deleteOne(one);
    else if (kind === 'many') await collection.updateMany(bson, { $set: { [field]: next.bson } });
    else await collection.replaceOne(one, { [field]: next.bson }, { upsert: true });
  }
  const of = rows.get(id);
  if (kind === 'set') of?.set(field, next);
  else if (kind === 'unset') of?.delete(field);
  else if (kind === 'delete') rows.delete(id);
  else if (kind === 'replace') rows.set(id, new Map([[field, next]]));
  else for (const other of [...rows.values()].filter(test)) other.set(field, next);
}

// --- what the reference does not know ---

const some = <T>(most: number, make: () => T): T[] => Array.from({ length: random(most) }, make);

/** Documents, arrays and their mixtures, with few different values. */
function nested(depth = 0): unknown {
  const kind = random(10);
  if (kind < 3 || depth > 2) return random(4);
  if (kind < 6) return pick([scalar().bson, null, NaN, new MinKey(), new MaxKey(), { x: random(3) }]);
  if (kind < 8) return some(4, () => nested(depth + 1));
  return Object.fromEntries(['x', 'y', '0'].filter(() => random(3)).map((name) => [name, nested(depth + 1)]));
}
function stored(id: number): Document {
  const names = ['a', 'b', 'c', 'd'].filter(() => random(4));
  return { _id: id, ...Object.fromEntries(names.map((name) => [name, nested()])) };
}
/** A value that operators take, which refuse regular expressions. */
function compared(): unknown {
  const found = nested(1);
  return found instanceof BSONRegExp ? null : found;
}

function operators(depth: number): Document {
  const [low, high] = [random(4), random(6)];
  const inner = () =>
    depth > 1 ? { $gte: low } : pick([operators, (at: number) => ofElement(at)])(depth + 1);
  return pick<() => Document>([
    () => ({ [pick(['$gt', '$gte', '$lt', '$lte', '$eq', '$ne'])]: compared() }),
    () => ({ [pick(['$in', '$nin', '$all'])]: some(4, () => nested(1)) }),
    () => ({ $gte: low, $lt: high }),
    () => ({ $exists: random(2) > 0, $gt: low }),
    () => ({ $exists: false }),
    () => ({ $type: pick(['int', 'number', 'string', 'array', 'null']) }),
    () => ({ $size: low }),
    () => ({ $regex: pick(['^s', '^s1', 's']) }),
    () => ({ $not: operators(2) }),
    () => ({ $elemMatch: inner() }),
    () => ({ $all: [{ $elemMatch: inner() }, { $elemMatch: inner() }] }),
  ])();
}
const ofElement = (depth: number): Document => ({ x: operators(depth), ...(random(2) && { y: random(4) }) });

function asked(paths: readonly string[], depth = 0): Document {
  const kind = depth > 1 ? 9 : random(10);
  const part = () => asked(paths, depth + 1);
  if (kind === 0) return { [pick(['$or', '$and', '$nor'])]: [part(), part()] };
  if (kind === 1) return { $or: [part(), part()], ...asked(paths, 2) };
  if (kind === 2) return { $expr: { $gt: [`$${pick(paths)}`, random(4)] }, ...asked(paths, 2) };
  const one = () => pick<() => unknown>([() => random(4), () => nested(1), () => operators(0)])();
  return Object.fromEntries([pick(paths), pick(paths)].map((path) => [path, one()]));
}

const specs: [key: Record<string, 1 | -1>, options: Document][] = [
  [{ a: 1 }, {}],
  [{ b: -1, a: 1 }, {}],
  [{ a: -1, b: -1, c: 1 }, {}],
  [{ 'a.x': -1, 'a.y': 1 }, {}],
  [{ 'b.x': 1, d: -1 }, {}],
  [{ 'a.0': 1 }, {}],
  [{ d: -1, _id: 1 }, {}],
  [{ d: 1 }, { sparse: true }],
  [{ 'd.x': 1, c: -1 }, { sparse: true }],
  [{ c: 1 }, { partialFilterExpression: { c: { $type: 'int' } } }],
  [{ b: 1 }, { partialFilterExpression: { a: { $exists: true } } }],
  [{ b: 1, c: 1 }, { partialFilterExpression: { b: { $in: [1, 2, null] } } }],
  [{ 'b.x': 1 }, { partialFilterExpression: { 'b.x': { $gt: 1, $lte: 4 } } }],
  [{ d: 1, b: 1 }, { partialFilterExpression: { $and: [{ d: { $exists: true } }, { d: { $gte: 1 } }] } }],
];

it(
  `finds the same with indexes as without, over ${rounds} queries of nested values`,
  async () => {
    for (let round = 0; round < rounds; round += 40) {
      const chosen = some(5, () => pick(specs));
      const [indexed, plain] = [await server.collection(), await server.collection()];
      for (const [at, [key, options]] of chosen.entries())
        await codeOf(indexed.createIndex(key, { ...options, name: `${at}` }));
      for (let id = 0; id < 80; id++) {
        const document = stored(id);
        // An index may refuse it, as two fields have arrays.
        if ((await codeOf(indexed.insertOne(document))) === undefined) await plain.insertOne(document);
      }
      const keys = chosen.flatMap(([key]) => Object.keys(key));
      const paths = [...keys, ...keys, 'a', 'b.x', '_id'];
      const whole = chosen.findIndex(([, options]) => Object.keys(options).length === 0);
      for (let query = 0; query < 40; query++) {
        const filter = asked(paths);
        const by = { [pick(['a', 'b', 'a.x', 'd'])]: pick([1, -1]), _id: pick([1, -1]) } as never;
        const [skip, limit] = [random(3) ? 0 : random(8), random(2) ? 0 : random(8)];
        const hint = whole >= 0 && random(4) === 0 ? { hint: `${whole}` } : {};
        const found = async (rows: Rows) => {
          const options = { skip, limit, ...(rows === indexed && hint) };
          // Two fields with arrays cannot be sorted by.
          const ids = await rows
            .find(filter, options)
            .sort(by)
            .toArray()
            .catch(({ code }) => [{ _id: code }]);
          return [ids.map(({ _id }) => _id), await rows.countDocuments(filter)];
        };
        const context = JSON.stringify({ round, query, chosen, filter, by, skip, limit, hint });
        expect([context, await found(indexed)]).toEqual([context, await found(plain)]);
      }
      await Promise.all([indexed.drop(), plain.drop()]);
    }
  },
  30_000 + rounds * 100,
);
