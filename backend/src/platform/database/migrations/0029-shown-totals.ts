import type { ObjectId } from 'mongodb';
import { setFields } from '../batches/set-fields.js';
import type { Migration } from './migration.js';

interface Payment {
  _id: ObjectId;
  amount: number;
  quoted: { currency: string };
}

/** Has visitors see the amount that the office has set since, where it is in the currency of the total that they saw. */
export const shownTotalsMigration: Migration = {
  number: 29,
  name: 'shown totals',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const isSet = [{ $eq: ['$quoted.currency', '$currency'] }, { $ne: ['$quoted.amount', '$amount'] }];
    const found = payments.find({ $expr: { $and: isSet } }, { projection: { amount: 1, quoted: 1 } });
    await setFields(payments, found, ({ amount, quoted: { currency } }) => ({
      quoted: { amount, currency },
    }));
  },
};
