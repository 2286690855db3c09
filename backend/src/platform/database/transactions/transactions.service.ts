import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type ClientSession, type Connection, mongo } from 'mongoose';
import { createBatchLoader } from '../batches/batch-loader.js';
import { writeDeferred } from './deferred-writes.js';
import { RerunRequested, SessionNeeded, UnitOfWork } from './unit-of-work.js';

/** Maximum reruns of one unit of work; a generated reference never clashes that often in one millisecond. */
const maxReruns = 1000;
/** Most units of work that share a transaction: it holds up other commands of the database for as long. */
const mostShared = 16;

const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
} as const;

/** A transaction that writes nothing has nothing to wait for. */
const readOptions = { ...transactionOptions, writeConcern: { w: 1 } } as const;

/**
 * Error codes of MongoDB for bulkWrite before version 8 (CommandNotFound), and from version 8 on while its
 * compatibility version is older (CommandNotSupported).
 */
const unknownCommand: ReadonlySet<unknown> = new Set([59, 115]);

/** Runs related writes as one transaction. */
@Injectable()
export class TransactionsService {
  private hasBulkWrite?: boolean;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Runs `work` in a transaction: all of it is on disk when this returns, or none of it. The driver runs `work` again
   * where another transaction writes the same record, so it must have no effect outside the database.
   * https://www.mongodb.com/docs/manual/core/transactions/
   */
  async run<Result>(work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
    for (let reruns = 0; ; reruns++)
      try {
        return await this.runOnce(work, reruns);
      } catch (error) {
        if (!(error instanceof RerunRequested)) throw error;
        if (reruns === maxReruns) throw error.reason;
      }
  }

  /** Runs reads, one after the other, on one snapshot of the database. The driver may run `read` again. */
  readAtOnce<Result>(read: (session: ClientSession) => Promise<Result>): Promise<Result> {
    return this.connection.withSession((session) =>
      session.withTransaction(() => read(session), readOptions),
    );
  }

  private async runOnce<Result>(work: (unit: UnitOfWork) => Promise<Result>, reruns: number) {
    const hasBulkWrite = await this.mayBulkWrite();
    const { result, unit } = await this.connection.withSession((session) =>
      session.withTransaction(async () => {
        const unit = new UnitOfWork(session, reruns);
        const result = await work(unit);
        await writeDeferred([unit.deferred], session, hasBulkWrite);
        return { result, unit };
      }, transactionOptions),
    );
    await unit.runAfterCommit();
    return result;
  }

  /**
   * Runs work that defers all of its writes: it is stored whole or not at all, as by `run`, but in one transaction with
   * other such work that ends while an earlier transaction is being stored, which takes a third of the commands. Work
   * that turns out to need the session, and each work of a transaction that is refused, is run by `run` instead.
   */
  async runShared<Result>(work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
    const unit = new UnitOfWork();
    let result: Result;
    try {
      result = await work(unit);
    } catch (error) {
      if (error instanceof SessionNeeded) return this.run(work);
      throw error;
    }
    if (!(await this.store(unit))) return this.run(work);
    await unit.runAfterCommit();
    return result;
  }

  private readonly store = createBatchLoader(
    async (units: readonly UnitOfWork[]) => {
      const isStored = await this.storeTogether(units);
      return units.map(() => isStored);
    },
    { atMost: mostShared },
  );

  /** Writes what the units have deferred. Returns false where the database has refused it, and nothing is stored. */
  private async storeTogether(units: readonly UnitOfWork[]): Promise<boolean> {
    const hasBulkWrite = await this.mayBulkWrite();
    const writes = units.map(({ deferred }) => deferred);
    let isWritten = false;
    try {
      await this.connection.withSession((session) =>
        session.withTransaction(async () => {
          isWritten = false;
          await writeDeferred(writes, session, hasBulkWrite);
          isWritten = true;
        }, transactionOptions),
      );
      return true;
    } catch (error) {
      // A commit that failed may have been made all the same.
      if (isWritten) throw error;
      return false;
    }
  }

  private async mayBulkWrite(): Promise<boolean> {
    return (this.hasBulkWrite ??= await this.askForBulkWrite());
  }

  /** Sends the server a bulkWrite that changes nothing, as no version number tells whether it supports the command. */
  private async askForBulkWrite(): Promise<boolean> {
    const nothing = { delete: 0, filter: { _id: new mongo.ObjectId() }, multi: false };
    try {
      await this.connection
        .getClient()
        .db('admin')
        .command({ bulkWrite: 1, ops: [nothing], nsInfo: [{ ns: `${this.connection.name}.mails` }] });
      return true;
    } catch (error) {
      if (error instanceof mongo.MongoServerError && unknownCommand.has(error.code)) return false;
      throw error;
    }
  }
}
