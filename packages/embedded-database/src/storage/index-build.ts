import { decode } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { indexedPart } from './indexed-part.js';
import { findSameIndex, Index, type Columns, type IndexSpec } from './indexes.js';
import { formatValue } from '../values/format-value.js';
import { type Namespace, indexPrefix, namespaceOf } from './namespaces.js';
import { YieldPolicy } from '../values/yield-policy.js';
import type { Collection } from './documents.js';
import type { Store } from './store.js';

/** Time in milliseconds that one slice of a build may block other commands. */
const SLICE_MS = 50;
/** Number of documents whose entries are sorted in memory at once. */
const CHUNK = 32_768;

/** A running build. Refers to its indexes by number, as an aborted write recreates the catalog's objects. */
interface Build {
  store: Store;
  target: Namespace;
  collection: number;
  indexes: Set<number>;
  /** Numbers of the indexes in which a document has several keys. */
  multikey: Set<number>;
  /** Ids of the documents written since it began. */
  touched: Map<string, Buffer>;
  /** In milliseconds since the epoch. */
  deadline: number;
}

/** The most indexes of a collection, as in MongoDB (https://www.mongodb.com/docs/manual/reference/limits/). */
const MAX_INDEXES = 64;

/** @throws MongoError 67 where a collection can have no further index */
export function checkCount(collection: Collection, { key }: Pick<IndexSpec, 'key'>): void {
  if (collection.indexes.length < MAX_INDEXES) return;
  const namespace = namespaceOf(collection);
  throw fail(67, `add index fails, too many indexes for ${namespace} key:${formatValue(key)}`);
}

/**
 * Builds indexes in one pass over the collection: its documents' keys are sorted in memory, many at a time, and put in
 * that order, so that adjacent pages are written together. Other commands go on: writes maintain the new indexes from
 * the beginning; documents they touch are left out of the pass and checked at the end. Only then do the indexes serve
 * queries; the next start removes indexes that a crash left unfinished.
 */
export async function buildIndexes(
  store: Store,
  target: Namespace,
  specs: Omit<IndexSpec, 'id'>[],
  deadline = Infinity,
): Promise<void> {
  const touched = new Map<string, Buffer>();
  let watched: number | undefined;
  const touch = (collection: number, id: Buffer) => {
    if (collection === watched) touched.set(id.toString('latin1'), id);
  };
  store.onPut.add(touch);
  const names: string[] = [];
  let settle!: (failure?: unknown) => void;
  const ended = new Promise<unknown>((resolve) => (settle = resolve));
  try {
    const others: Promise<unknown>[] = [];
    const indexes = await store.write(() => {
      // This may run again if another write of the same group fails.
      others.length = 0;
      const collection = store.catalog.ensure(target.db, target.name);
      const isEmpty = store.counts.total(indexPrefix(collection.number, 0)) === 0;
      const added = new Set<number>();
      for (const spec of specs) {
        const same = findSameIndex(collection.indexes, spec);
        const running = same?.spec.building && store.builds.get(buildName(collection.number, same.spec.id));
        if (running) others.push(running);
        // A failed build could not remove it, for example on a full disk.
        if (same?.spec.building && !running) store.catalog.dropIndex(collection, same);
        else if (same) continue;
        checkCount(collection, spec);
        const index = new Index({ ...spec, id: collection.nextIndex++, ...(!isEmpty && { building: true }) });
        store.catalog.addIndex(collection, index);
        added.add(index.spec.id);
        if (isEmpty) continue;
        const name = buildName(collection.number, index.spec.id);
        names.push(name);
        store.builds.set(name, ended);
      }
      watched = collection.number;
      return isEmpty ? new Set<number>() : added;
    });
    if (indexes.size > 0 && watched !== undefined)
      await build({ store, target, collection: watched, indexes, multikey: new Set(), touched, deadline });
    // Waits for indexes that other commands are building.
    for (const failure of await Promise.all(others)) if (failure) throw failure as Error;
    settle();
  } catch (error) {
    settle(error);
    throw error;
  } finally {
    store.onPut.delete(touch);
    for (const name of names) if (store.builds.get(name) === ended) store.builds.delete(name);
  }
}

const buildName = (collection: number, index: number): string => `${collection}:${index}`;

async function build(building: Build): Promise<void> {
  const { store, target } = building;
  try {
    await scan(building);
    await inSlices(store, (from) => addTouched(building, from));
  } catch (error) {
    await store.write(() => {
      const collection = store.catalog.find(target.db, target.name);
      if (collection?.number !== building.collection) return;
      for (const index of collection.indexes.filter(({ spec }) => building.indexes.has(spec.id)))
        store.catalog.dropIndex(collection, index);
    });
    throw error;
  }
}

