import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

type Id = mongoose.Types.ObjectId;

interface Payment {
  _id: Id;
  status: string;
  amount: number;
  partlyRefunded?: true;
}

const toCents = (amount: number): number => Math.round(amount * 100);

/** Marks the settled payments whose sale is less than their amount, as a part went back: the list finds them by it. */
export const partlyRefundedMigration: Migration = {
  number: 16,
  name: 'partly refunded',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const bookings = database.collection<{ paymentId: Id; amount: number }>('bookings');
    const found = payments.find(
      {
        status: { $in: ['paid', 'confirmed'] },
        'ledger.kind': { $in: ['refund', 'chargeback'] },
        partlyRefunded: { $exists: false },
      } as never,
      { projection: { amount: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(found)) {
      const sales = new Map<string, number>();
      const booked = bookings.find(
        { paymentId: { $in: batch.map(({ _id }) => _id) } },
        { projection: { paymentId: 1, amount: 1 } },
      );
      for await (const { paymentId, amount } of booked)
        sales.set(String(paymentId), (sales.get(String(paymentId)) ?? 0) + toCents(amount));
      const updates = batch
        .filter(({ _id, amount }) => (sales.get(String(_id)) ?? 0) < toCents(amount))
        .map(({ _id }) => ({
          updateOne: { filter: { _id }, update: { $set: { partlyRefunded: true as const } } },
        }));
      if (updates.length) await payments.bulkWrite(updates, { ordered: false });
    }
  },
};
