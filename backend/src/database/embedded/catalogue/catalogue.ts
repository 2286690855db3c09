import { Binary, UUID } from 'bson';
import { decode, encode, isDocument, type Doc } from '../values/bson.js';
import { MongoError, unsupported } from '../errors.js';
import { buildIndexes } from '../storage/index-build.js';
import { findHinted, findSameIndex, Index, parseIndexSpec, type IndexSpec } from '../storage/indexes.js';
import { compileFilter } from '../query/query.js';
import { collect, Pace, search, type Target } from '../query/search.js';
import { toText } from '../values/shell-text.js';
import { checkNamespace, indexPrefix, namespaceOf, type Collection, type Store } from '../storage/store.js';
import type { Transaction } from '../storage/transactions.js';
import { isNumber, toNumberValue, typeName } from '../values/values.js';

export interface CatalogueContext {
  store: Store;
  target: Target;
  transaction: Transaction | undefined;
}

const namespaceNotFound = (target: Target) => new MongoError(26, `ns does not exist: ${namespaceOf(target)}`);

/** https://www.mongodb.com/docs/manual/reference/command/create/ */
export async function create(command: Doc, { store, target, transaction }: CatalogueContext): Promise<Doc> {
  const refused = [
    'capped',
    'timeseries',
    'viewOn',
    'validator',
    'clusteredIndex',
    'changeStreamPreAndPostImages',
    'encryptedFields',
    'expireAfterSeconds',
  ];
  const wrong = refused.find((option) => command[option] !== undefined && command[option] !== false);
  if (wrong) throw unsupported(`create with ${wrong}`);
  checkNamespace(target.db, target.name);
  const namespace = namespaceOf(target);
  const refuseExisting = () => {
    if (store.find(target.db, target.name))
      throw new MongoError(48, `Collection ${namespace} already exists.`);
  };
  refuseExisting();
  if (transaction) {
    if (transaction.hasCreated(namespace))
      throw new MongoError(48, `Collection ${namespace} already exists.`);
    transaction.prepare(namespace, () => void store.ensure(target.db, target.name));
    return { ok: 1 };
  }
  await store.write(() => {
    refuseExisting();
    store.ensure(target.db, target.name);
  });
  return { ok: 1 };
}

export async function drop({ store, target }: CatalogueContext): Promise<Doc> {
  const collection = store.find(target.db, target.name);
  if (!collection) return { ok: 1 };
  const nIndexesWas = collection.indexes.length;
  await store.write(() => {
    const found = store.find(target.db, target.name);
    if (found) store.drop(found);
  });
  return { nIndexesWas, ns: namespaceOf(target), ok: 1 };
}

export async function dropDatabase({ store, target }: CatalogueContext): Promise<Doc> {
  await store.write(() => {
    for (const collection of [...store.collections.values()])
      if (collection.db === target.db) store.drop(collection);
  });
  return { dropped: target.db, ok: 1 };
}

export function listDatabases(command: Doc, { store }: CatalogueContext): Doc {
  const names = [...new Set([...store.collections.values()].map(({ db }) => db))].sort();
  const test = compileFilter(isDocument(command.filter) ? command.filter : {});
  const databases = names
    .map((name) => ({ name, sizeOnDisk: 0, empty: false }))
    .filter((entry) => test(entry));
  if (command.nameOnly) return { databases: databases.map(({ name }) => ({ name })), ok: 1 };
  return { databases, totalSize: 0, totalSizeMb: 0, ok: 1 };
}

export function listCollections(command: Doc, { store, target }: CatalogueContext): Doc[] {
  const test = compileFilter(isDocument(command.filter) ? command.filter : {});
  return [...store.collections.values()]
    .filter(({ db }) => db === target.db)
    .map(({ name, uuid }) => ({
      name,
      type: 'collection',
      options: {},
      info: { readOnly: false, uuid: new Binary(new UUID(uuid).buffer, Binary.SUBTYPE_UUID) },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    }))
    .filter((entry) => test(entry))
    .map((entry) => (command.nameOnly ? { name: entry.name, type: entry.type } : entry));
}

export function listIndexes({ store, target }: CatalogueContext): Doc[] {
  const collection = store.find(target.db, target.name);
  if (!collection) throw namespaceNotFound(target);
  return collection.indexes.filter(({ spec }) => !spec.building).map((index) => index.describe());
}

