import mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Payment {
  _id: mongoose.Types.ObjectId;
  status: string;
  statusHistory?: { status: string; note?: string }[];
  received?: number;
  refunded?: number;
  amount: number;
  paymentMethod?: string;
  currency?: string;
  country?: string;
  createdAt: Date;
  statusByHand?: string;
  statusAllocationId?: mongoose.Types.ObjectId;
}

interface Delta {
  _id: mongoose.Types.ObjectId;
  sheets: string[];
  cell: string;
  count: number;
  cents: number;
}

/** "Received CA$2,256.61 on Nov 21, 2026 · RBC Business · JANE SMITH" */
const receiptNote = /^(?:Received|Refunded|Match undone:) .+ on [A-Z][a-z]{2} \d{1,2}, \d{4} · /;
const undoneNote = /^Change to (?:Pending|Paid|Confirmed|Failed|Refunded|Cancelled) undone$/;

/** Returns the status that a person has set last, by the history; undefined where none has. */
function lastByHand({ statusHistory = [] }: Payment): string | undefined {
  const [first, ...later] = statusHistory;
  let byHand = first && first.status !== 'pending' ? first.status : undefined;
  const earlier: (string | undefined)[] = [];
  let status = first?.status;
  for (const { status: next, note = '' } of later) {
    if (next === status) continue;
    status = next;
    if (receiptNote.test(note)) continue;
    if (undoneNote.test(note)) byHand = earlier.pop();
    else {
      earlier.push(byHand);
      byHand = next;
    }
  }
  return byHand;
}

/** Returns the statistics' change for what was refunded of a settled payment; its id is made of the payment's. */
function refundDelta({ _id, refunded = 0, ...payment }: Payment): Delta {
  const { status, paymentMethod, currency, country, createdAt } = payment;
  const day = createdAt.toISOString().slice(0, 10);
  return {
    // The payment's id with its first byte raised differs from the ids of all others, and is the same in a second run.
    _id: new mongoose.Types.ObjectId(`ff${_id.toHexString().slice(2)}`),
    sheets: [`day:${day}`, `month:${day.slice(0, 7)}`],
    cell: [status, paymentMethod, currency, country].map((value) => value || 'none').join('|'),
    count: 0,
    cents: -Math.round(refunded * 100),
  };
}

/**
 * Records for each payment the status that a person has set last, in place of the allocation that had set the present
 * one, and takes refunded money from the revenue in the statistics.
 */
export const statusByHandMigration: Migration = {
  number: 9,
  name: 'status by hand',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const none = { $in: [null, 0] } as never;
    for (const status of ['paid', 'confirmed', 'failed', 'refunded', 'cancelled'])
      await payments.updateMany(
        { status, received: none, refunded: none, statusByHand: null as never },
        { $set: { statusByHand: status } },
      );
    const received = payments.find(
      { $or: [{ received: { $gt: 0 } }, { refunded: { $gt: 0 } }] },
      { batchSize: 1000 },
    );
    for await (const batch of cursorBatches(received)) {
      const updates = batch
        .filter(({ statusByHand }) => !statusByHand)
        .flatMap((payment) => {
          const statusByHand = lastByHand(payment);
          const filter = { _id: payment._id };
          return statusByHand ? [{ updateOne: { filter, update: { $set: { statusByHand } } } }] : [];
        });
      if (updates.length) await payments.bulkWrite(updates, { ordered: false });
      const isSettled = ({ status }: Payment) => status === 'paid' || status === 'confirmed';
      const deltas = batch.filter((payment) => isSettled(payment) && (payment.refunded ?? 0) > 0);
      if (deltas.length)
        await database
          .collection<Delta>('figurechanges')
          .insertMany(deltas.map(refundDelta), { ordered: false })
          .catch((error: unknown) => {
            // A first run that was interrupted has inserted them.
            if ((error as { code?: unknown }).code !== 11000) throw error;
          });
    }
    await payments.updateMany(
      { statusAllocationId: { $exists: true } },
      { $unset: { statusAllocationId: '' } },
    );
  },
};
