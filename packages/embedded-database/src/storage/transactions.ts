import type { Transaction as LmdbTransaction } from 'lmdb';
import { decode, encode, type Doc } from '../values/bson.js';
import { byteText } from '../values/keys.js';
import { transient, writeConflict } from '../values/errors.js';
import { PAUSE_EVERY, runSlice, type Sliced } from '../values/slices.js';
import { LockConflict } from './locks.js';
import { readIndexed } from './indexed-part.js';
import { idIndex, type Columns, type Index } from './indexes.js';
import { checkSize, duplicateKey, entryKey, type Change, type Collection } from './documents.js';
import type { Store } from './store.js';
import { catalogKey, indexPrefix, namespaceOf, splitNamespace, type Namespace } from './namespaces.js';

/** Maximum number of open transactions; each has a snapshot, so it is below LMDB's maximum of readers. */
const MAX_TRANSACTIONS = 1000;
/** Number of changed documents above which a commit runs in slices; each takes some 5 to 20 µs. */
const LONG_COMMIT = 1000;

/** A transaction's uncommitted write to one document. */
export interface BufferedWrite {
  id: Buffer;
  before: Doc | undefined;
  after: Buffer | undefined;
}

const isUniqueBesideId = ({ spec }: Index): boolean => spec.unique === true && spec.id !== 0;

/** The error of a search whose transaction has ended meanwhile. */
export const transactionOver = () => transient(251, 'The transaction of this operation has ended.');

/**
 * A multi-document transaction: it reads the state at its beginning and its own writes, which stay in memory until the
 * commit writes all of them in one LMDB transaction.
 */
export class Transaction {
  readonly snapshot: LmdbTransaction;
  /** Number of the last write group that its snapshot contains. */
  readonly startedAt: number;
  /** Milliseconds since the epoch. */
  readonly begunAt = Date.now();
  readonly lockedKeys = new Set<string>();
  readonly finished: Promise<void>;
  private readonly written = new Map<string, Map<string, BufferedWrite>>();
  private readonly uniqueKeys = new Map<string, string | null>();
  /** Creations of collections and indexes, which the commit runs before it writes documents. */
  private readonly preparations: (() => void)[] = [];
  private readonly created = new Set<string>();
  /** Numbers of the collections whose documents it changes. */
  private readonly touched = new Map<string, number>();
  /** True once it is committed or aborted, and its snapshot closed. */
  isOver = false;
  isLong = false;
  private finish!: () => void;

  constructor(private readonly store: Store) {
    if (store.locks.openCount >= MAX_TRANSACTIONS)
      throw transient(
        365,
        `There are ${MAX_TRANSACTIONS} open transactions already: try again when one of them has ended`,
      );
    this.snapshot = store.snapshot();
    this.startedAt = store.locks.sequence;
    this.finished = new Promise((resolve) => (this.finish = resolve));
    store.locks.opened(this);
  }

  /** Returns the transaction's writes to a collection, by document id. */
  writtenTo(namespace: string): Map<string, BufferedWrite> | undefined {
    return this.written.get(namespace);
  }

  /**
   * @throws MongoError 246 if a collection of that name was created, dropped or renamed since the transaction began:
   * the catalog in memory does not have the state of its beginning any more
   */
  checkCatalog(namespace: string): void {
    if (this.isOver) throw transactionOver();
    if (this.created.has(namespace) || !this.store.locks.hasChangedSince(catalogKey(namespace), this)) return;
    throw transient(
      246,
      `Unable to read from a snapshot due to pending collection catalog changes to collection '${namespace}'; please retry the operation.`,
    );
  }

  /** Returns true if the snapshot contains the whole index: not for one created since the transaction began. */
  maySearch(collection: Collection, { spec }: Index): boolean {
    return !this.store.locks.hasChangedSince(indexPrefix(collection.number, spec.id), this);
  }

  hasCreated(namespace: string): boolean {
    return this.created.has(namespace);
  }

  /** Registers the creation of a collection that is not there, or of an index on it, for the commit. */
  prepare(namespace: string, run: () => void): void {
    this.created.add(namespace);
    this.preparations.push(run);
  }

