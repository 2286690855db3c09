import { decode, isDocument, type Doc } from '../../values/bson.js';
import { fail, unsupported } from '../../values/errors.js';
import { compileFilter } from '../../language/filter.js';
import { YieldPolicy } from '../../values/yield-policy.js';
import type { Collection } from '../../storage/documents.js';
import type { Store } from '../../storage/store.js';
import { indexPrefix, namespaceOf } from '../../storage/namespaces.js';
import { checkNames, document } from '../../values/arguments.js';
import { isNumber, toNumber } from '../../values/ranks.js';
import { collectionsOf, type CatalogContext } from './context.js';

/** Maximum number of entries, and of their bytes, in the sample that estimates the size of an index. */
const SAMPLE = 100;
const SAMPLE_BYTES = 2 ** 24;

/** Returns the number of an index's entries and their bytes; the bytes are estimated if it has many. */
function extentOf(store: Store, number: number, index: number): { count: number; bytes: number } {
  const prefix = indexPrefix(number, index);
  const count = store.counts.total(prefix);
  let seen = 0;
  let bytes = 0;
  for (const { key, value } of store.range(prefix, indexPrefix(number, index + 1))) {
    bytes += index === 0 ? store.unwrap(value).length : key.length + value.length;
    if (++seen === SAMPLE || bytes > SAMPLE_BYTES) break;
  }
  return { count, bytes: count <= seen ? bytes : Math.round((bytes / seen) * count) };
}

/** Returns the unit of sizes, in bytes; sizes are truncated to it. @throws MongoError 51024 if it is less than 1 */
function scaleOf({ scale = 1 }: { scale?: number }) {
  const factor = Math.trunc(scale);
  if (!(factor >= 1)) throw fail(51024, `BSON field 'scale' value must be >= 1, actual value '${scale}'`);
  return { factor, of: (bytes: number) => Math.trunc(bytes / factor) };
}

type Sizes = ReturnType<typeof sizesOf>;

