import { BSONRegExp } from 'bson';
import { type Doc, entriesOf, isDocument } from '../values/bson.js';
import { fail, unsupported } from '../values/errors.js';
import { fieldText } from '../values/keys.js';
import { compoundKeyTuples } from '../values/compound-keys.js';
import { compileFilter, isReferenceField, type Predicate } from '../language/filter.js';
import { formatValue } from '../values/format-value.js';
import {
  EMPTY,
  isIndexName,
  isMissing,
  isNumber,
  parseKeyFields,
  type KeyField,
  toNumber,
} from '../values/ranks.js';
import { identity } from '../values/values.js';

/** An index as stored in the catalog. */
export interface IndexSpec {
  /** Its number within the collection; 0 is the documents themselves, ordered by `_id`. */
  id: number;
  name: string;
  key: Doc;
  unique?: boolean;
  sparse?: boolean;
  hidden?: boolean;
  partialFilterExpression?: Doc;
  expireAfterSeconds?: number;
  /** Without effect since MongoDB 4.2, as every index is built beside the writes; stored for listIndexes. */
  background?: boolean;
  /** True if empty arrays have their own key; in indexes of folders of format 2 and before, they have that of null. */
  emptyArrays?: boolean;
  /** True if a document has several keys. */
  multikey?: boolean;
  /** True while it is built: writes maintain it, but it does not contain all older documents yet. */
  building?: boolean;
}

/** Maximum size of a key in bytes: LMDB's 1978, less the numbers of the collection and the index. */
export const MAX_KEY_BYTES = 1960;

/** @throws MongoError 17280 for a key of an index that is longer than LMDB takes */
export function checkKeyLength(index: string, bytes: number): void {
  if (bytes > MAX_KEY_BYTES)
    throw fail(17280, `key too large to index, failing ${index}: ${bytes} bytes of at most ${MAX_KEY_BYTES}`);
}

export class Index {
  readonly fields: KeyField[];
  /** Number of searches that used the index since the start. */
  readonly accesses = { ops: 0, since: new Date() };
  /** The value that stands for an empty array in its keys. */
  private readonly empty: unknown;
  /** The column name of each field. */
  private readonly columnNames: string[];
  private readonly partial?: Predicate;

  constructor(readonly spec: IndexSpec) {
    this.fields = parseKeyFields(spec.key);
    this.empty = spec.emptyArrays ? EMPTY : undefined;
    this.columnNames = this.fields.map(
      ({ name, direction }) => `${spec.emptyArrays ? '' : 'old '}${direction < 0 ? '-' : ''}${name}`,
    );
    if (spec.partialFilterExpression) this.partial = compileFilter(spec.partialFilterExpression);
  }

  /**
   * Returns a document's keys in this index, without `_id`, as byteText, which is faster to join, compare and sort than
   * buffers.
   * @param columns a cache of the same document's columns, shared by indexes with common fields
   * @throws MongoError 171 if two fields contain arrays, 17280 if a key is too long
   */
  keysOf(doc: Doc, columns: Columns = new Map()): string[] {
    if (this.partial && !this.partial(doc)) return [];
    let keys = [''];
    let arrayField: KeyField | undefined;
    let isMissing = true;
    for (let at = 0; at < this.fields.length; at++) {
      const field = this.fields[at]!;
      let column = columns.get(this.columnNames[at]!);
      if (!column) columns.set(this.columnNames[at]!, (column = columnOf(doc, field, this.empty)));
      isMissing &&= column.isMissing;
      if (column.hasArray) {
        if (arrayField) return this.rowKeys(doc, arrayField, field);
        arrayField = field;
      }
      const [first] = column.keys;
      if (column.keys.length > 1) keys = keys.flatMap((key) => column.keys.map((part) => key + part));
      else if (keys.length > 1) keys = keys.map((key) => key + first);
      else keys[0] += first!;
    }
    if (this.spec.sparse && isMissing) return [];
    for (const key of keys) checkKeyLength(this.spec.name, key.length);
    return keys;
  }

