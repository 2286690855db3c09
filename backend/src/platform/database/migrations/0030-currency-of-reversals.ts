import type { ObjectId } from 'mongodb';
import { setFields } from '../batches/set-fields.js';
import type { Migration } from './migration.js';

interface Payment {
  _id: ObjectId;
  ledger: Entry[];
}

interface Entry {
  _id: string;
  kind: string;
  of?: string;
  bookedOn: string;
  original?: { amount: number; currency: string };
}

/**
 * Has reversals of receipts that settled another currency keep the amount that moved, which the journal is made of; not those
 * of closed days, whose journal stays as it was.
 */
export const currencyOfReversalsMigration: Migration = {
  number: 30,
  name: 'currency of reversals',
  async run(database) {
    const books = database.collection<{ _id: string; closedUntil?: string }>('books');
    const { closedUntil = '' } = (await books.findOne({ _id: 'closing' })) ?? {};
    const payments = database.collection<Payment>('payments');
    const found = payments.find(
      { ledger: { $elemMatch: { kind: 'reversal', original: { $exists: false } } } },
      { projection: { ledger: 1 } },
    );
    await setFields(payments, found, ({ ledger }) => ({
      ledger: ledger.map((entry) => {
        const { original } = ledger.find(({ _id }) => _id === entry.of) ?? {};
        const isToTell = entry.kind === 'reversal' && entry.bookedOn > closedUntil;
        return original && isToTell ? { original, ...entry } : entry;
      }),
    }));
  },
};
