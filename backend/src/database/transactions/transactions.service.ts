import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { RerunRequested, UnitOfWork } from './unit-of-work.js';

/** Maximum reruns of one unit of work; a generated reference never clashes that often in one millisecond. */
const maxReruns = 1000;

/** The wire version of MongoDB 8, which has the command bulkWrite. */
const bulkWriteWireVersion = 25;

/** Runs what belongs together as one transaction. */
@Injectable()
export class TransactionsService {
  private hasBulkWrite?: boolean;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Runs `work` in a transaction: all of it is on disk when this returns, or none of it. The driver runs `work` again
   * where another transaction writes the same record, so it must not do anything outside the database.
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

  private async askForBulkWrite(): Promise<boolean> {
    const hello = await this.connection.getClient().db('admin').command({ hello: 1 });
    return Number(hello.maxWireVersion) >= bulkWriteWireVersion;
  }
}
