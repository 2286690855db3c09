import { randomUUID } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import { asCents } from '#domain/platform/money';
import { verifyStats } from '../../../ledger/stats/rebuild.js';
import { deltaFilter, type StatsBucket, type StatsDelta } from '../../../ledger/stats/stats.schema.js';
import { uriForDatabase } from '../../../testing/uri-for-database.js';
import { statusByHandMigration } from './0009-status-by-hand.js';
import { remindersMigration } from './0010-reminders.js';
import { ledgersMigration } from './0014-ledgers.js';

const received = 'Received CA$1,000.00 on Nov 21, 2026 · RBC Business · JANE SMITH';
const { ObjectId } = mongoose.Types;

describe('the migrations of payments with receipts', () => {
  let connection: Connection;
  beforeEach(async () => {
    const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `test_${randomUUID().slice(0, 8)}`);
    connection = await mongoose.createConnection(uri).asPromise();
  });
  afterEach(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  const insert = async (fields: object, ...history: [status: string, note?: string][]) => {
    const _id = new ObjectId();
    const statusHistory = history.map(([status, note]) => ({ status, ...(note && { note }) }));
    const shared = { amount: 1000, currency: 'CAD', paymentMethod: 'interac', country: 'canada' };
    const status = history.at(-1)?.[0] ?? 'pending';
    const createdAt = new Date('2026-11-20T10:00:00Z');
    await connection
      .collection('payments')
      .insertOne({ _id, ...shared, status, statusHistory, createdAt, ...fields });
    return _id;
  };
  const find = (_id: mongoose.Types.ObjectId) => connection.collection('payments').findOne({ _id });

  it('keep the status that a person has set, and let the others follow the receipts', async () => {
    const both = { received: 1000, statusAllocationId: new ObjectId() };
    const expected: [mongoose.Types.ObjectId, string | undefined][] = [
      [await insert({}, ['pending']), undefined],
      [await insert({}, ['pending'], ['paid', 'Seen at the bank']), 'paid'],
      [await insert({}, ['cancelled']), 'cancelled'],
      [await insert(both, ['pending'], ['paid', received]), undefined],
      [await insert(both, ['pending'], ['failed'], ['paid', received]), 'failed'],
      [await insert({ received: 1000 }, ['pending'], ['paid', received], ['paid', 'A note']), undefined],
      [await insert({ received: 1000 }, ['pending'], ['paid', received], ['confirmed']), 'confirmed'],
      [
        await insert(
          { received: 1000 },
          ['pending'],
          ['paid', received],
          ['failed'],
          ['paid', 'Change to Failed undone'],
        ),
        undefined,
      ],
    ];
    for (let runs = 0; runs < 2; runs++) {
      await statusByHandMigration.run(connection.db!);
      for (const [id, statusByHand] of expected) {
        const payment = await find(id);
        expect(payment?.statusByHand).toBe(statusByHand);
        expect(payment).not.toHaveProperty('statusAllocationId');
      }
    }
  });

  it('take refunded money from the revenue, once, and leave the amounts to the books', async () => {
    const id = await insert({ received: 1000, refunded: 300 }, ['pending'], ['paid', received]);
    const buckets = connection.collection<StatsBucket>('figures');
    const group = 'paid|interac|CAD|canada';
    const counted = { [group]: { count: 1, cents: asCents(100_000) } };
    for (const _id of ['day:2026-11-20', 'month:2026-11']) await buckets.insertOne({ _id, cells: counted });
    await statusByHandMigration.run(connection.db!);
    await statusByHandMigration.run(connection.db!);
    const deltas = connection.collection<StatsDelta>('figurechanges');
    const taken = { sheets: ['day:2026-11-20', 'month:2026-11'], cell: group, count: 0, cents: -30_000 };
    expect(await deltas.find(deltaFilter).toArray()).toMatchObject([taken]);
    await ledgersMigration.run(connection.db!);
    expect((await buckets.findOne({ _id: 'month:2026-11' }))?.cells[group]).toEqual({ count: 1, cents: 0 });
    expect(await verifyStats(connection)).toEqual([]);
    expect(await find(id)).not.toHaveProperty('refunded');
  });

  it('record the reminders whose mails are stored', async () => {
    const [id, other] = [await insert({}, ['pending']), await insert({}, ['pending'])];
    const at = (day: number) => new Date(Date.UTC(2026, 10, day));
    const mail = (paymentId: mongoose.Types.ObjectId, key: string, day: number) => ({
      ...{ _id: new ObjectId(), kind: 'reminder', paymentId, key: `reminder:${String(paymentId)}:${key}` },
      createdAt: at(day),
    });
    const mails = [
      mail(id, '2', 12),
      mail(other, '1', 8),
      mail(id, '1', 5),
      mail(id, String(new ObjectId()), 7),
    ];
    await connection.collection('mails').insertMany(mails);
    await remindersMigration.run(connection.db!);
    await remindersMigration.run(connection.db!);
    expect((await find(id))?.reminders).toEqual([
      { at: at(5), mailId: mails[2]!._id, number: 1 },
      { at: at(7), mailId: mails[3]!._id },
      { at: at(12), mailId: mails[0]!._id, number: 2 },
    ]);
    expect((await find(other))?.reminders).toMatchObject([{ number: 1 }]);
  });
});