/** Returns the number and bytes of documents, and name and bytes of each index; none for `_id`, of which those are. */
function sizesOf(store: Store, collection: Collection | undefined) {
  if (!collection) return { count: 0, documents: 0, indexes: [] as [string, number][] };
  const { count, bytes } = extentOf(store, collection.number, 0);
  const indexes = collection.indexes.map(({ spec: { id, name } }): [string, number] => [
    name,
    id === 0 ? 0 : extentOf(store, collection.number, id).bytes,
  ]);
  return { count, documents: bytes, indexes };
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const indexBytes = ({ indexes }: Sizes): number => sum(indexes.map(([, bytes]) => bytes));

function storageStats(sizes: Sizes, options: { scale?: number }): Doc {
  const scale = scaleOf(options);
  const { count, documents, indexes } = sizes;
  return {
    size: scale.of(documents),
    count,
    avgObjSize: count === 0 ? 0 : Math.floor(documents / count),
    numOrphanDocs: 0,
    storageSize: scale.of(documents),
    totalIndexSize: scale.of(indexBytes(sizes)),
    totalSize: scale.of(documents + indexBytes(sizes)),
    nindexes: indexes.length,
    indexSizes: Object.fromEntries(indexes.map(([name, bytes]) => [name, scale.of(bytes)])),
    capped: false,
    scaleFactor: scale.factor,
  };
}

/** https://www.mongodb.com/docs/manual/reference/command/collStats/ */
export function collStats(command: Doc, { store, target }: CatalogContext): Doc {
  const sizes = sizesOf(store, store.catalog.find(target.db, target.name));
  return { ns: namespaceOf(target), ...storageStats(sizes, command), ok: 1 };
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/collStats/ */
export function collStatsStage(spec: unknown, { store, target }: CatalogContext): Doc {
  if (!isDocument(spec)) throw fail(5447000, '$collStats must take a nested object');
  checkNames('$collStats', spec, ['count', 'storageStats', 'latencyStats', 'queryExecStats']);
  const refused = ['latencyStats', 'queryExecStats'].find((name) => spec[name] !== undefined);
  if (refused) throw unsupported(`$collStats with ${refused}`);
  const { count, storageStats: storage } = spec;
  const wrong = Object.entries({ count, storageStats: storage }).find(
    ([, options]) => options !== undefined && !isDocument(options),
  );
  if (wrong) throw fail(14, `BSON field '$collStats.${wrong[0]}' must be an object`);
  const { scale, ...others } = document(storage);
  if (scale !== undefined && !isNumber(scale))
    throw fail(14, "BSON field '$collStats.storageStats.scale' must be a number");
  checkNames('$collStats.storageStats', others, []);
  const collection = store.catalog.find(target.db, target.name);
  if (count && !collection) throw fail(26, `Collection [${namespaceOf(target)}] not found.`);
  const sizes = sizesOf(store, collection);
  return {
    ns: namespaceOf(target),
    localTime: new Date(),
    ...(storage !== undefined && {
      storageStats: storageStats(sizes, scale === undefined ? {} : { scale: toNumber(scale) }),
    }),
    ...(count !== undefined && { count: sizes.count }),
  };
}

/** https://www.mongodb.com/docs/manual/reference/command/dbStats/ */
export function dbStats(command: Doc, { store, target }: CatalogContext): Doc {
  const scale = scaleOf(command);
  const sizes = collectionsOf(store, target.db).map((collection) => sizesOf(store, collection));
  const objects = sum(sizes.map(({ count }) => count));
  const dataSize = sum(sizes.map(({ documents }) => documents));
  const indexSize = sum(sizes.map(indexBytes));
  return {
    db: target.db,
    collections: sizes.length,
    views: 0,
    objects,
    avgObjSize: objects === 0 ? 0 : dataSize / objects,
    dataSize: scale.of(dataSize),
    storageSize: scale.of(dataSize),
    indexes: sum(sizes.map(({ indexes }) => indexes.length)),
    indexSize: scale.of(indexSize),
    totalSize: scale.of(dataSize + indexSize),
    scaleFactor: scale.factor,
    ok: 1,
  };
}

/** https://www.mongodb.com/docs/manual/reference/command/listDatabases/ */
export function listDatabases(command: Doc, { store }: CatalogContext): Doc {
  const { filter = {}, nameOnly } = command as { filter?: Doc; nameOnly?: boolean };
  const test = compileFilter(filter);
  const names = [...new Set([...store.catalog.collections.values()].map(({ db }) => db))].sort();
  if (nameOnly) return { databases: names.map((name) => ({ name })).filter((entry) => test(entry)), ok: 1 };
  const databases = names
    .map((name) => {
      const sizes = collectionsOf(store, name).map((collection) => sizesOf(store, collection));
      return { name, sizeOnDisk: sum(sizes.map((one) => one.documents + indexBytes(one))), empty: false };
    })
    .filter((entry) => test(entry));
  const totalSize = sum(databases.map(({ sizeOnDisk }) => sizeOnDisk));
  return { databases, totalSize, totalSizeMb: Math.floor(totalSize / 2 ** 20), ok: 1 };
}

/** Compares a collection with its indexes: https://www.mongodb.com/docs/manual/reference/command/validate/ */
export async function validate({ store, target }: CatalogContext): Promise<Doc> {
  const collection = store.catalog.find(target.db, target.name);
  if (!collection) throw fail(26, `Collection '${namespaceOf(target)}' does not exist to validate.`);
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

/** Finds the errors of a collection: wrong checksums and counts, missing and surplus index entries. */
async function inspect(store: Store, collection: Collection) {
  const errors: string[] = [];
  const expected = new Map(collection.indexes.map((index) => [index, 0]));
  const yieldPolicy = new YieldPolicy();
  let nrecords = 0;
  const { number } = collection;
  for (const { key, value } of store.range(indexPrefix(number, 0), indexPrefix(number, 1))) {
    if (nrecords++ % 100 === 0) await yieldPolicy.yieldIfDue();
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
