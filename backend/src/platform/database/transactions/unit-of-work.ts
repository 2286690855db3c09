import type { ClientSession, Collection, mongo } from 'mongoose';
import type { DeferredWrite, DeferredWrites, OnRefusal } from './deferred-writes.js';

/** Thrown to abort the transaction and run its work again: see UnitOfWork.rerun. */
export class RerunRequested extends Error {
  override readonly name = 'RerunRequested';

  constructor(readonly reason: unknown) {
    super('The unit of work asks to be run again');
  }
}

/** Thrown where work that shares its transaction wants to read or write in it before its end. */
export class SessionNeeded extends Error {
  override readonly name = 'SessionNeeded';

  constructor() {
    super('The unit of work needs a transaction of its own');
  }
}

/** A collection of mongoose, by its own type or by the driver's. */
type Written = Pick<mongo.Collection, 'collectionName'>;

/** A running transaction: the session of its commands, its deferred writes, and the number of its reruns. */
export class UnitOfWork {
  private readonly writes = new Map<Collection, DeferredWrite[]>();
  private readonly listeners: (() => Promise<void>)[] = [];

  /**
   * @param ownSession none for work that defers all of its writes and shares its transaction: see
   * TransactionsService.runShared
   * @param reruns the number of earlier runs that the work has abandoned by `rerun`, so that it can choose otherwise
   */
  constructor(
    private readonly ownSession?: ClientSession,
    readonly reruns = 0,
  ) {}

  /** True for work that shares its transaction, and cannot read in it. */
  get isShared(): boolean {
    return !this.ownSession;
  }

  get session(): ClientSession {
    if (!this.ownSession) throw new SessionNeeded();
    return this.ownSession;
  }

  get deferred(): DeferredWrites {
    return this.writes;
  }

  /**
   * Defers inserts to the end of the transaction, so that they need as few commands as possible. The transaction itself
   * must not read them. `onRefusal` gets the error where the database refuses one of them.
   */
  deferInsert(collection: Written, records: readonly mongo.Document[], onRefusal?: OnRefusal): void {
    this.defer(
      collection,
      records.map((document) => ({ document, onRefusal })),
    );
  }

  /** Defers an upsert of the record with this id likewise. */
  deferUpsert(collection: Written, _id: unknown, fields: mongo.Document, onRefusal?: OnRefusal): void {
    this.defer(collection, [{ filter: { _id }, document: { $set: fields }, onRefusal }]);
  }

  private defer(written: Written, writes: DeferredWrite[]): void {
    if (!writes.length) return;
    const collection = written as Collection;
    const all = this.writes.get(collection) ?? [];
    for (const write of writes) all.push(write);
    this.writes.set(collection, all);
  }

  /** Calls the listener once the transaction is committed, before its result is returned. It must not throw. */
  afterCommit(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners, after the commit. */
  async runAfterCommit(): Promise<void> {
    for (const listener of this.listeners) await listener();
  }

  /** Aborts the transaction and runs its work again, with `reruns` one higher. `reason` is thrown after the last try. */
  rerun(reason: unknown): never {
    throw new RerunRequested(reason);
  }
}