  /** The keys of a document in which several fields run through arrays, which must be the same one. */
  private rowKeys(doc: Doc, first: KeyField, second: KeyField): string[] {
    const hasPosition = this.fields.some(({ path }) => path.some(isIndexName));
    const rows = hasPosition ? undefined : compoundKeyTuples(doc, this.fields, this.empty);
    if (!rows) throw fail(171, `cannot index parallel arrays [${second.name}] [${first.name}]`);
    if (this.spec.sparse && rows.every((row) => row.every((value) => value === undefined))) return [];
    const keys = rows.map((row) =>
      row.map((value, at) => fieldText(value, this.fields[at]!.direction)).join(''),
    );
    for (const key of keys) checkKeyLength(this.spec.name, key.length);
    return [...new Set(keys)];
  }

  /** The index as listIndexes shows it. */
  describe(): Doc {
    const { id, key, name, unique, sparse, hidden, partialFilterExpression } = this.spec;
    const { expireAfterSeconds, background } = this.spec;
    return {
      v: 2,
      key,
      name,
      ...(background !== undefined && { background }),
      ...(id !== 0 && unique && { unique }),
      ...(sparse && { sparse }),
      ...(hidden && { hidden }),
      ...(partialFilterExpression && { partialFilterExpression }),
      ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    };
  }
}

/** The values of a document at a field of an index. */
interface Column {
  /** The keys of its values, each once. */
  keys: string[];
  hasArray: boolean;
  isMissing: boolean;
}
/** A document's columns, by the field's name and direction. */
export type Columns = Map<string, Column>;

function columnOf(doc: Doc, { path, direction }: KeyField, empty: unknown): Column {
  const { values, hasArray } = indexedValues(doc, path, empty);
  const keys = values.map((value) => fieldText(value, direction));
  return {
    keys: keys.length === 1 ? keys : [...new Set(keys)],
    hasArray,
    isMissing: values.every((value) => value === undefined),
  };
}

interface IndexedValues {
  values: unknown[];
  hasArray: boolean;
  /** The value that stands for an empty array. */
  empty: unknown;
}

/** Returns the values at a path as an index contains them: each element of an array on its own. */
function indexedValues(doc: Doc, path: string[], empty?: unknown): IndexedValues {
  const found: IndexedValues = { values: [], hasArray: false, empty };
  collect(doc, path, 0, found);
  if (found.values.length === 0) found.values.push(undefined);
  return found;
}

function collect(value: unknown, path: string[], at: number, found: IndexedValues): void {
  if (Array.isArray(value)) {
    found.hasArray = true;
    if (at === path.length) {
      found.values.push(...(value.length === 0 ? [found.empty] : (value as unknown[])));
      return;
    }
    const name = path[at]!;
    const isPosition = isIndexName(name) && Number(name) < value.length;
    if (isPosition) collect(value[Number(name)], path, at + 1, found);
    for (const item of value) {
      if (isDocument(item)) collect(item, path, at, found);
      else if (!isPosition) found.values.push(undefined);
    }
    return;
  }
  if (at === path.length) {
    found.values.push(value);
  } else if (isDocument(value) && Object.hasOwn(value, path[at]!)) {
    collect(value[path[at]!], path, at + 1, found);
  } else {
    found.values.push(undefined);
  }
}

/** The index by `_id` of every collection, whose entries are the documents themselves. */
export const idIndex = (): Index => new Index({ id: 0, name: '_id_', key: { _id: 1 }, unique: true });

const specFields = [
  'key',
  'name',
  'v',
  'unique',
  'sparse',
  'hidden',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  // Accepted without effect; https://www.mongodb.com/docs/manual/reference/command/createIndexes/
  'dropDups',
  'ns',
  'collation',
  'storageEngine',
];
const cannotCreate = (message: string) => fail(67, message);

