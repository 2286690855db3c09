import type { Transaction as LmdbTransaction } from 'lmdb';
import { decode, encode, type Doc } from '../values/bson.js';
import { MongoError, writeConflict } from '../errors.js';
import type { Change, Collection, Store } from './store.js';
import { indexPrefix, namespaceOf } from './store.js';

/** A document or unique key belongs to an open transaction; the work has to wait for its end. */
export class Locked extends Error {
  constructor(private readonly finished: Promise<void>) {
    super('locked by a transaction');
  }

  /** Resolves when the transaction has ended. @throws MongoError 50 when the deadline passes first */
  async wait(deadline: number): Promise<void> {
    if (deadline === Infinity) return this.finished;
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new MongoError(50, 'operation exceeded time limit')),
        Math.max(0, deadline - Date.now()),
      );
    });
    try {
      await Promise.race([this.finished, expired]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Who may write which key: open transactions hold what they wrote until their end. */
export class Locks {
  private readonly owners = new Map<string, Transaction>();
  /** When each key was last written, for as long as a transaction is open that may not have seen it. */
  private readonly writes = new Map<string, number>();
  private readonly open = new Set<Transaction>();
  /** Counts the batches that are on the disk. */
  sequence = 0;

  opened(transaction: Transaction): void {
    this.open.add(transaction);
  }

  ended(transaction: Transaction): void {
    for (const key of transaction.lockedKeys) this.owners.delete(key);
    this.open.delete(transaction);
    if (this.open.size === 0) this.writes.clear();
  }

  /** A write outside transactions waits for the owner; `by` is the transaction that is being committed. */
  check(key: Buffer, by?: Transaction): void {
    if (this.open.size === 0) return;
    const owner = this.owners.get(key.toString('latin1'));
    if (owner && owner !== by) throw new Locked(owner.finished);
  }

  /** @throws MongoError 112 where another transaction holds the key, or wrote it since this one began */
  take(key: Buffer, transaction: Transaction): void {
    const name = key.toString('latin1');
    const owner = this.owners.get(name);
    if (owner === transaction) return;
    if (owner || (this.writes.get(name) ?? 0) > transaction.startedAt) throw writeConflict();
    this.owners.set(name, transaction);
    transaction.lockedKeys.add(name);
  }

  wrote(key: Buffer): void {
    if (this.open.size > 0) this.writes.set(key.toString('latin1'), this.sequence + 1);
  }

  batchDone(): void {
    this.sequence++;
  }
}

/** What a transaction has written to one document. */
export interface Written {
  id: Buffer;
  before: Doc | undefined;
  after: Buffer | undefined;
}

/**
 * A multi-document transaction: it reads the state at its beginning and its own writes, which stay in memory until
 * the commit puts all of them into the file in one LMDB transaction.
 */
export class Transaction {
  readonly snapshot: LmdbTransaction;
  readonly startedAt: number;
  readonly lockedKeys = new Set<string>();
  readonly finished: Promise<void>;
  private readonly written = new Map<string, Map<string, Written>>();
  private readonly uniqueKeys = new Map<string, string | null>();
  /** Collections and indexes to make, before any document is written. */
  private readonly preparations: (() => void)[] = [];
  private readonly created = new Set<string>();
  private readonly touched = new Map<string, Collection>();
  private finish!: () => void;

  constructor(private readonly store: Store) {
    this.snapshot = store.snapshot();
    this.startedAt = store.locks.sequence;
    this.finished = new Promise((resolve) => (this.finish = resolve));
    store.locks.opened(this);
  }

  /** What this transaction wrote to a collection, by document. */
  writtenTo(namespace: string): Map<string, Written> | undefined {
    return this.written.get(namespace);
  }

  hasCreated(namespace: string): boolean {
    return this.created.has(namespace);
  }

  /** Makes a collection, or an index on one that is new, at the commit. */
  prepare(namespace: string, run: () => void): void {
    this.created.add(namespace);
    this.preparations.push(run);
  }

  /**
   * Notes a change to be made at the commit.
   * @throws MongoError 112 where another transaction is in the way, 11000 where a unique key is taken
   */
  put(
    db: string,
    name: string,
    { id, before, after, raw }: Change,
    duplicate: (index: number) => MongoError,
  ): void {
    const namespace = `${db}.${name}`;
    const collection = this.store.find(db, name);
    if (collection) {
      this.touched.set(namespace, collection);
      this.lockDocument(collection, { id, before, after }, duplicate);
    }
    let documents = this.written.get(namespace);
    if (!documents) this.written.set(namespace, (documents = new Map<string, Written>()));
    const known = documents.get(id.toString('latin1'));
    if (after && !before && known?.after) throw duplicate(0);
    documents.set(id.toString('latin1'), {
      id,
      before: known ? known.before : before,
      after: after && (raw ?? encode(after)),
    });
  }

  private lockDocument(
    collection: Collection,
    { id, before, after }: Change,
    duplicate: (index: number) => MongoError,
  ): void {
    this.store.locks.take(this.store.documentKey(collection, id), this);
    const known = this.written.get(namespaceOf(collection))?.get(id.toString('latin1'));
    if (after && !before && !known && this.store.get(collection, id, this.snapshot)) throw duplicate(0);
    const self = id.toString('latin1');
    for (const [position, index] of collection.indexes.entries()) {
      if (!index.spec.unique || index.spec.id === 0) continue;
      const prefix = indexPrefix(collection.number, index.spec.id);
      const keys = (doc: Doc | undefined) =>
        doc ? index.keysOf(doc).map((key) => Buffer.concat([prefix, key])) : [];
      const added = keys(after);
      for (const key of added) {
        this.store.locks.take(key, this);
        const owner = this.uniqueKeys.get(key.toString('latin1'));
        const taken =
          owner === undefined ? this.store.uniqueOwner(key, this.snapshot)?.toString('latin1') : owner;
        if (taken && taken !== self) throw duplicate(position);
      }
      for (const key of keys(before)) {
        this.store.locks.take(key, this);
        this.uniqueKeys.set(key.toString('latin1'), null);
      }
      for (const key of added) this.uniqueKeys.set(key.toString('latin1'), self);
    }
  }

  /**
   * Puts everything into the file, or nothing.
   * @param also runs in the same LMDB transaction
   */
  async commit(also: () => void): Promise<void> {
    try {
      await this.store.write(() => {
        for (const [namespace, collection] of this.touched) {
          if (this.store.collections.get(namespace) !== collection) throw writeConflict();
        }
        for (const prepare of this.preparations) prepare();
        this.apply();
        also();
      });
    } finally {
      this.end();
    }
  }

  private apply(): void {
    for (const [namespace, documents] of this.written) {
      const [db, name] = splitNamespace(namespace);
      const collection = this.store.ensure(db, name);
      const changes = [...documents.values()].filter(({ before, after }) => before ?? after);
      // What goes makes room first: a unique key may move from one document to another.
      const makesRoom = collection.indexes.some(({ spec }) => spec.unique && spec.id !== 0);
      for (const { id, before, after } of changes) {
        if (before && (makesRoom || !after)) this.store.put(collection, { id, before }, this);
      }
      for (const { id, before, after } of changes) {
        if (after)
          this.store.put(
            collection,
            { id, before: makesRoom ? undefined : before, after: decode(after), raw: after },
            this,
          );
      }
    }
  }

  /** Ends it, with nothing more to be written. */
  end(): void {
    this.snapshot.done();
    this.store.locks.ended(this);
    this.finish();
  }
}

export function splitNamespace(namespace: string): [string, string] {
  const dot = namespace.indexOf('.');
  return [namespace.slice(0, dot), namespace.slice(dot + 1)];
}
