import { type ClientSession, type Collection, mongo } from 'mongoose';

/** Thrown to abort the transaction and run its work again: see UnitOfWork.rerun. */
export class RerunRequested extends Error {
  override readonly name = 'RerunRequested';

  constructor(readonly reason: unknown) {
    super('The unit of work asks to be run again');
  }
}

/** A running transaction: the session of its commands, its deferred inserts, and the number of its reruns. */
export class UnitOfWork {
  private readonly deferred = new Map<Collection, mongo.Document[]>();
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
   * must not read them.
   */
  deferInsert(collection: Collection, records: mongo.Document[]): void {
    this.deferred.set(collection, [...(this.deferred.get(collection) ?? []), ...records]);
  }

  /** Calls the listener once the transaction is committed, before its result is returned. It must not throw. */
  afterCommit(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners, after the commit. */
  async announce(): Promise<void> {
    for (const listener of this.listeners) await listener();
  }

  /** Writes the deferred inserts, as the last step of the transaction. */
  async flush(): Promise<void> {
    const inserts = [...this.deferred];
    // A checkout defers inserts into four collections: one command for all takes a tenth less processor time
    // (bench/README.md).
    if (this.hasBulkWrite && inserts.length > 1) return this.insertTogether(inserts);
    for (const [collection, records] of inserts)
      await collection.insertMany(records, { session: this.session });
  }

  private async insertTogether(inserts: [Collection, mongo.Document[]][]): Promise<void> {
    const client = inserts[0]![0].conn.getClient();
    const models = inserts.flatMap(([{ conn, name: collection }, records]) =>
      records.map((document) => ({
        name: 'insertOne' as const,
        namespace: `${conn.name}.${collection}`,
        document,
      })),
    );
    try {
      await client.bulkWrite(models, { session: this.session });
    } catch (error) {
      if (!(error instanceof mongo.MongoClientBulkWriteError)) throw error;
      // Throws the server's own error: its labels say whether the transaction can be retried.
      const [failed] = error.writeErrors.values();
      throw failed ? new mongo.MongoServerError({ ...failed }) : (error.cause ?? error);
    }
  }

  /** Aborts the transaction and runs its work again, with `reruns` one higher. `reason` is thrown after the last try. */
  rerun(reason: unknown): never {
    throw new RerunRequested(reason);
  }
}
