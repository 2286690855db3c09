import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';
import { RerunRequested, UnitOfWork } from './unit-of-work.js';

/** Maximum reruns of one unit of work; a generated reference never clashes that often in one millisecond. */
const maxReruns = 1000;

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

  private async runOnce<Result>(
    work: (unit: UnitOfWork) => Promise<Result>,
    reruns: number,
  ): Promise<Result> {
    this.hasBulkWrite ??= await this.askForBulkWrite();
    const hasBulkWrite = this.hasBulkWrite;
    const { result, unit } = await this.connection.withSession((session) =>
      session.withTransaction(
        async () => {
          const unit = new UnitOfWork(session, reruns, hasBulkWrite);
          const result = await work(unit);
          await unit.flush();
          return { result, unit };
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
      ),
    );
    await unit.announce();
    return result;
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
