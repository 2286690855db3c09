import { crc32 } from 'node:zlib';
import { open, type Database, type RootDatabase, type Transaction as LmdbTransaction } from 'lmdb';
import { UUID } from 'bson';
import { decode, encode, MAX_DOCUMENT_BYTES, type Doc } from '../values/bson.js';
import { Counts } from './counts.js';
import { Clock } from './clock.js';
import { DataFolderError, MongoError } from '../values/errors.js';
import { checkFile } from './integrity.js';
import { Journal } from './journal.js';
import {
  idIndex,
  Index,
  indexedPart,
  keyValue,
  MAX_KEY_BYTES,
  type Columns,
  type IndexSpec,
} from './indexes.js';
import { byteText, encodeKey } from '../values/keys.js';
import type { Transaction } from './transactions.js';
import { toText } from '../values/format-value.js';
import { GroupCommit } from './group-commit.js';
import { checkNamespace, indexPrefix, namespaceOf, successor } from './namespaces.js';
import { Removals } from './drop-pending-reaper.js';
import { Locked, Locks } from './locks.js';

/** The layout of the file; a newer one is refused. */
const FORMAT_VERSION = 3;
/** 1 has no journal; the indexes of 2 do not tell empty arrays from null. Both are taken over. */
const OLDEST_FORMAT = 1;
/** Address space, not memory or disk: the file may grow to this size. */
const MAP_SIZE = 64 * 2 ** 30;

export interface Collection {
  db: string;
  name: string;
  /** Its number, which begins all its keys. */
  number: number;
  uuid: string;
  nextIndex: number;
  indexes: Index[];
}

/** One document before and after a change; undefined for none. */
export interface Change {
  id: Buffer;
  before?: Doc | undefined;
  /** Left out for one that is inserted as bytes. */
  after?: Doc | undefined;
  /** The bytes of `after`, where they are at hand. */
  raw?: Buffer | undefined;
}

/** What a document's indexes are made of, before and after a change. */
interface MoveColumns {
  before: Columns;
  after: Columns;
}

export interface Entry {
  key: Buffer;
  value: Buffer;
}
export interface RangeOptions {
  reverse?: boolean;
  snapshot?: LmdbTransaction | undefined;
  skip?: number;
}

/**
 * Documents, indexes and the catalogue in one LMDB file.
 *
 * All writes go through `write`, in whole transactions of the file.
 */
export class Store {
  readonly collections = new Map<string, Collection>();
  readonly counts: Counts;
  readonly locks = new Locks();
  readonly clock = new Clock();
  /** Told of every document that is put or taken away, and its collection's number, before that is committed. */
  readonly onPut = new Set<(collection: number, id: Buffer) => void>();
  /** How many flushes there have been, and bytes of documents in them: what a benchmark compares with. */
  readonly written = { batches: 0, bytes: 0 };
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly data: Database<Buffer, Buffer>;
  private readonly meta: Database<Buffer, string>;
  private readonly sessions: Database<Buffer, Buffer>;
  private nextNumber = 1;
  private changedCollections = new Set<Collection>();
  private readonly indexedParts = new WeakMap<Collection, (bytes: Buffer) => Doc>();
  /** Counts the changes, so that work that failed is known to have made none. */
  private changes = 0;

  private readonly commits: GroupCommit;
  private readonly removals: Removals;
  private readonly journal: Journal;