/** @throws MongoError 276 if the collection or one of the indexes was dropped */
function current({ store, target, collection: number, indexes: wanted }: Build) {
  const collection = store.catalog.find(target.db, target.name);
  const indexes = collection?.indexes.filter(({ spec }) => wanted.has(spec.id)) ?? [];
  if (collection?.number !== number || indexes.length !== wanted.size)
    throw fail(276, 'Index build aborted: the collection or an index was dropped');
  return { collection, indexes };
}

/** Writes slice by slice; each returns the position at which the next one starts, the last undefined. */
async function inSlices(store: Store, slice: (from: number) => number | undefined): Promise<void> {
  let from: number | undefined = 0;
  while (from !== undefined) {
    const start: number = from;
    from = await store.write(() => slice(start));
  }
}

/** Puts the keys of all documents in sorted chunks. */
async function scan(building: Build): Promise<void> {
  const { store, collection: number, multikey } = building;
  const { indexes } = current(building);
  const read = indexedPart(indexes);
  const yieldPolicy = new YieldPolicy(building.deadline);
  let rows = indexes.map(() => new Rows());
  let documents = 0;
  for (const { key, value } of store.range(indexPrefix(number, 0), indexPrefix(number, 1))) {
    const tail = tailOf(key);
    const doc = read(store.unwrap(value));
    const columns: Columns = new Map();
    for (let at = 0; at < indexes.length; at++) {
      const keys = indexes[at]!.keysOf(doc, columns);
      if (keys.length > 1) multikey.add(indexes[at]!.spec.id);
      for (const entry of keys) rows[at]!.add(entry + tail);
    }
    documents++;
    if (documents % 64 === 0) await yieldPolicy.yieldIfDue();
    if (documents % CHUNK === 0) {
      await putRows(building, rows);
      rows = indexes.map(() => new Rows());
    }
  }
  await putRows(building, rows);
}

/** The part of a row behind its key: the document's id and the length of that, as text with one byte per character. */
function tailOf(documentKey: Buffer): string {
  const id = documentKey.toString('latin1', 6);
  return id + String.fromCharCode(id.length >> 8, id.length & 0xff);
}

/** Rows in one buffer: as single strings they would keep the garbage collector busy. */
class Rows {
  private bytes = Buffer.allocUnsafe(2 ** 16);
  private readonly ends = [0];

  add(row: string): void {
    const start = this.ends.at(-1)!;
    if (start + row.length > this.bytes.length)
      this.bytes = Buffer.concat([this.bytes], 2 * this.bytes.length + row.length);
    this.bytes.write(row, start, 'latin1');
    this.ends.push(start + row.length);
  }

  inOrder(): string[] {
    const rows: string[] = [];
    for (let at = 1; at < this.ends.length; at++)
      rows.push(this.bytes.toString('latin1', this.ends[at - 1], this.ends[at]));
    return rows.sort();
  }
}

async function putRows(building: Build, rows: Rows[]): Promise<void> {
  const { store, touched } = building;
  for (const [at, unordered] of rows.entries()) {
    const ordered = unordered.inOrder();
    await inSlices(store, (from) => {
      const { collection, indexes } = current(building);
      const load = store.loader(collection, indexes[at]!);
      return slice(ordered.length, from, (position) => {
        const row = ordered[position]!;
        const end = row.length - 2;
        const start = end - ((row.charCodeAt(end) << 8) | row.charCodeAt(end + 1));
        const id = row.slice(start, end);
        if (touched.size === 0 || !touched.has(id)) load(row.slice(0, start), id);
      });
    });
  }
}

/** Adds the missing entries of documents that were written during the build; then the indexes are ready. */
function addTouched(building: Build, from: number): number | undefined {
  const { store, touched, multikey } = building;
  const { collection, indexes } = current(building);
  const written = [...touched];
  const next = slice(written.length, from, (position) => {
    const [text, id] = written[position]!;
    const bytes = store.get(collection, id);
    if (!bytes) return;
    const doc = decode(bytes);
    for (const index of indexes) {
      const keys = index.keysOf(doc);
      if (keys.length > 1) multikey.add(index.spec.id);
      const load = store.loader(collection, index);
      for (const key of keys) if (!store.hasEntry(collection, index, key, text)) load(key, text);
    }
  });
  if (next !== undefined) return next;
  for (const { spec } of indexes) {
    // A transaction that began before must not use the index: its snapshot has a part of the entries at most.
    store.locks.wrote(indexPrefix(collection.number, spec.id));
    delete spec.building;
    if (multikey.has(spec.id)) spec.multikey = true;
  }
  store.catalog.markChanged(collection);
  return undefined;
}

/** Runs the positions `from` to `end` for one slice's time; returns the next position, or undefined at the end. */
function slice(end: number, from: number, run: (position: number) => void): number | undefined {
  const started = performance.now();
  for (let at = from; at < end; at++) {
    if (at % 32 === 31 && performance.now() - started > SLICE_MS) return at;
    run(at);
  }
  return undefined;
}
