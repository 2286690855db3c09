import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Payment {
  _id: mongoose.Types.ObjectId;
  paymentDetails?: Record<string, unknown>;
  payerEmailKey?: string;
}

const email = /^[^\s\p{Cf}@<>()[\]\\,;:"]+@[^\s\p{Cf}@<>()[\]\\,;:"]+\.[^\s\p{Cf}@<>()[\]\\,;:"]+$/u;

/** Returns an email without case and outer spaces; undefined for other text. */
function emailKey(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 254) return undefined;
  const trimmed = text.trim();
  return email.test(trimmed) ? trimmed.toLowerCase() : undefined;
}

/** Adds the normalised email that the visitor typed to payments: links are found by it. */
export const payerEmailsMigration: Migration = {
  number: 5,
  name: 'payer emails',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const without = payments.find(
      { 'paymentDetails.email': { $type: 'string' }, payerEmailKey: { $exists: false } },
      { projection: { paymentDetails: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(without)) {
      const updates = batch.flatMap(({ _id, paymentDetails }) => {
        const payerEmailKey = emailKey(paymentDetails?.email);
        return payerEmailKey ? [{ updateOne: { filter: { _id }, update: { $set: { payerEmailKey } } } }] : [];
      });
      if (updates.length) await payments.bulkWrite(updates, { ordered: false });
    }
  },
};
