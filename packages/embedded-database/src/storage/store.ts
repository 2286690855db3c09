import { ChunkReader, type Entry, type RangeOptions } from './tables/range.js';
import { checkSize, duplicateKey, entryKey, without, type Change, type Collection } from './documents.js';
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Database, RootDatabase, Transaction as LmdbTransaction } from 'lmdb';
import { decode, encode } from '../values/bson.js';
import { Catalog } from './catalog.js';
import { ChangeCounts } from './changes.js';
import { RangeCounts } from './tables/counts.js';
import { LogicalClock } from './clock.js';
import { fail } from '../values/errors.js';
import { checkFormat, formatAfterOpening } from './files/format.js';
import { TableReader } from './tables/table-reader.js';
import type { Sliced } from '../values/slices.js';
import { abortOpen, slicedTransaction } from './tables/sliced-transaction.js';
import { checkFile } from './files/integrity.js';
import { Journal } from './files/journal.js';
import { DATABASE_ID_BYTES } from './files/journal-file.js';
import { readIndexed } from './indexed-part.js';
import { checkKeyLength, Index, MAX_KEY_BYTES, type Columns } from './indexes.js';
import { byteText } from '../values/keys.js';
import { timeLeft, underDeadline } from '../values/time-limit.js';
import { GroupCommit } from './files/group-commit.js';
import { LiveCopy } from './files/live-copy.js';
import { openFile, openTables, type Tables } from './files/lmdb-file.js';
import { indexPrefix, successor } from './namespaces.js';
import { DropPendingReaper } from './drop-pending-reaper.js';
import { LockConflict, LockManager, type LockHolder } from './locks.js';

/** A document's columns before and after a change. */
type MoveColumns = Record<'before' | 'after', Columns>;

/** Documents, indexes and the catalog in one LMDB file; all writes go through `write`, in its transactions. */
export class Store {
  readonly catalog: Catalog;
  readonly changes = new ChangeCounts();
  readonly counts: RangeCounts;
  private readonly chunks: ChunkReader;
  readonly locks = new LockManager();
  readonly clock = new LogicalClock();
  /** Running index builds, by collection and index; each resolves when it ends, with its error if it failed. */
  readonly builds = new Map<string, Promise<unknown>>();
  /** Called with each document that is put or removed, and its collection's number, before the commit. */
  readonly onPut = new Set<(collection: number, id: Buffer) => void>();
  /** Number of flushes, and of bytes of documents in them, for benchmarks. */
  readonly written = { batches: 0, bytes: 0 };
  private readonly reader = new TableReader();
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly data: Database<Buffer, Buffer>;
  private readonly meta: Database<Buffer, string>;
  private readonly tables: Tables;
  private readonly sessions: Database<Buffer, Buffer>;

  private readonly commits: GroupCommit;
  private readonly journal: Journal;
  private readonly removals: DropPendingReaper;

  /**
   * @param options `isServed` marks the file for earlier versions: see formatAfterOpening
   * @throws DataFolderError for a file or a journal that is damaged, foreign or of a newer format
   */
  constructor(
    readonly path: string,
    private readonly options: { isServed: boolean } = { isServed: true },
  ) {
    this.journal = new Journal(path);
    // All checks run before anything in the folder is changed.
    checkFormat(path, this.journal.format);
    this.journal.checkDatabase();
    checkFile(path, false, this.journal.metas);
    this.journal.takeBack();
    this.root = openFile(path);
    const { data, sessions, meta, counts } = (this.tables = openTables(this.root));
    this.data = data;
    this.sessions = sessions;
    this.meta = meta;
    this.counts = new RangeCounts(this.data, counts, this.reader);
    this.chunks = new ChunkReader(this.data, this.reader, (number) => this.changes.revision(number));
    this.commits = new GroupCommit({
      path,
      transaction: (work) => {
        this.root.transactionSync(work);
      },
      slicedTransaction: (work) => this.slicedTransaction(work),
      flush: async () => {
        if (await this.journal.flush()) this.written.batches++;
      },
      makeRoom: () => this.journal.makeRoom(),
      changes: () => this.changes.total,
      save: () => {
        this.catalog.save();
        this.counts.save();
      },
      over: (isKept) => this.over(isKept),
    });
    const removals = (this.removals = new DropPendingReaper(this, this.tables));
    const { reader, locks, changes } = this;
    this.catalog = new Catalog({ meta, reader, locks, changes, removals });
    // In the order of their numbers in the journal, where the catalog is META_TABLE.
    const tables = [data, sessions, meta, counts] as Database<Buffer, never>[];
    this.root.transactionSync(() => {
      this.journal.replay(tables);
      this.meta.putSync('format', formatAfterOpening(this.meta.get('format'), options.isServed));
      if (!this.meta.get('id')) this.meta.putSync('id', randomBytes(DATABASE_ID_BYTES));
    });
    this.reload();
    this.journal.start(tables, this.meta.get('id')!, () => this.snapshot());
    if (this.catalog.hasUnfinished) void this.write(() => this.catalog.dropUnfinished());
    removals.goOn();
  }

