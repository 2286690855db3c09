import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Payment {
  _id: mongoose.Types.ObjectId;
  ledger?: { kind: string; way?: string; day: string; voided?: object }[];
  payout?: object;
}

/** Keeps the day of each live card payment's receipt, by which those that are in no payout are found. */
export const awaitedPayoutsMigration: Migration = {
  number: 15,
  name: 'awaited payouts',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const found = payments.find(
      { 'card.sessionId': { $gt: '' }, 'card.live': true, awaitsPayout: { $exists: false } } as never,
      { projection: { ledger: 1, payout: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(found)) {
      const updates = batch.flatMap(({ _id, ledger = [], payout }) => {
        const receipt = ledger.find(
          ({ kind, way, voided }) => kind === 'receipt' && way === 'card' && !voided,
        );
        if (!receipt || payout) return [];
        return [{ updateOne: { filter: { _id }, update: { $set: { awaitsPayout: receipt.day } } } }];
      });
      if (updates.length) await payments.bulkWrite(updates, { ordered: false });
    }
  },
};
