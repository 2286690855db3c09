import { Types } from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Database, Migration } from './migration.js';

interface Entry {
  way?: string;
  bankAccountId?: string;
  evidence?: { transactionId?: string };
}

interface Payment {
  _id: Types.ObjectId;
  ledger: Entry[];
}

interface Payout {
  _id: string;
  bankTransactionId: Types.ObjectId;
}

interface Transaction {
  _id: Types.ObjectId;
  bankAccountId: Types.ObjectId;
  day: string;
  cents: number;
}

/** Returns the transactions with these ids, by id; a deleted statement has taken its own along. */
async function transactionsOf(database: Database, ids: Types.ObjectId[]): Promise<Map<string, Transaction>> {
  const found = await database
    .collection<Transaction>('banktransactions')
    .find({ _id: { $in: ids } }, { projection: { bankAccountId: 1, day: 1, cents: 1 } })
    .toArray();
  return new Map(found.map((transaction) => [transaction._id.toHexString(), transaction]));
}

const transactionOf = ({ way, bankAccountId, evidence }: Entry): string =>
  way === 'bank' && !bankAccountId ? (evidence?.transactionId ?? '') : '';

/** Has bank entries name their account, and payouts keep what they are matched with, which the journal is made of. */
export const bankAccountsOfEntriesMigration: Migration = {
  number: 25,
  name: 'bank accounts of entries',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const byBank = { ledger: { $elemMatch: { way: 'bank', bankAccountId: { $exists: false } } } };
    const found = payments.find(byBank, { projection: { ledger: 1 }, batchSize: 500 });
    for await (const batch of cursorBatches(found)) {
      const ids = batch
        .flatMap(({ ledger }) => ledger.map(transactionOf))
        .filter((id) => Types.ObjectId.isValid(id));
      const transactions = await transactionsOf(
        database,
        [...new Set(ids)].map((id) => new Types.ObjectId(id)),
      );
      await payments.bulkWrite(
        batch.map(({ _id, ledger }) => ({
          updateOne: {
            filter: { _id },
            update: {
              $set: {
                ledger: ledger.map((entry) => {
                  const transaction = transactions.get(transactionOf(entry));
                  return transaction
                    ? { ...entry, bankAccountId: transaction.bankAccountId.toHexString() }
                    : entry;
                }),
              },
            },
          },
        })),
        { ordered: false },
      );
    }
    const payouts = database.collection<Payout>('cardpayouts');
    const matched = payouts.find(
      { bankTransactionId: { $exists: true }, matches: { $exists: false } },
      { projection: { bankTransactionId: 1 }, batchSize: 500 },
    );
    for await (const batch of cursorBatches(matched)) {
      const transactions = await transactionsOf(
        database,
        batch.map(({ bankTransactionId }) => bankTransactionId),
      );
      const writes = batch.flatMap(({ _id, bankTransactionId }) => {
        const transaction = transactions.get(bankTransactionId.toHexString());
        if (!transaction) return [];
        const { bankAccountId, cents, day } = transaction;
        const match = {
          _id: new Types.ObjectId().toHexString(),
          bankAccountId: bankAccountId.toHexString(),
          cents,
          day,
          bookedOn: day,
        };
        return [{ updateOne: { filter: { _id }, update: { $set: { matches: [match] } } } }];
      });
      if (writes.length) await payouts.bulkWrite(writes, { ordered: false });
    }
  },
};
