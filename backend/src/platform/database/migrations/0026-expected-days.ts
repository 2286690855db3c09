import type { ObjectId } from 'mongodb';
import { setFields } from '../batches/set-fields.js';
import type { Migration } from './migration.js';

interface Payment {
  _id: ObjectId;
  amount: number;
  /** The amount that came of a pending payment, with what was let go. */
  balance?: number;
  transferDate: Date;
  expectedOn?: string;
}

/** Has pending payments of which something is due keep the day on which that is expected: their transfer date. */
export const expectedDaysMigration: Migration = {
  number: 26,
  name: 'expected days',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const found = payments.find(
      { status: 'pending', transferDate: { $type: 'date' }, expectedOn: { $exists: false } },
      { projection: { amount: 1, balance: 1, transferDate: 1 } },
    );
    await setFields(payments, found, ({ amount, balance = 0, transferDate }) =>
      balance < amount ? { expectedOn: transferDate.toISOString().slice(0, 10) } : undefined,
    );
  },
};