  /** @throws DataFolderError for a file or a journal that is damaged, foreign or of a newer format */
  constructor(readonly path: string) {
    this.journal = new Journal(path);
    checkFile(path);
    this.root = open<Buffer, Buffer>({
      path,
      noSubdir: true,
      maxDbs: 8,
      pageSize: 4096,
      mapSize: MAP_SIZE,
      // What makes a commit safe is the journal.
      noSync: true,
      overlappingSync: false,
      encoding: 'binary',
      keyEncoding: 'binary',
    });
    const options = { encoding: 'binary', keyEncoding: 'binary' } as const;
    this.data = this.root.openDB<Buffer, Buffer>({ name: 'data', ...options });
    this.sessions = this.root.openDB<Buffer, Buffer>({ name: 'sessions', ...options });
    this.meta = this.root.openDB<Buffer, string>({ name: 'meta', encoding: 'binary' });
    const counts = this.root.openDB<Buffer, Buffer>({ name: 'counts', ...options });
    this.counts = new Counts(this.data, counts);
    this.commits = new GroupCommit({
      path,
      transaction: (work) => void this.root.transactionSync(work),
      keep: async () => {
        if (await this.journal.keep()) this.written.batches++;
      },
      makeRoom: () => this.journal.makeRoom(),
      changes: () => this.changes,
      save: () => {
        this.saveCatalogue();
        this.counts.save();
      },
      over: (isKept) => this.over(isKept),
    });
    this.removals = new Removals(this, { meta: this.meta, data: this.data });
    const tables = [this.data, this.sessions, this.meta, counts] as Database<Buffer, never>[];
    this.root.transactionSync(() => this.journal.replay(tables));
    this.checkFormat();
    this.reload();
    this.journal.start(tables, () => this.snapshot());
    this.root.transactionSync(() => this.meta.putSync('format', encode({ version: FORMAT_VERSION })));
    this.dropUnfinishedIndexes();
    this.removals.goOn();
  }

  private checkFormat(): void {
    const stored = this.meta.get('format');
    const version = stored ? Number(decode(stored).version) : FORMAT_VERSION;
    if (version >= OLDEST_FORMAT && version <= FORMAT_VERSION) return;
    throw new DataFolderError(
      'NEWER',
      `${this.path} has format ${version}, and this version knows formats up to ${FORMAT_VERSION}`,
      { path: this.path, format: version, supported: FORMAT_VERSION },
    );
  }

  /** Reads the catalogue from the file: at the start, and whenever a transaction is abandoned. */
  private reload(): void {
    this.collections.clear();
    this.changedCollections.clear();
    this.counts.reload();
    this.nextNumber = 1;
    for (const { key, value } of this.meta.getRange({ start: 'c:', end: 'c;' })) {
      const { indexes, ...rest } = decode(value) as unknown as Omit<Collection, 'indexes'> & {
        indexes: IndexSpec[];
      };
      const collection = { ...rest, indexes: indexes.map((spec) => new Index(spec)) };
      this.collections.set(String(key).slice(2), collection);
      this.nextNumber = Math.max(this.nextNumber, collection.number + 1);
    }
    for (const key of this.meta.getKeys({ start: 'd:', end: 'd;' })) {
      this.nextNumber = Math.max(this.nextNumber, Number(String(key).split(':')[1]) + 1);
    }
  }

  async close(): Promise<void> {
    while (!this.commits.isIdle) await new Promise((resolve) => setImmediate(resolve));
    await this.journal.close();
    await this.root.close();
  }

  /** Copies a consistent snapshot of the whole file to a path. */
  async backup(path: string): Promise<void> {
    await this.root.backup(path, true);
  }

  stats(): Doc {
    return this.root.getStats();
  }

  // --- reading ---

  find(db: string, name: string): Collection | undefined {
    return this.collections.get(`${db}.${name}`);
  }

  snapshot(): LmdbTransaction {
    this.root.resetReadTxn();
    return this.root.useReadTransaction();
  }

  /** The stored bytes of a document, checked against their checksum. */
  get(collection: Collection, id: Buffer, snapshot?: LmdbTransaction): Buffer | undefined {
    if (id.length > MAX_KEY_BYTES) return undefined;
    const stored = this.data.get(
      Buffer.concat([indexPrefix(collection.number, 0), id]),
      snapshot && { transaction: snapshot },
    );
    return stored && this.unwrap(stored);
  }