  /**
   * Buffers a change for the commit.
   * @throws MongoError 112 on a write conflict with another transaction, 11000 on a duplicate unique key
   */
  put({ db, name }: Namespace, { id, before, after, raw }: Change): void {
    const namespace = `${db}.${name}`;
    const encoded = raw ?? (after && encode(after));
    const bytes = encoded && checkSize(encoded);
    const collection = this.store.catalog.find(db, name);
    this.checkCatalog(namespace);
    if (collection) {
      this.touched.set(namespace, collection.number);
      this.lockDocument(collection, { id, before, after, raw });
    }
    let documents = this.written.get(namespace);
    if (!documents) this.written.set(namespace, (documents = new Map<string, BufferedWrite>()));
    const self = id.toString('latin1');
    const known = documents.get(self);
    if (bytes && !before && known?.after) throw duplicateKey({ db, name }, idIndex(), decode(bytes));
    documents.set(self, { id, before: known ? known.before : before, after: bytes });
  }

  private lockDocument(collection: Collection, { id, before, raw, after }: Change): void {
    this.store.locks.take(this.store.documentKey(collection, id), this);
    const self = id.toString('latin1');
    const isNew = (raw ?? after) && !before && !this.written.get(namespaceOf(collection))?.has(self);
    const { indexes } = collection;
    if (isNew && this.store.get(collection, id, this.snapshot))
      throw duplicateKey(collection, indexes[0]!, after ?? decode(raw!));
    const others = indexes.filter(({ spec }) => spec.id !== 0);
    const state = after ?? (raw && others.length > 0 ? readIndexed(indexes, raw) : undefined);
    const columns: Columns = new Map();
    for (const index of others) {
      const prefix = byteText(indexPrefix(collection.number, index.spec.id));
      const keys = (doc: Doc | undefined, known?: Columns) =>
        doc ? index.keysOf(doc, known).map((key) => entryKey(index, prefix, key, self)) : [];
      // Those of other indexes are made only to refuse what they cannot have.
      const added = keys(state, columns);
      if (!index.spec.unique) continue;
      for (const key of added) {
        this.store.locks.take(key, this);
        const owner = this.uniqueKeys.get(key.toString('latin1'));
        const taken =
          owner === undefined ? this.store.uniqueOwner(key, this.snapshot)?.toString('latin1') : owner;
        if (taken && taken !== self) throw duplicateKey(collection, index, state!);
      }
      for (const key of keys(before)) {
        this.store.locks.take(key, this);
        this.uniqueKeys.set(key.toString('latin1'), null);
      }
      for (const key of added) this.uniqueKeys.set(key.toString('latin1'), self);
    }
  }

  /** Writes all changes atomically. @param also runs in the same LMDB transaction */
  async commit(also: () => void): Promise<void> {
    const changes = [...this.written.values()].reduce((sum, documents) => sum + documents.size, 0);
    this.isLong = changes > LONG_COMMIT;
    try {
      if (this.isLong) await this.store.writeLong(() => this.slices(also));
      else await this.store.write(() => runSlice(this.slices(also), Infinity));
    } finally {
      this.end();
    }
  }

  private *slices(also: () => void): Sliced<void> {
    for (const [namespace, number] of this.touched) {
      if (this.store.catalog.collections.get(namespace)?.number !== number) throw writeConflict();
    }
    for (const namespace of this.created)
      if (this.store.catalog.collections.has(namespace)) throw writeConflict();
    for (const namespace of this.written.keys()) {
      const isChanged = this.store.locks.hasChangedSince(catalogKey(namespace), this);
      if (isChanged && !this.created.has(namespace)) throw writeConflict();
    }
    for (const prepare of this.preparations) prepare();
    try {
      yield* this.apply();
    } catch (error) {
      // Another transaction has a unique key of an index that was made since the document was written here.
      throw error instanceof LockConflict ? writeConflict() : error;
    }
    also();
  }

  private *apply(): Sliced<void> {
    for (const [namespace, documents] of this.written) {
      const [db, name] = splitNamespace(namespace);
      const collection = this.store.catalog.ensure(db, name);
      const changes = [...documents.values()].filter(({ before, after }) => before ?? after);
      // Removes old versions first: a unique key may move from one document to another.
      const makesRoom = collection.indexes.some(isUniqueBesideId);
      for (const [at, { id, before, after }] of changes.entries()) {
        if (at % PAUSE_EVERY === PAUSE_EVERY - 1) yield null;
        if (before && (makesRoom || !after)) this.store.put(collection, { id, before }, this);
      }
      for (const [at, { id, before, after }] of changes.entries()) {
        if (at % PAUSE_EVERY === PAUSE_EVERY - 1) yield null;
        if (after)
          this.store.put(collection, { id, before: makesRoom ? undefined : before, raw: after }, this);
      }
    }
  }

  /** Ends it: closes the snapshot and releases its locks. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.snapshot.done();
    this.store.locks.ended(this);
    this.finish();
  }
}