/** Parses a specification of createIndexes. @throws MongoError 67, 115 or 197 for an invalid or unsupported one */
export function parseIndexSpec(spec: Doc): Omit<IndexSpec, 'id'> {
  const { key, name, collation, partialFilterExpression: partial, expireAfterSeconds } = spec;
  if (!isDocument(key)) throw fail(9, "The 'key' field is a required property of an index specification");
  if (typeof name !== 'string')
    throw fail(9, "The 'name' field is a required property of an index specification");
  if (name === '') throw cannotCreate('The index name cannot be empty');
  const isPrimary = Object.keys(key).join() === '_id';
  if (name === '*' || (name === '_id_' && !isPrimary))
    throw fail(2, `The index name '${name}' is not valid.`);
  const unknown = Object.keys(spec).find((field) => !specFields.includes(field));
  if (unknown) {
    const known = [
      'weights',
      'default_language',
      'language_override',
      'textIndexVersion',
      '2dsphereIndexVersion',
      'bits',
      'min',
      'max',
      'wildcardProjection',
    ];
    throw known.includes(unknown)
      ? cannotCreate(`Index option '${unknown}' is not supported by the embedded database`)
      : fail(197, `The field '${unknown}' is not valid for an index specification`);
  }
  if (isDocument(collation) && collation.locale !== 'simple') throw unsupported('collation');
  checkKey(key);
  if (spec.v !== undefined && ![1, 2].includes(Number(spec.v)))
    throw cannotCreate(`Invalid index specification; cannot create an index with v=${formatValue(spec.v)}`);
  for (const option of ['unique', 'sparse', 'hidden', 'partialFilterExpression', 'expireAfterSeconds'])
    if (isPrimary && spec[option] !== undefined)
      throw fail(197, `The field '${option}' is not valid for an _id index specification`);
  for (const option of ['unique', 'sparse', 'hidden'])
    if (spec[option] !== undefined && typeof spec[option] !== 'boolean' && !isNumber(spec[option]))
      throw fail(14, `The field '${option}' has value ${formatValue(spec[option])}, which is not boolean`);
  if (partial !== undefined) {
    if (!isDocument(partial)) throw fail(14, "The field 'partialFilterExpression' must be an object");
    if (spec.sparse) throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
    checkPartialFilter(partial);
  }
  if (expireAfterSeconds !== undefined) {
    const seconds = toNumber(expireAfterSeconds);
    const isWhole = isNumber(expireAfterSeconds) && Number.isInteger(seconds);
    if (!isWhole || seconds < 0 || seconds > 2 ** 31 - 1) {
      throw cannotCreate(
        `TTL index 'expireAfterSeconds' option must be within an acceptable range, found ${formatValue(expireAfterSeconds)}`,
      );
    }
    if (Object.keys(key).length > 1)
      throw cannotCreate('TTL indexes are single-field indexes, compound indexes do not support TTL');
  }
  return {
    name,
    key,
    emptyArrays: true,
    ...(spec.background !== undefined && { background: truthy(spec.background) }),
    ...(truthy(spec.unique) && { unique: true }),
    ...(truthy(spec.sparse) && { sparse: true }),
    ...(truthy(spec.hidden) && { hidden: true }),
    ...(partial !== undefined && { partialFilterExpression: partial }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds: toNumber(expireAfterSeconds) }),
  };
}

const truthy = (value: unknown) => value === true || (isNumber(value) && toNumber(value) !== 0);

function checkKey(key: Doc): void {
  const entries = entriesOf(key);
  if (entries.length === 0) throw cannotCreate('Index keys cannot be empty.');
  if (entries.length > 32) throw fail(13103, 'too many compound keys');
  for (const [name, direction] of entries) {
    if (typeof direction === 'string')
      throw cannotCreate(`Index type '${direction}' is not supported by the embedded database`);
    if (name === '$**' || name.endsWith('.$**'))
      throw cannotCreate('Wildcard indexes are not supported by the embedded database');
    if (name === '' || name.split('.').includes(''))
      throw cannotCreate('Index keys cannot contain an empty field.');
    if (name.split('.').some((part, at) => part.startsWith('$') && !(at > 0 && isReferenceField(part))))
      throw cannotCreate("Index key contains an illegal field name: field name starts with '$'.");
    if (!isNumber(direction) || Number.isNaN(toNumber(direction)))
      throw cannotCreate(
        'Values in v:2 index key pattern cannot be of this type. Only numbers > 0, numbers < 0, and strings are allowed.',
      );
    if (toNumber(direction) === 0) throw cannotCreate('Values in the index key pattern cannot be 0.');
  }
}

