import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { BooksRecord, closingId, gateIds } from './closing.schema.js';

/** Reads and sets the day until which the books are closed. */
@Injectable()
export class Closing {
  constructor(@InjectModel(BooksRecord.name) private readonly books: Model<BooksRecord>) {}

  /** Returns the closing; null where none was made yet. */
  find(unit?: UnitOfWork): Promise<BooksRecord | null> {
    return this.books
      .findById(closingId)
      .session(unit?.session ?? null)
      .lean();
  }

  /**
   * Closes the books until a day. It passes every gate, so that a transaction that books in a past month at the same time
   * is made before it or runs again after it.
   */
  async close(closedUntil: string, { by }: Pick<Caller, 'by'>, { session }: UnitOfWork): Promise<void> {
    await this.books.bulkWrite(
      [
        {
          updateOne: {
            filter: { _id: closingId },
            update: { $set: { closedUntil, closedBy: by, closedAt: new Date() } },
            upsert: true,
          },
        },
        ...gateIds.map((_id) => ({
          updateOne: { filter: { _id }, update: { $inc: { passed: 1 } }, upsert: true },
        })),
      ],
      { session },
    );
  }
}
