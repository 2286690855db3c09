import { decode, type Doc } from '../values/bson.js';
import { MongoError } from '../errors.js';
import { collect, Pace, search } from '../query/search.js';
import type { Collection, Store } from '../storage/store.js';
import { indexPrefix, namespaceOf } from '../storage/namespaces.js';
import type { CatalogueContext } from './context.js';

/**
 * The unit that sizes are told in: so many bytes, of which parts are cut off.
 * @throws MongoError 51024 where it is less than 1
 */
function scaleOf({ scale = 1 }: { scale?: number }) {
  const factor = Math.trunc(scale);
  if (!(factor >= 1))
    throw new MongoError(51024, `BSON field 'scale' value must be >= 1, actual value '${scale}'`);
  return { factor, of: (bytes: number) => Math.trunc(bytes / factor) };
}

/** https://www.mongodb.com/docs/manual/reference/command/collStats/ */
export async function collStats(command: Doc, { store, target }: CatalogueContext): Promise<Doc> {
  const scale = scaleOf(command);
  const collection = store.find(target.db, target.name);
  const { count, size } = collection ? await measure(store, collection) : { count: 0, size: 0 };
  const indexes = collection?.indexes ?? [];
  return {
    ns: namespaceOf(target),
    count,
    size: scale.of(size),
    avgObjSize: count === 0 ? 0 : Math.floor(size / count),
    storageSize: scale.of(size),
    totalIndexSize: 0,
    totalSize: scale.of(size),
    nindexes: indexes.length,
    indexSizes: Object.fromEntries(indexes.map(({ spec }) => [spec.name, 0])),
    capped: false,
    scaleFactor: scale.factor,
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

export async function dbStats(command: Doc, { store, target }: CatalogueContext): Promise<Doc> {
  const scale = scaleOf(command);
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
    dataSize: scale.of(dataSize),
    storageSize: scale.of(dataSize),
    indexes: collections.reduce((sum, { indexes }) => sum + indexes.length, 0),
    indexSize: 0,
    totalSize: scale.of(dataSize),
    scaleFactor: scale.factor,
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
async function inspect(store: Store, collection: Collection) {
  const errors: string[] = [];
  const expected = new Map(collection.indexes.map((index) => [index, 0]));
  const pace = new Pace();
  let nrecords = 0;
  const { number } = collection;
  for (const { key, value } of store.range(indexPrefix(number, 0), indexPrefix(number, 1))) {
    if (nrecords++ % 100 === 0) await pace.pause();
    const doc = decode(store.unwrap(value));
    const id = key.toString('latin1', 6);
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