/** https://www.mongodb.com/docs/manual/reference/command/createIndexes/ */
export async function createIndexes(
  command: Doc,
  { store, target, transaction }: CatalogueContext,
): Promise<Doc> {
  const { db, name } = target;
  if (!Array.isArray(command.indexes) || command.indexes.length === 0)
    throw new MongoError(2, 'Must specify at least one index to create');
  const specs = (command.indexes as unknown[]).map((spec) => {
    if (!isDocument(spec)) throw new MongoError(14, "The elements of the 'indexes' array must be objects");
    return parseIndexSpec(spec);
  });
  checkNamespace(db, name);
  if (transaction) return prepareIndexes(specs, { store, target, transaction });
  const known = store.find(db, name);
  const createdCollectionAutomatically = !known;
  const numIndexesBefore = known?.indexes.length ?? 1;
  await buildIndexes(store, target, specs);
  const numIndexesAfter = store.find(db, name)?.indexes.length ?? numIndexesBefore;
  const note = numIndexesAfter === numIndexesBefore && { note: 'all indexes already exist' };
  return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note, ok: 1 };
}

/**
 * In a transaction only on a collection that it makes itself.
 * https://www.mongodb.com/docs/manual/core/transactions/#create-collections-and-indexes-in-a-transaction
 */
function prepareIndexes(
  specs: Omit<IndexSpec, 'id'>[],
  { store, target, transaction }: CatalogueContext,
): Doc {
  const collection = store.find(target.db, target.name);
  const missing = collection ? specs.filter((spec) => !findSameIndex(collection.indexes, spec)) : specs;
  if (collection && missing.length > 0) {
    throw new MongoError(
      263,
      `Cannot create new indexes on existing collection ${namespaceOf(target)} in a multi-document transaction.`,
    );
  }
  transaction!.prepare(namespaceOf(target), () => {
    const made = store.ensure(target.db, target.name);
    for (const spec of missing)
      if (!findSameIndex(made.indexes, spec))
        store.addIndex(made, new Index({ ...spec, id: made.nextIndex++ }));
  });
  const numIndexesBefore = collection?.indexes.length ?? 1;
  return {
    numIndexesBefore,
    numIndexesAfter: numIndexesBefore + missing.length,
    createdCollectionAutomatically: !collection,
    ok: 1,
  };
}

/** https://www.mongodb.com/docs/manual/reference/command/dropIndexes/ */
export async function dropIndexes(command: Doc, { store, target }: CatalogueContext): Promise<Doc> {
  const collection = store.find(target.db, target.name);
  if (!collection) throw new MongoError(26, `ns not found ${namespaceOf(target)}`);
  const nIndexesWas = collection.indexes.length;
  const wanted = command.index;
  await store.write(() => {
    const current = store.find(target.db, target.name);
    if (!current) throw new MongoError(26, `ns not found ${namespaceOf(target)}`);
    for (const index of indexesToDrop(current, wanted)) store.dropIndex(current, index);
  });
  return { nIndexesWas, ok: 1 };
}

function indexesToDrop(collection: Collection, wanted: unknown): Index[] {
  if (wanted === '*') return collection.indexes.filter(({ spec }) => spec.id !== 0);
  const all: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return all.map((one) => {
    const index = findHinted(collection.indexes, one);
    if (!index) {
      throw new MongoError(
        27,
        typeof one === 'string'
          ? `index not found with name [${one}]`
          : `can't find index with key: ${JSON.stringify(one)}`,
      );
    }
    if (index.spec.id === 0) throw new MongoError(72, 'cannot drop _id index');
    return index;
  });
}

/** Changes an index's expiry or visibility. https://www.mongodb.com/docs/manual/reference/command/collMod/ */
export async function collMod(command: Doc, { store, target }: CatalogueContext): Promise<Doc> {
  const known = ['collMod', 'index', 'writeConcern', 'comment', 'lsid', 'dryRun', 'maxTimeMS', 'apiVersion'];
  const wrong = Object.keys(command).find((name) => !name.startsWith('$') && !known.includes(name));
  if (wrong) throw unsupported(`collMod with ${wrong}`);
  if (command.index === undefined) {
    if (!store.find(target.db, target.name)) throw namespaceNotFound(target);
    return { ok: 1 };
  }
  const { name, keyPattern, expireAfterSeconds, hidden } = isDocument(command.index)
    ? command.index
    : ({} as Doc);
  const reply: Doc = {};
  await store.write(() => {
    const collection = store.find(target.db, target.name);
    if (!collection) throw namespaceNotFound(target);
    const index = findHinted(collection.indexes, name ?? keyPattern);
    if (!index)
      throw new MongoError(
        27,
        `cannot find index ${toText(name ?? keyPattern)} for ns ${namespaceOf(target)}`,
      );
    if (expireAfterSeconds !== undefined) {
      if (!isNumber(expireAfterSeconds) || toNumberValue(expireAfterSeconds) < 0)
        throw new MongoError(
          72,
          `expireAfterSeconds must be a number of seconds, not ${typeName(expireAfterSeconds)}`,
        );
      if (index.fields.length > 1 || index.spec.id === 0)
        throw new MongoError(72, 'only a single-field index other than _id can expire documents');
      reply.expireAfterSeconds_old = index.spec.expireAfterSeconds;
      reply.expireAfterSeconds_new = index.spec.expireAfterSeconds = toNumberValue(expireAfterSeconds);
    }
    if (hidden !== undefined) {
      if (index.spec.id === 0) throw new MongoError(2, "can't hide _id index");
      reply.hidden_old = index.spec.hidden ?? false;
      reply.hidden_new = index.spec.hidden = Boolean(hidden);
    }
    store.markChanged(collection);
  });
  return { ...reply, ok: 1 };
}

