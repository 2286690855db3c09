import type { ClientSession, Collection } from 'mongoose';

/** Thrown to abort the transaction and run its work again: see UnitOfWork.rerun. */
export class RerunRequested extends Error {
  override readonly name = 'RerunRequested';

  constructor(readonly reason: unknown) {
    super('The unit of work asks to be run again');
  }
}

/** A running transaction: the session of its commands, its deferred inserts, and the number of its reruns. */
export class UnitOfWork {
  private readonly deferred = new Map<Collection, object[]>();
  private readonly listeners: (() => Promise<void>)[] = [];

  /** `reruns`: how often the work asked to be run again before, so that it can do something else this time. */
  constructor(
    readonly session: ClientSession,
    readonly reruns: number,
  ) {}

  /**
   * Inserts records at the end of the transaction: one `insertMany` a collection, whichever parts of the work add to it.
   * The transaction itself must not read them.
   */
  deferInsert(collection: Collection, records: object[]): void {
    this.deferred.set(collection, [...(this.deferred.get(collection) ?? []), ...records]);
  }

  /** Calls the listener once the transaction is committed, before its result is returned. It must not throw. */
  afterCommit(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners; after the commit. */
  async announce(): Promise<void> {
    for (const listener of this.listeners) await listener();
  }

  /** Writes the deferred inserts; the last step of the transaction. */
  async flush(): Promise<void> {
    for (const [collection, records] of this.deferred)
      await collection.insertMany(records, { session: this.session });
  }

  /** Aborts the transaction and runs its work again, with `reruns` one higher. `reason` is thrown after the last try. */
  rerun(reason: unknown): never {
    throw new RerunRequested(reason);
  }
}
