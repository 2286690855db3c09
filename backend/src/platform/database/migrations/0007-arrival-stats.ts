import mongoose from 'mongoose';
import type { Migration } from './migration.js';

interface Arrival {
  bankAccountId: mongoose.Types.ObjectId;
  currency: string;
  /** YYYY-MM-DD. */
  day: string;
  cents: number;
  restCents: number;
}

interface Sum {
  count: number;
  cents: number;
}

interface Bucket {
  _id: string;
  cells: Record<string, Sum>;
}

/** The document that counts the merges of statistics, by which a reader recognises an outdated snapshot. */
const counterId = new mongoose.Types.ObjectId('000000000000000000000000');

const fields = { bankAccountId: 1, currency: 1, day: 1, cents: 1, restCents: 1 } as const;

/** Fills the stored statistics of money received in bank accounts, which earlier versions did not have. */
export const arrivalStatsMigration: Migration = {
  number: 7,
  name: 'arrival statistics',
  async run(database) {
    const buckets = new Map<string, Bucket['cells']>();
    const add = (bucket: string, group: string, count: number, cents: number) => {
      const cells = buckets.get(bucket) ?? {};
      const before = cells[group] ?? { count: 0, cents: 0 };
      cells[group] = { count: before.count + count, cents: before.cents + cents };
      buckets.set(bucket, cells);
    };
    const arrivals = database
      .collection('banktransactions')
      .find({ cents: { $gt: 0 } }, { batchSize: 5000 })
      .project<Arrival>(fields);
    for await (const { bankAccountId, currency, day, cents, restCents } of arrivals)
      for (const bucket of [`arrival-day:${day}`, `arrival-month:${day.slice(0, 7)}`]) {
        const account = `${String(bankAccountId)}|${currency}`;
        add(bucket, `${account}|received`, 1, cents);
        if (cents !== restCents) add(bucket, `${account}|allocated`, 0, cents - restCents);
      }
    // Replaces rather than adds: the migration may be run again after an interruption.
    const writes = [...buckets].map(([_id, cells]) => ({
      replaceOne: { filter: { _id }, replacement: { cells }, upsert: true },
    }));
    if (writes.length) await database.collection<Bucket>('figures').bulkWrite(writes);
    await database
      .collection('figurechanges')
      .updateOne({ _id: counterId }, { $inc: { folds: 1 } }, { upsert: true });
  },
};