/** https://www.mongodb.com/docs/manual/reference/command/collStats/ */
export async function collStats({ store, target }: CatalogueContext): Promise<Doc> {
  const collection = store.find(target.db, target.name);
  const { count, size } = collection ? await measure(store, collection) : { count: 0, size: 0 };
  const indexes = collection?.indexes ?? [];
  return {
    ns: namespaceOf(target),
    count,
    size,
    avgObjSize: count === 0 ? 0 : Math.floor(size / count),
    storageSize: size,
    totalIndexSize: 0,
    totalSize: size,
    nindexes: indexes.length,
    indexSizes: Object.fromEntries(indexes.map(({ spec }) => [spec.name, 0])),
    capped: false,
    scaleFactor: 1,
    ok: 1,
  };
}

/** Exact to a thousand documents, beyond that the mean of the first thousand times their number. */
async function measure(
  store: Store,
  { db, name, number }: Collection,
): Promise<{ count: number; size: number }> {
  const count = store.counts.total(indexPrefix(number, 0));
  const sample = await collect(search(store, { db, name }, {}, { limit: 1000 }), new Pace());
  const bytes = sample.reduce((sum, { raw }) => sum + raw.length, 0);
  return { count, size: count <= sample.length ? bytes : Math.round((bytes / sample.length) * count) };
}

export async function dbStats({ store, target }: CatalogueContext): Promise<Doc> {
  const collections = [...store.collections.values()].filter(({ db }) => db === target.db);
  let objects = 0;
  let dataSize = 0;
  for (const collection of collections) {
    const { count, size } = await measure(store, collection);
    objects += count;
    dataSize += size;
  }
  return {
    db: target.db,
    collections: collections.length,
    views: 0,
    objects,
    avgObjSize: objects === 0 ? 0 : dataSize / objects,
    dataSize,
    storageSize: dataSize,
    indexes: collections.reduce((sum, { indexes }) => sum + indexes.length, 0),
    indexSize: 0,
    totalSize: dataSize,
    scaleFactor: 1,
    ok: 1,
  };
}

/** Reads all of a collection and compares it with its indexes. https://www.mongodb.com/docs/manual/reference/command/validate/ */
export async function validate({ store, target }: CatalogueContext): Promise<Doc> {
  const collection = store.find(target.db, target.name);
  if (!collection)
    throw new MongoError(26, `Collection '${namespaceOf(target)}' does not exist to validate.`);
  const { errors, nrecords, keysPerIndex } = await inspect(store, collection);
  return {
    ns: namespaceOf(target),
    nInvalidDocuments: 0,
    nrecords,
    nIndexes: collection.indexes.length,
    keysPerIndex,
    valid: errors.length === 0,
    repaired: false,
    warnings: [],
    errors,
    ok: 1,
  };
}

/** What is wrong with a collection: checksums, missing or surplus index entries, counts. */
export async function inspect(store: Store, collection: Collection) {
  const errors: string[] = [];
  const expected = new Map(collection.indexes.map((index) => [index, 0]));
  const pace = new Pace();
  let nrecords = 0;
  const { number } = collection;
  for (const { key, value } of store.range(indexPrefix(number, 0), indexPrefix(number, 1))) {
    if (nrecords++ % 100 === 0) await pace.pause();
    const doc = decode(store.unwrap(value));
    const id = Buffer.from(key.subarray(6));
    for (const index of collection.indexes) {
      if (index.spec.id === 0) continue;
      for (const entry of index.keysOf(doc)) {
        expected.set(index, expected.get(index)! + 1);
        if (!store.hasEntry(collection, index, entry, id))
          errors.push(`${index.spec.name}: an entry is missing`);
      }
    }
  }
  const keysPerIndex: Doc = {};
  for (const [index, keys] of expected) {
    const prefix = indexPrefix(number, index.spec.id);
    const wanted = index.spec.id === 0 ? nrecords : keys;
    keysPerIndex[index.spec.name] = wanted;
    if (store.counts.total(prefix) !== wanted)
      errors.push(`${index.spec.name}: its count is ${store.counts.total(prefix)} instead of ${wanted}`);
    if (store.countEntries(prefix) !== wanted)
      errors.push(`${index.spec.name}: it has ${store.countEntries(prefix)} entries instead of ${wanted}`);
  }
  return { errors: errors.slice(0, 20), nrecords, keysPerIndex };
}

export const encodeAll = (docs: Doc[]): Buffer[] => docs.map(encode);
