import { type ClientSession, type Collection, mongo } from 'mongoose';

/** Thrown to abort the transaction and run its work again: see UnitOfWork.rerun. */
export class RerunRequested extends Error {
  override readonly name = 'RerunRequested';

  constructor(readonly reason: unknown) {
    super('The unit of work asks to be run again');
  }
}

/** Called with the error of a deferred write; throws it, or the one that the caller is to get. */
type OnRefusal = (error: unknown) => never;

/** A deferred write: an insert, or with `filter` an upsert. */
interface DeferredWrite {
  document: mongo.Document;
  filter?: mongo.Document;
  onRefusal?: OnRefusal | undefined;
}

/** A running transaction: the session of its commands, its deferred writes, and the number of its reruns. */
export class UnitOfWork {
  private readonly deferred = new Map<Collection, DeferredWrite[]>();
  private readonly listeners: (() => Promise<void>)[] = [];

  /**
   * @param reruns the number of earlier runs that the work has abandoned by `rerun`, so that it can choose otherwise
   * @param hasBulkWrite whether the server takes inserts into several collections by one command, as MongoDB 8 does
   */
  constructor(
    readonly session: ClientSession,
    readonly reruns: number,
    private readonly hasBulkWrite: boolean,
  ) {}

  /**
   * Defers inserts to the end of the transaction, so that they need as few commands as possible. The transaction itself
   * must not read them. `onRefusal` gets the error where the database refuses one of them.
   */
  deferInsert(collection: Collection, records: readonly mongo.Document[], onRefusal?: OnRefusal): void {
    this.defer(
      collection,
      records.map((document) => ({ document, onRefusal })),
    );
  }

  /** Defers an upsert of the record with this id likewise. */
  deferUpsert(collection: Collection, _id: unknown, fields: mongo.Document, onRefusal?: OnRefusal): void {
    this.defer(collection, [{ filter: { _id }, document: { $set: fields }, onRefusal }]);
  }

  private defer(collection: Collection, writes: DeferredWrite[]): void {
    if (!writes.length) return;
    const all = this.deferred.get(collection) ?? [];
    for (const write of writes) all.push(write);
    this.deferred.set(collection, all);
  }

  /** Calls the listener once the transaction is committed, before its result is returned. It must not throw. */
  afterCommit(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners, after the commit. */
  async announce(): Promise<void> {
    for (const listener of this.listeners) await listener();
  }

  /** Makes the deferred writes, as the last step of the transaction. */
  async flush(): Promise<void> {
    const writes = [...this.deferred];
    // A checkout defers writes to eight collections: one command for all takes half the processor time of one for each
    // (bench/README.md).
    if (this.hasBulkWrite && writes.length > 1) return this.writeTogether(writes);
    for (const [collection, each] of writes) await this.writeTo(collection, each);
  }

  private async writeTo(collection: Collection, writes: DeferredWrite[]): Promise<void> {
    const models = writes.map(({ document, filter }) =>
      filter ? { updateOne: { filter, update: document, upsert: true } } : { insertOne: { document } },
    );
    try {
      await collection.bulkWrite(models, { session: this.session });
    } catch (error) {
      const refused = error instanceof mongo.MongoBulkWriteError ? writes[failedIndex(error)] : undefined;
      refused?.onRefusal?.(error);
      throw error;
    }
  }

  private async writeTogether(writes: [Collection, DeferredWrite[]][]): Promise<void> {
    const [{ conn }] = writes[0]!;
    const all = writes.flatMap(([collection, each]) =>
      each.map((write) => ({ ...write, namespace: `${collection.conn.name}.${collection.name}` })),
    );
    const models = all.map(({ namespace, document, filter }) =>
      filter
        ? { name: 'updateOne' as const, namespace, filter, update: document, upsert: true }
        : { name: 'insertOne' as const, namespace, document },
    );
    try {
      await conn.getClient().bulkWrite(models, { session: this.session });
    } catch (error) {
      if (!(error instanceof mongo.MongoClientBulkWriteError)) throw error;
      // Throws the server's own error: its labels say whether the transaction can be retried.
      const [[index, failed] = []] = error.writeErrors;
      const refusal = failed ? new mongo.MongoServerError({ ...failed }) : (error.cause ?? error);
      if (index !== undefined) all[index]?.onRefusal?.(refusal);
      throw refusal;
    }
  }

  /** Aborts the transaction and runs its work again, with `reruns` one higher. `reason` is thrown after the last try. */
  rerun(reason: unknown): never {
    throw new RerunRequested(reason);
  }
}

/** The index of the write that the database refused. */
function failedIndex({ writeErrors }: mongo.MongoBulkWriteError): number {
  const [first] = [writeErrors].flat();
  return first?.index ?? -1;
}
