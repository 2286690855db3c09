import { type Namespace, indexPrefix } from '../storage/namespaces.js';
import type { YieldPolicy } from '../values/yield-policy.js';
import { decode, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { fieldReader } from '../values/raw.js';
import { checkSort } from '../values/sort.js';
import { isPauseDue } from '../values/time-limit.js';
import {
  MAX_RANGES_AT_ONCE,
  plan,
  type KeyRange,
  type Plan,
  type PlanOptions,
  type Scan,
} from './planner.js';
import { compileFilter, fieldsOf } from '../language/filter.js';
import { encodeLists, longLists } from './long-lists.js';
import type { Collection } from '../storage/documents.js';
import type { Store } from '../storage/store.js';
import { cut, cutOr, sortAll, type Hit } from './results.js';
import { transactionOver, type Transaction, type BufferedWrite } from '../storage/transactions.js';
import { idIndex } from '../storage/indexes.js';

export interface SearchOptions {
  sort?: Doc | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
  hint?: unknown;
  /** The command's `let`. */
  variables?: Doc | undefined;
  transaction?: Transaction | undefined;
  /** Counts the keys and documents that the search reads. */
  examined?: { keys: number; documents: number } | undefined;
}

/** Offset of the document's id in its key, in bytes. */
const ID_AT = indexPrefix(0, 0).length;
/** Number of documents that the average size of a collection's documents is estimated from. */
const SAMPLED_DOCUMENTS = 16;

/** Number of entries after which a search yields null. */
const PAUSE_EVERY = 128;

/** Finds the documents that match, in the sort's order; yields null where the caller can return to the event loop. */
export function search(
  store: Store,
  target: Namespace,
  filter: Doc,
  options: SearchOptions = {},
): Generator<Hit | null> {
  // Also one that an index gives the order of.
  if (options.sort) checkSort(options.sort);
  if (longLists(filter).length === 0) return startSearch(store, target, filter, options);
  // An invalid filter is refused at once.
  compileFilter(filter, options.variables);
  return searchByLists(store, target, filter, options);
}

function* searchByLists(
  store: Store,
  target: Namespace,
  filter: Doc,
  options: SearchOptions,
): Generator<Hit | null> {
  yield* encodeLists(store, target, filter);
  yield* startSearch(store, target, filter, options);
}

function startSearch(
  store: Store,
  target: Namespace,
  filter: Doc,
  options: SearchOptions,
): Generator<Hit | null> {
  const collection = store.catalog.find(target.db, target.name);
  const { sort, hint, transaction } = options;
  transaction?.checkCatalog(`${target.db}.${target.name}`);
  const uncommittedWrites = transaction?.writtenTo(`${target.db}.${target.name}`);
  // An invalid filter is refused even if the collection is missing.
  const predicate = compileFilter(filter, options.variables);
  if (!collection && !uncommittedWrites) return nothing();
  const indexed =
    collection && transaction
      ? {
          number: collection.number,
          indexes: collection.indexes.filter((index) => transaction.maySearch(collection, index)),
        }
      : collection;
  const skip = options.skip ?? 0;
  const limit = options.limit ? Math.abs(options.limit) : undefined;
  const planned = (isOrdered: boolean) =>
    indexed && planOf(store, indexed, filter, { sort, hint, limit: limit && skip + limit, isOrdered });
  const fields = fieldsOf(filter);
  const read = fields && fieldReader(fields);
  const follow = (next: Plan | undefined): Generator<Hit | null> => {
    const chosen = uncommittedWrites?.size ? (next?.instead?.plan ?? next) : next;
    if (chosen && !chosen.isCollectionScan) for (const { index } of chosen.scans) index.accesses.ops++;
    const isTestFree = chosen?.exact === true || Object.keys(filter).length === 0;
    const isSorted = !hasOrder(sort) || (chosen?.sorted === true && !uncommittedWrites?.size);
    // If no entry has to be tested, skipped parts of the index are counted without being read.
    const skipEarly =
      skip > 0 &&
      isSorted &&
      isTestFree &&
      chosen?.scans.length === 1 &&
      chosen.scans[0]!.ranges.length === 1 &&
      !uncommittedWrites?.size &&
      !transaction &&
      !isRepetitive(chosen);
    const examined = options.examined ?? (chosen?.instead ? { keys: 0, documents: 0 } : undefined);
    const found = scan(store, collection, chosen, {
      filter,
      test: predicate,
      read,
      isTestFree,
      uncommittedWrites,
      transaction,
      skip: skipEarly ? skip : 0,
      examined,
    });
    const rest = { skip: skipEarly ? 0 : skip, limit: limit ?? Infinity };
    if (chosen?.instead && examined) {
      const { plan: other, after } = chosen.instead;
      const until = examined.documents + after;
      return cutOr(
        found,
        rest,
        () => examined.documents > until,
        () => follow(other),
      );
    }
    if (isSorted) return cut(found, rest);
    return sortAll(found, sort, rest, () => {
      const ordered = uncommittedWrites?.size ? undefined : planned(true);
      return ordered?.sorted ? follow(ordered) : undefined;
    });
  };
  return follow(planned(false));
}

/** Plans a search by the sizes that the collection's ranges and documents have now. */
export function planOf(
  store: Store,
  collection: Pick<Collection, 'number' | 'indexes'>,
  filter: Doc,
  options: Pick<PlanOptions, 'sort' | 'hint' | 'limit' | 'isOrdered'>,
): Plan {
  const documentBytes = () => {
    let [documents, bytes] = [0, 0];
    for (const { value } of store.range(
      indexPrefix(collection.number, 0),
      indexPrefix(collection.number, 1),
    )) {
      bytes += store.unwrap(value).length;
      if (++documents === SAMPLED_DOCUMENTS) break;
    }
    return bytes / Math.max(1, documents);
  };
  return plan(collection, filter, { ...options, counts: store.counts, documentBytes });
}

/** Returns true if the scans may find a document several times. */
const isRepetitive = ({ scans }: Plan): boolean =>
  scans.length > 1 || scans.some(({ index }) => index.spec.multikey);

const hasOrder = (sort: Doc | undefined): sort is Doc =>
  sort !== undefined && Object.keys(sort).length > 0 && !('$natural' in sort);

function* nothing(): Generator<null> {
  // The collection does not exist.
}

interface ScanOptions {
  filter: Doc;
  test: (doc: Doc) => boolean;
  /** Reads the tested fields only, as most scanned documents do not match and need not be decoded. */
  read: ((raw: Buffer) => Doc) | undefined;
  isTestFree: boolean;
  uncommittedWrites: ReturnType<Transaction['writtenTo']>;
  transaction: Transaction | undefined;
  skip: number;
  examined: SearchOptions['examined'];
}

function* scan(
  store: Store,
  collection: Collection | undefined,
  chosen: Plan | undefined,
  options: ScanOptions,
): Generator<Hit | null> {
  const { test, read, isTestFree, uncommittedWrites, transaction, examined } = options;
  if (collection && chosen) {
    const seen = isRepetitive(chosen) ? new Set<string>() : undefined;
    let count = 0;
    const within = chosen.within && new Set<string>();
    for (const entry of within ? entries(store, collection, chosen.within!, { transaction, skip: 0 }) : []) {
      if (entry) within!.add(entry.id.toString('latin1'));
      if (entry && examined) examined.keys++;
      if (++count % PAUSE_EVERY === 0 || isPauseDue()) yield null;
    }
    const hitOf = ({ id, raw }: { id: Buffer; raw?: Buffer }): Hit | undefined => {
      if (examined && !raw) examined.keys++;
      if (uncommittedWrites ?? seen ?? within) {
        const name = id.toString('latin1');
        if (uncommittedWrites?.has(name) || seen?.has(name) || within?.has(name) === false) return undefined;
        seen?.add(name);
      }
      const bytes = raw ?? store.get(collection, id, transaction?.snapshot);
      // The document may have been deleted since the index was read.
      if (!bytes) return undefined;
      if (examined) examined.documents++;
      if (isTestFree) return { id, raw: bytes };
      if (read) return test(read(bytes)) ? { id, raw: bytes } : undefined;
      const doc = decode(bytes);
      return test(doc) ? { id, raw: bytes, doc } : undefined;
    };
    for (const entry of entries(store, collection, chosen.scans, { transaction, skip: options.skip })) {
      const hit = entry && hitOf(entry);
      if (hit) yield hit;
      // Pauses between entries only: an entry that was read before a pause may be outdated after it.
      if (++count % PAUSE_EVERY === 0 || isPauseDue()) yield null;
    }
  }
  let count = 0;
  if (!uncommittedWrites) return;
  // A collection that the transaction has created is not there before its commit.
  const planned = chosen ?? plan({ number: 0, indexes: [idIndex()] }, options.filter);
  for (const { id, after } of candidates(uncommittedWrites, planned)) {
    if (++count % PAUSE_EVERY === 0 || isPauseDue()) yield null;
    if (after && test(read ? read(after) : decode(after))) yield { id, raw: after };
  }
}

/** The transaction's uncommitted writes that a plan may find: those of its ids, or all if it has other bounds. */
function candidates(
  uncommittedWrites: ReadonlyMap<string, BufferedWrite>,
  { scans }: Plan,
): Iterable<BufferedWrite> {
  const [{ index, ranges }, ...others] = scans as [Scan, ...Scan[]];
  if (others.length > 0 || index.spec.id !== 0 || ranges.length > MAX_RANGES_AT_ONCE)
    return uncommittedWrites.values();
  const points = ranges.first(MAX_RANGES_AT_ONCE);
  if (!points.every(isPoint)) return uncommittedWrites.values();
  return points.flatMap(([start]) => uncommittedWrites.get(start.toString('latin1', ID_AT)) ?? []);
}

/** Reads the entries of scans; yields null after many ranges without an entry. */
function* entries(
  store: Store,
  collection: Collection,
  scans: readonly Scan[],
  { transaction, skip }: Pick<ScanOptions, 'transaction' | 'skip'>,
): Generator<{ id: Buffer; raw?: Buffer } | null> {
  const snapshot = transaction?.snapshot;
  const check = livenessCheck(store, collection, scans, transaction);
  let count = 0;
  for (const { index, reverse, ranges } of scans) {
    const isPrimary = index.spec.id === 0;
    const prefix = indexPrefix(collection.number, index.spec.id);
    for (let at = 0; at < ranges.length; at++) {
      if (++count % PAUSE_EVERY === 0) {
        yield null;
        check();
      }
      const range = ranges.at(reverse ? ranges.length - 1 - at : at);
      const { start, end, left } = store.counts.skip(prefix, range, skip, reverse);
      if (isPrimary && isPoint(range)) {
        const id = start.subarray(ID_AT);
        const raw = store.get(collection, id, snapshot);
        if (raw && left === 0) {
          yield { id, raw };
          check();
        }
        continue;
      }
      for (const { key, value } of store.range(start, end, { reverse, snapshot, skip: left })) {
        yield isPrimary ? { id: Buffer.from(key.subarray(ID_AT)), raw: store.unwrap(value) } : { id: value };
        check();
      }
    }
  }
}

/**
 * Returns a check, for after each pause, that a search's collection, indexes and transaction still exist.
 * @throws MongoError 175 if its collection or an index was dropped, 251 if its transaction has ended
 */
function livenessCheck(
  store: Store,
  { db, name, number }: Collection,
  scans: readonly Scan[],
  transaction: Transaction | undefined,
): () => void {
  if (transaction) {
    return () => {
      if (transaction.isOver) throw transactionOver();
    };
  }
  let revision = store.changes.revision(number);
  return () => {
    if (store.changes.revision(number) === revision) return;
    revision = store.changes.revision(number);
    const current = store.catalog.find(db, name);
    if (current?.number !== number)
      throw fail(175, `collection ${db}.${name} was dropped or renamed while a search went on`);
    for (const { index } of scans)
      if (!current.indexes.some(({ spec }) => spec.id === index.spec.id))
        throw fail(175, `index '${index.spec.name}' was dropped while a search went on`);
  };
}

/** Returns true for a range of at most one key, whose entry can be fetched directly. */
const isPoint = ([start, end]: KeyRange): boolean =>
  start.length > ID_AT &&
  end.length === start.length + 1 &&
  end[start.length] === 0xff &&
  end.subarray(0, start.length).equals(start);

/** Collects all results of a search, and yields to the event loop now and then. */
export async function collect<T>(items: Iterable<T | null>, yieldPolicy: YieldPolicy): Promise<T[]> {
  const out: T[] = [];
  await yieldPolicy.forEach(items, (item) => out.push(item));
  return out;
}
