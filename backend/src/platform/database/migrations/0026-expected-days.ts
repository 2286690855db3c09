import type { ObjectId } from 'mongodb';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Payment {
  _id: ObjectId;
  amount: number;
  /** The amount that came of a pending payment, with what was let go. */
  balance?: number;
  transferDate: Date;
}

/** Has pending payments of which something is due keep the day on which that is expected: their transfer date. */
export const expectedDaysMigration: Migration = {
  number: 26,
  name: 'expected days',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const found = payments.find(
      { status: 'pending', transferDate: { $type: 'date' }, expectedOn: { $exists: false } },
      { projection: { amount: 1, balance: 1, transferDate: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(found)) {
      const due = batch.filter(({ amount, balance = 0 }) => balance < amount);
      if (due.length)
        await payments.bulkWrite(
          due.map(({ _id, transferDate }) => ({
            updateOne: {
              filter: { _id },
              update: { $set: { expectedOn: transferDate.toISOString().slice(0, 10) } },
            },
          })),
          { ordered: false },
        );
    }
  },
};