  /** The document in a stored value. */
  unwrap(stored: Buffer): Buffer {
    const doc = stored.subarray(4);
    if (crc32(doc) !== stored.readUInt32LE(0)) {
      throw new MongoError(
        1,
        `a document in ${this.path} does not match its checksum: the file is damaged, restore a backup`,
      );
    }
    return doc;
  }

  /** Entries from start up to end, in chunks, so that no LMDB snapshot is held while the reader waits. */
  *range(
    start: Buffer,
    end: Buffer,
    { reverse = false, snapshot, skip = 0 }: RangeOptions = {},
  ): Generator<Entry> {
    let limit = 16;
    let offset = skip;
    let from = reverse ? end : start;
    let exclusiveStart = reverse;
    for (;;) {
      const entries = [
        ...this.data.getRange({
          start: from,
          exclusiveStart,
          end: reverse ? start : end,
          inclusiveEnd: reverse,
          reverse,
          limit,
          ...(offset > 0 && { offset }),
          ...(snapshot && { transaction: snapshot }),
        }),
      ];
      yield* entries;
      if (entries.length < limit) return;
      from = entries[entries.length - 1]!.key;
      exclusiveStart = true;
      offset = 0;
      limit = Math.min(limit * 4, 512);
    }
  }

  // --- writing ---

  /**
   * Runs the work inside an LMDB transaction and resolves with its answer once that is on the disk. Work that meets a
   * document locked by an open transaction must not have changed anything yet; it runs again when the lock is gone.
   */
  async write<T>(work: () => T, deadline = Infinity): Promise<T> {
    for (;;) {
      try {
        return await this.commits.add(work);
      } catch (error) {
        if (!(error instanceof Locked)) throw error;
        await error.wait(deadline);
      }
    }
  }

  private over(isKept: boolean): void {
    if (isKept) {
      this.clock.advance();
    } else {
      this.journal.forget();
      this.reload();
    }
    this.locks.batchDone();
  }

  private saveCatalogue(): void {
    for (const collection of this.changedCollections) {
      const { indexes, ...rest } = collection;
      const specs = indexes.map((index) => index.spec as unknown as Doc);
      this.meta.putSync(`c:${namespaceOf(collection)}`, encode({ ...rest, indexes: specs }));
    }
    this.changedCollections.clear();
  }

  /** The collection, made if there is none; inside write(). */
  ensure(db: string, name: string): Collection {
    const known = this.find(db, name);
    if (known) return known;
    this.changes++;
    checkNamespace(db, name);
    const collection: Collection = {
      db,
      name,
      number: this.nextNumber++,
      uuid: new UUID().toHexString(),
      nextIndex: 1,
      indexes: [idIndex()],
    };
    this.collections.set(namespaceOf(collection), collection);
    this.changedCollections.add(collection);
    return collection;
  }

  markChanged(collection: Collection): void {
    this.changes++;
    this.indexedParts.delete(collection);
    this.changedCollections.add(collection);
  }

  /**
   * Puts one change of one document and of its index entries; inside write(). Either all of it, or it throws first.
   * @throws MongoError 11000 where a unique index has the key already
   */
  put(
    collection: Collection,
    { id, before, raw, after = raw && this.indexedPart(collection)(raw) }: Change,
    by?: Transaction,
  ): void {
    const documentKey = this.documentKey(collection, id);
    this.locks.check(documentKey, by);
    const bytes = after && checkSize(raw ?? encode(after));
    if (after && !before && this.data.get(documentKey))
      throw duplicateKey(collection, collection.indexes[0]!, after);
    const columns: MoveColumns = { before: new Map(), after: new Map() };
    const moves = collection.indexes
      .filter((index) => index.spec.id !== 0)
      .map((index) => this.planMove(collection, index, { id, before, after }, columns, by));
    this.changes++;
    for (const { index, prefix, gone, added, multikey } of moves) {
      for (const key of gone) this.removeEntry(index, prefix, key);
      for (const key of added) this.putEntry(index, prefix, key, id);
      if (multikey) this.setMultikey(collection, index);
    }
    const documents = indexPrefix(collection.number, 0);
    if (bytes) {
      const checksum = Buffer.allocUnsafe(4);
      checksum.writeUInt32LE(crc32(bytes));
      this.data.putSync(documentKey, Buffer.concat([checksum, bytes]));
      if (!before) this.counts.add(documents, documentKey, 1);
      this.written.bytes += bytes.length;
    } else {
      this.data.removeSync(documentKey);
      this.counts.add(documents, documentKey, -1);
    }
    this.locks.wrote(documentKey);
    for (const tell of this.onPut) tell(collection.number, id);
  }