  /** Reads the state in memory from the file: at the start, and after each aborted LMDB transaction. */
  private reload(): void {
    this.catalog.reload();
    this.counts.reload();
  }

  async close(): Promise<void> {
    this.removals.stop();
    while (!this.commits.isIdle) await new Promise((resolve) => setImmediate(resolve));
    await this.journal.close();
    await this.root.close();
  }

  /** Opens the file anew, after `close`. */
  reopened(): Store {
    return new Store(this.path, this.options);
  }

  /** Aborts a write that pauses, at the end of the thread. */
  abandon(): void {
    abortOpen(this.root);
  }

  /** Copies a consistent snapshot of the whole file to a path. */
  async backup(path: string): Promise<void> {
    await this.root.backup(path, true);
  }

  /** Begins a copy of every entry to a new file, which has nothing of removed ones, beside running work. */
  liveCopy(path: string, isStopped?: () => boolean): LiveCopy {
    const isWriting = () => this.reader.isPaused;
    return new LiveCopy({ tables: this.tables, snapshot: () => this.snapshot(), isWriting }, path, isStopped);
  }

  // --- reading ---

  snapshot(): LmdbTransaction {
    this.root.resetReadTxn();
    return this.root.useReadTransaction();
  }

  /** The stored bytes of a document, checked against their checksum. */
  get(collection: Collection, id: Buffer, snapshot?: LmdbTransaction): Buffer | undefined {
    if (id.length > MAX_KEY_BYTES) return undefined;
    const key = Buffer.concat([indexPrefix(collection.number, 0), id]);
    const stored = this.reader.get(this.data, key, snapshot);
    return stored && this.unwrap(stored);
  }

  /** Returns the document in a stored value, after checking its checksum. */
  unwrap(stored: Buffer): Buffer {
    const doc = stored.subarray(4);
    if (crc32(doc) !== stored.readUInt32LE(0)) {
      throw fail(
        1,
        `a document in ${this.path} does not match its checksum: the file is damaged, restore a backup`,
      );
    }
    return doc;
  }

  /** Reads entries from start to end, each in its current state when it is returned. */
  range(start: Buffer, end: Buffer, options?: RangeOptions): Generator<Entry> {
    return this.chunks.read(start, end, options);
  }

  /** Frees the entries that paused readers hold; they read them again. */
  dropChunks(): void {
    this.chunks.drop();
  }

  // --- writing ---

  /**
   * Runs the work inside an LMDB transaction and resolves with its result once that is durable. Work that meets a
   * document locked by an open transaction must not have changed anything yet; it runs again after the unlock.
   */
  async write<T>(work: () => T, deadline = Infinity): Promise<T> {
    for (;;) {
      try {
        return await this.commits.add(() =>
          underDeadline(deadline, () => {
            // It may have waited for a long commit.
            timeLeft();
            return work();
          }),
        );
      } catch (error) {
        if (!(error instanceof LockConflict)) throw error;
        await error.wait(deadline);
      }
    }
  }

  /**
   * Runs long work in slices, inside an LMDB transaction of its own, and resolves once that is durable. Between the
   * slices, reads return the state before it, and other writes wait. It must not meet documents that are locked by
   * open transactions.
   */
  writeLong(slices: () => Sliced<void>): Promise<void> {
    return this.commits.addLong(slices);
  }

