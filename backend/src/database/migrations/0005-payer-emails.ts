import { emailKey } from '../../../../domain/customers.js';
import { cursorBatches } from '../cursor-batches.js';
import { typedPayer } from '../../mail/mailed-payment.js';
import type { Payment } from '../../payments/payment.schema.js';
import type { Migration } from './migration.js';

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
      const updates = batch.flatMap((payment) => {
        const payer = typedPayer(payment);
        const update = { $set: { payerEmailKey: emailKey(payer?.email ?? '') } };
        return payer ? [{ updateOne: { filter: { _id: payment._id }, update } }] : [];
      });
      if (updates.length) await payments.bulkWrite(updates, { ordered: false });
    }
  },
};