  /** Reads of a document's bytes what the collection's indexes are made of. */
  private indexedPart(collection: Collection): (bytes: Buffer) => Doc {
    let read = this.indexedParts.get(collection);
    if (!read) this.indexedParts.set(collection, (read = indexedPart(collection.indexes)));
    return read;
  }

  documentKey(collection: Collection, id: Buffer): Buffer {
    if (id.length > MAX_KEY_BYTES)
      throw new MongoError(
        17280,
        `_id too large: ${id.length} bytes as a key, the embedded database takes up to ${MAX_KEY_BYTES}`,
      );
    return Buffer.concat([indexPrefix(collection.number, 0), id]);
  }

  /** What a change does to one index; throws here, before anything is written. */
  private planMove(
    collection: Collection,
    index: Index,
    { id, before, after }: Change,
    columns: MoveColumns,
    by?: Transaction,
  ) {
    const prefix = indexPrefix(collection.number, index.spec.id);
    const old = before ? index.keysOf(before, columns.before) : [];
    const fresh = after ? index.keysOf(after, columns.after) : [];
    const [start, end] = [byteText(prefix), byteText(id)];
    const entries = (keys: string[]) => keys.map((key) => entryKey(index, start, key, end));
    const added = entries(without(fresh, old));
    if (index.spec.unique) {
      for (const key of added) {
        this.locks.check(key, by);
        const owner = this.data.get(key);
        if (owner && !owner.equals(id)) throw duplicateKey(collection, index, after!);
      }
    }
    return { index, prefix, gone: entries(without(old, fresh)), added, multikey: fresh.length > 1 };
  }

  /** Whose document stands at a unique key. */
  uniqueOwner(key: Buffer, snapshot?: LmdbTransaction): Buffer | undefined {
    return this.data.get(key, snapshot && { transaction: snapshot });
  }

  private putEntry(index: Index, prefix: Buffer, key: Buffer, id: Buffer): void {
    this.data.putSync(key, id);
    this.counts.add(prefix, key, 1);
    if (index.spec.unique) this.locks.wrote(key);
  }

  private removeEntry(index: Index, prefix: Buffer, key: Buffer): void {
    if (this.data.removeSync(key)) this.counts.add(prefix, key, -1);
    if (index.spec.unique) this.locks.wrote(key);
  }

  private setMultikey(collection: Collection, index: Index): void {
    if (index.spec.multikey) return;
    index.spec.multikey = true;
    this.markChanged(collection);
  }

  /**
   * What puts entries, by their keys and documents' ids, into an index that is being built; for use inside write().
   * @throws MongoError 11000 where another document has the unique key
   */
  loader(collection: Collection, index: Index): (key: string, id: string) => void {
    const { unique } = index.spec;
    const prefix = indexPrefix(collection.number, index.spec.id);
    const start = byteText(prefix);
    return (key, id) => {
      const entry = entryKey(index, start, key, id);
      const owner = unique ? Buffer.from(id, 'latin1') : entry.subarray(entry.length - id.length);
      if (unique && this.data.get(entry))
        throw duplicateKey(collection, index, decode(this.get(collection, owner)!));
      this.changes++;
      this.putEntry(index, prefix, entry, owner);
    };
  }

  addIndex(collection: Collection, index: Index): void {
    collection.indexes.push(index);
    this.markChanged(collection);
  }