/** Checks the operators of a partial index's filter by https://www.mongodb.com/docs/manual/core/index-partial/ */
function checkPartialFilter(filter: Doc): void {
  compileFilter(filter);
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and' || name === '$or') {
      (value as Doc[]).forEach(checkPartialFilter);
    } else if (name.startsWith('$')) {
      throw cannotCreate(`Expression not supported in partial index: ${name}`);
    } else if (value instanceof BSONRegExp) {
      throw cannotCreate(`Expression not supported in partial index: ${name} $regex`);
    } else if (isDocument(value) && Object.keys(value)[0]?.startsWith('$')) {
      const wrong = Object.keys(value).find(
        (operator) => !['$eq', '$gt', '$gte', '$lt', '$lte', '$exists', '$type', '$in'].includes(operator),
      );
      if (wrong || ('$exists' in value && value.$exists === false))
        throw cannotCreate(`Expression not supported in partial index: ${wrong ?? '$exists: false'}`);
    }
  }
}

/**
 * Returns the existing index of this specification, if any. Indexes are identified by their key, their partial filter,
 * and whether they are sparse and unique: several may have the same key.
 * @throws MongoError 85, 86 if an existing one conflicts with it
 */
export function findSameIndex(indexes: readonly Index[], spec: Omit<IndexSpec, 'id'>): Index | undefined {
  const signature = (of: Omit<IndexSpec, 'id'>) =>
    identity([
      keyPattern(of.key),
      of.partialFilterExpression ?? null,
      Boolean(of.unique),
      Boolean(of.sparse),
    ]);
  const isSame = (index: Index) =>
    index.spec.id === 0
      ? identity(keyPattern(spec.key)) === identity(keyPattern(index.spec.key))
      : signature(index.spec) === signature(spec);
  const named = indexes.find((index) => index.spec.name === spec.name);
  if (named && !isSame(named)) {
    throw fail(
      86,
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${spec.name}`,
    );
  }
  const twin = named ?? indexes.find(isSame);
  if (!twin || twin.spec.id === 0) return twin;
  if (
    twin.spec.expireAfterSeconds !== spec.expireAfterSeconds ||
    Boolean(twin.spec.hidden) !== Boolean(spec.hidden)
  )
    throw fail(
      85,
      `An equivalent index already exists with the same name but different options: ${twin.spec.name}`,
    );
  if (!named) throw fail(85, `Index already exists with a different name: ${twin.spec.name}`);
  return twin;
}

/** A key's fields and directions, in order; 1, 1.0 and NumberLong(1) are equal. */
export const keyPattern = (key: Doc): [string, number][] =>
  entriesOf(key).map(([name, direction]) => [name, toNumber(direction)]);

/** Finds the index of a hint, by name or by key. @param ambiguous the error code if several indexes have the key */
export function findHinted(indexes: readonly Index[], hint: unknown, ambiguous = 2): Index | undefined {
  if (typeof hint === 'string') return indexes.find((index) => index.spec.name === hint);
  if (!isDocument(hint)) return undefined;
  const wanted = JSON.stringify(keyPattern(hint));
  const [found, other] = indexes.filter((index) => JSON.stringify(keyPattern(index.spec.key)) === wanted);
  if (other) throw fail(ambiguous, `Several indexes have the key ${formatValue(hint)}: name one of them`);
  return found;
}

/** The first values of an index's fields in a document, as a duplicate key error shows them. */
export function keyValue(index: Index, doc: Doc): Doc {
  return Object.fromEntries(
    index.fields.map(({ name, path }) => {
      const [value] = indexedValues(doc, path).values;
      return [name, isMissing(value) ? null : value];
    }),
  );
}
