import type { ObjectId } from 'mongodb';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

/**
 * Letters that papers have always shown: those of Western languages and Thai. Made of the letters themselves: databases
 * do not know `\u` in an expression.
 */
const others = new RegExp('[^\n -~\u00a0-\u017f\u0e01-\u0e3a\u0e3f-\u0e5b\u2013\u2014\u2018-\u201d]');

/**
 * Marks payments with an invoice for a buyer of other letters: the leader then takes back the marks of those whose letters
 * the fonts of this install have, and of those without an open invoice.
 */
export const lettersMissingMigration: Migration = {
  number: 24,
  name: 'letters missing',
  async run(database) {
    const papers = database.collection<{ paymentId: ObjectId }>('documents');
    const found = papers.find(
      { kind: 'invoice', $or: [{ 'buyer.name': others }, { 'buyer.address': others }] },
      { projection: { paymentId: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(found))
      await database
        .collection('payments')
        .updateMany(
          { _id: { $in: batch.map(({ paymentId }) => paymentId) } },
          { $set: { lettersMissing: true } },
        );
  },
};
