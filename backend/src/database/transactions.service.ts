import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';

/** Runs what belongs together as one transaction. */
@Injectable()
export class TransactionsService {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Runs `work` in a transaction: all of it is on disk when this answers, or none of it. Where another
   * transaction writes the same record, `work` is run again, so it must not do anything outside the database.
   * https://www.mongodb.com/docs/manual/core/transactions/
   */
  run<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    return this.connection.withSession((session) =>
      session.withTransaction(() => work(session), {
        readConcern: { level: 'snapshot' },
        writeConcern: { w: 'majority', journal: true },
      }),
    );
  }

  /** Reads at one moment: whatever is committed meanwhile is not seen by a part of it. */
  snapshot<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    return this.connection.withSession((session) =>
      session.withTransaction(() => work(session), { readConcern: { level: 'snapshot' } }),
    );
  }
}