  /** Gives a collection the same index as another; inside write(), while it is empty. */
  copyIndex(collection: Collection, { spec }: Index): void {
    this.addIndex(
      collection,
      new Index({ ...spec, id: collection.nextIndex++, multikey: false, building: false }),
    );
  }

  /** Gives a collection another name, in the place of the one that has it; inside write(). */
  rename(collection: Collection, { db, name }: { db: string; name: string }): void {
    const replaced = this.find(db, name);
    if (replaced) this.drop(replaced);
    this.collections.delete(namespaceOf(collection));
    this.meta.removeSync(`c:${namespaceOf(collection)}`);
    Object.assign(collection, { db, name });
    this.collections.set(namespaceOf(collection), collection);
    this.markChanged(collection);
  }

  hasEntry(collection: Collection, index: Index, key: string, id: string): boolean {
    const prefix = byteText(indexPrefix(collection.number, index.spec.id));
    const owner = this.data.get(entryKey(index, prefix, key, id));
    return owner !== undefined && byteText(owner) === id;
  }

  /** Counts the entries of an index one by one. */
  countEntries(prefix: Buffer): number {
    return this.data.getKeysCount({ start: prefix, end: successor(prefix) });
  }

  // --- taking away: the catalogue forgets at once, the entries go afterwards ---

  /** Takes a collection away; inside write(). */
  drop(collection: Collection): void {
    this.changes++;
    this.collections.delete(namespaceOf(collection));
    this.changedCollections.delete(collection);
    this.meta.removeSync(`c:${namespaceOf(collection)}`);
    this.removals.schedule(collection.number);
  }

  /** Takes an index away; inside write(). */
  dropIndex(collection: Collection, index: Index): void {
    collection.indexes = collection.indexes.filter((other) => other !== index);
    this.markChanged(collection);
    this.removals.schedule(collection.number, index.spec.id);
  }

  private dropUnfinishedIndexes(): void {
    for (const collection of this.collections.values()) {
      const unfinished = collection.indexes.filter(({ spec }) => spec.building);
      if (unfinished.length > 0)
        void this.write(() => unfinished.forEach((index) => this.dropIndex(collection, index)));
    }
  }

  // --- results of retryable writes ---

  session(id: Buffer): Buffer | undefined {
    return this.sessions.get(id);
  }

  /** Keeps a session's last result; inside write(), so that it is on the disk exactly when the write is. */
  saveSession(id: Buffer, record: Buffer): void {
    this.changes++;
    this.sessions.putSync(id, record);
  }

  removeSession(id: Buffer): void {
    this.sessions.removeSync(id);
  }

  *allSessions(): Generator<Entry> {
    for (const { key, value } of this.sessions.getRange({})) yield { key: Buffer.from(key), value };
  }
}

/** The key of an entry: of an index that is not unique, it ends with the document's id. */
function entryKey({ spec }: Index, prefix: string, key: string, id: string): Buffer {
  const text = spec.unique ? key : key + id;
  if (text.length > MAX_KEY_BYTES) {
    throw new MongoError(
      17280,
      `key too large to index, failing ${spec.name}: with its _id it takes ${text.length} bytes, the embedded database takes up to ${MAX_KEY_BYTES}`,
    );
  }
  return Buffer.from(prefix + text, 'latin1');
}

const without = (keys: string[], others: string[]): string[] =>
  others.length === 0 ? keys : keys.filter((key) => !others.includes(key));

function checkSize(bytes: Buffer): Buffer {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new MongoError(
      10334,
      `BSONObj size: ${bytes.length} (0x${bytes.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB)`,
    );
  }
  return bytes;
}

export function duplicateKey(collection: Collection, index: Index, doc: Doc): MongoError {
  const value = keyValue(index, doc);
  return new MongoError(
    11000,
    `E11000 duplicate key error collection: ${namespaceOf(collection)} index: ${index.spec.name} dup key: ${toText(value)}`,
    { keyPattern: index.spec.key, keyValue: value },
  );
}

export const documentId = (id: unknown): Buffer => encodeKey(id);
