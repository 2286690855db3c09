import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Collection, Connection } from 'mongoose';

const endings = new WeakMap<ClientSession, Map<Collection, object[]>>();

/**
 * Inserts records at the end of the session's transaction: those of one collection by one command, however many parts
 * of the work have some. For what nothing reads before.
 */
export function insertAtEnd(session: ClientSession, collection: Collection, records: object[]): void {
  const ending = endings.get(session);
  if (!ending) throw new Error('The session runs no transaction');
  ending.set(collection, [...(ending.get(collection) ?? []), ...records]);
}

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
      session.withTransaction(
        async () => {
          const ending = new Map<Collection, object[]>();
          endings.set(session, ending);
          const result = await work(session);
          for (const [collection, records] of ending) await collection.insertMany(records, { session });
          return result;
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
      ),
    );
  }
}