  private async slicedTransaction(work: Sliced<void>): Promise<void> {
    const { root, reader, catalog, counts } = this;
    await slicedTransaction(root, { before: this.snapshot(), reader, kept: [catalog, counts] }, work);
    // Readers that went on during a pause have read the state before.
    this.changes.noteAll();
  }

  /** Resolves when every write that a reader may have seen is durable. */
  settled(): Promise<void> {
    return this.commits.settled();
  }

  private over(isKept: boolean): void {
    this.journal.over(isKept);
    if (isKept) this.clock.advance();
    else this.reload();
    this.locks.batchDone();
  }

  /**
   * Writes one change of one document and of its index entries; inside write(). Throws before it changes anything.
   * @throws MongoError 11000 if a unique index has the key already
   */
  put(
    collection: Collection,
    { id, before, raw, after = raw && readIndexed(collection.indexes, raw) }: Change,
    by?: LockHolder,
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
    this.changes.total++;
    for (const { index, prefix, gone, added, multikey } of moves) {
      for (const key of gone) this.removeEntry(index, prefix, key, id, by);
      for (const key of added) this.putEntry(index, prefix, key, id, by);
      if (multikey && !index.spec.multikey) {
        index.spec.multikey = true;
        this.catalog.markChanged(collection);
      }
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
    this.locks.wrote(documentKey, by);
    this.changes.noteChange(collection.number);
    for (const tell of this.onPut) tell(collection.number, id);
  }

  documentKey(collection: Collection, id: Buffer): Buffer {
    checkKeyLength('_id_', id.length);
    return Buffer.concat([indexPrefix(collection.number, 0), id]);
  }

  /** Calculates the entries that a change adds to and removes from one index; throws before anything is written. */
  private planMove(
    collection: Collection,
    index: Index,
    { id, before, after }: Change,
    columns: MoveColumns,
    by?: LockHolder,
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

  /** Returns the id of the document with a unique key. */
  uniqueOwner(key: Buffer, snapshot?: LmdbTransaction): Buffer | undefined {
    return this.reader.get(this.data, key, snapshot);
  }

  private putEntry(index: Index, prefix: Buffer, key: Buffer, id: Buffer, by?: LockHolder): void {
    this.data.putSync(key, id);
    this.counts.add(prefix, key, 1);
    if (index.spec.unique) this.locks.wrote(key, by);
  }

  private removeEntry(index: Index, prefix: Buffer, key: Buffer, id: Buffer, by?: LockHolder): void {
    // Two documents may have a unique key until the build gets to the second; the entry is of the first.
    if (index.spec.building && !this.data.get(key)?.equals(id)) return;
    if (this.data.removeSync(key)) this.counts.add(prefix, key, -1);
    if (index.spec.unique) this.locks.wrote(key, by);
  }

  /**
   * Returns a function that puts entries, by key and document id, into an index that is being built; inside write().
   * @throws MongoError 11000 if another document has the unique key
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
      this.changes.total++;
      this.putEntry(index, prefix, entry, owner);
    };
  }

  hasEntry(collection: Collection, index: Index, key: string, id: string): boolean {
    const prefix = byteText(indexPrefix(collection.number, index.spec.id));
    const owner = this.reader.get(this.data, entryKey(index, prefix, key, id));
    return owner !== undefined && byteText(owner) === id;
  }

  /** Counts the entries of an index one by one. */
  countEntries(prefix: Buffer): number {
    return this.reader.count(this.data, { start: prefix, end: successor(prefix) });
  }

  // --- results of retryable writes ---

  session(id: Buffer): Buffer | undefined {
    return this.reader.get(this.sessions, id);
  }

  /** Stores a session's last result; inside write(), so that it is committed together with the write. */
  saveSession(id: Buffer, record: Buffer): void {
    this.changes.total++;
    this.sessions.putSync(id, record);
  }

  /** Removes the last results of sessions, if there are any. */
  async removeSessions(ids: readonly Buffer[]): Promise<void> {
    if (ids.length > 0) await this.write(() => ids.forEach((id) => this.sessions.removeSync(id)));
  }

  *allSessions(): Generator<Entry> {
    for (const { key, value } of this.reader.range(this.sessions, {})) yield { key: Buffer.from(key), value };
  }
}
