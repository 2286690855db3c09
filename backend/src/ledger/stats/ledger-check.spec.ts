import { Types } from 'mongoose';
import type { StoredBooking } from '../books/booking.schema.js';
import { bankDesk, createAccount } from '../../testing/reconciliation.js';
import type { Payment } from '../../payments/payment.schema.js';
import { createPayment } from '../../testing/builders.js';
import { runProgram } from '../../testing/run-program.js';
import { TestApp, testSecret } from '../../testing/test-app.js';
import { verifyLedgers } from './ledger-check.js';
import { rebuildLedgers } from './ledger-rebuild.js';
import { rebuildStats, verifyStats } from './rebuild.js';
import { loadConfig } from '../../programs/settings.js';
import type { StatsBucket } from './stats.schema.js';
import { StatsService } from './stats.service.js';

describe('the check of ledgers', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());

  const payments = () => app.connection.collection<Payment>('payments');
  const bookings = () => app.connection.collection<StoredBooking>('bookings');
  const check = () => verifyLedgers(app.connection);
  const rebuild = async () => {
    await rebuildLedgers(app.connection, loadConfig({ JWT_SECRET: testSecret }));
    await rebuildStats(app.connection);
  };
  const idOf = ({ _id }: { _id: string }) => new Types.ObjectId(_id);

  /** A payment that a transfer has paid, of which a part was given back. */
  async function paidByBank(amount: number) {
    const payment = await createPayment(app, { amount });
    const incoming = await desk.arrive(`IN ${payment.referenceNumber}`, amount, '2026-05-04');
    await desk.match(incoming._id, payment._id, amount);
    const outgoing = await desk.arrive(`OUT ${payment.referenceNumber}`, -30, '2026-06-07');
    const refund = { kind: 'refund', paymentId: payment._id, amount: 30, version: outgoing.version };
    await desk.act(outgoing._id, 'match', refund).expect(200);
    return { payment, incoming, outgoing };
  }

  it('finds nothing where money came by bank, was given back, came back, was reversed and said', async () => {
    const { outgoing } = await paidByBank(200);
    const unclaimed = await desk.arrive('E-TRANSFER RECLAIMED', 30, '2026-06-20');
    const returned = { kind: 'refundReturned', transactionId: outgoing._id, amount: 30, version: 0 };
    await desk.act(unclaimed._id, 'match', returned).expect(200);
    const taken = await createPayment(app, { amount: 70 });
    const credit = await desk.arrive(`CREDIT ${taken.referenceNumber}`, 70, '2026-05-05');
    await desk.match(credit._id, taken._id, 70);
    const back = await desk.arrive(`NSF ${taken.referenceNumber}`, -70, '2026-05-06');
    const { version } = await desk.find(back._id);
    const reversal = { kind: 'reversal', transactionId: credit._id, amount: 70, version };
    await desk.act(back._id, 'match', reversal).expect(200);
    await createPayment(app, { status: 'confirmed' });
    expect(await check()).toEqual([]);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('lists each figure, booking and entry that differs, and a rebuild corrects what follows from entries', async () => {
    const { payment } = await paidByBank(310);
    const said = await createPayment(app, { status: 'confirmed', amount: 55 });
    const name = payment.referenceNumber;
    await payments().updateOne(
      { _id: idOf(payment) },
      { $set: { status: 'pending', balance: 3, attention: ['giveBack'], bookedOn: ['2026-01-01'] } },
    );
    await bookings().updateOne({ paymentId: idOf(payment), kind: 'sale' }, { $inc: { amount: 5 } });
    await bookings().deleteMany({ paymentId: idOf(said) });
    const stray = (await bookings().findOne({ paymentId: idOf(payment), kind: 'sale' }))!;
    const missing = new Types.ObjectId();
    await bookings().insertOne({ ...stray, _id: new Types.ObjectId().toHexString(), paymentId: missing });
    const lines = await check();
    expect(lines).toEqual([
      `${name}: status is "pending", its entries make "paid"`,
      `${name}: balance is 3, its entries make null`,
      `${name}: attention is ["giveBack"], its entries make null`,
      `${name}: bookedOn is ["2026-01-01"], its entries make ["2026-05-04","2026-06-07"]`,
      expect.stringMatching(new RegExp(`^${name}: bookings of entry \\w+ CAD are 5\\.00 off$`)),
      expect.stringMatching(new RegExp(`^${said.referenceNumber}: bookedOn is .+, its entries make null$`)),
      expect.stringMatching(
        new RegExp(`^${said.referenceNumber}: bookings of entry \\w+ CAD are -55\\.00 off$`),
      ),
      `bookings name a payment that is not there: ${String(missing)}`,
    ]);
    await rebuild();
    expect(await check()).toEqual([]);
    expect(await verifyStats(app.connection)).toEqual([]);
    const sums = (
      await bookings()
        .find({ paymentId: idOf(payment) })
        .toArray()
    ).map(({ amount }) => amount);
    expect(sums.reduce((total, amount) => total + amount, 0)).toBe(280);
  });

  it('leaves the bookings of a closed day as they are', async () => {
    const { payment } = await paidByBank(90);
    const books = app.connection.collection<{ _id: string; closedUntil: string }>('books');
    await books.updateOne({ _id: 'closing' }, { $set: { closedUntil: '2026-05-31' } }, { upsert: true });
    await bookings().updateOne({ paymentId: idOf(payment), kind: 'sale' }, { $inc: { amount: -10 } });
    const closed = { paymentId: idOf(payment), bookedOn: { $lte: '2026-05-31' } };
    const before = await bookings().find(closed).toArray();
    await rebuild();
    expect(await check()).toEqual([]);
    expect(await bookings().find(closed).toArray()).toEqual(before);
    await books.deleteOne({ _id: 'closing' });
  });

  it('lists entries that the bank transactions contradict, which no rebuild decides on', async () => {
    const { payment, incoming } = await paidByBank(120);
    const transactions = app.connection.collection('banktransactions');
    const _id = new Types.ObjectId(incoming._id);
    await transactions.updateOne({ _id }, { $set: { 'allocations.0.settledCents': 11_999 } });
    await rebuild();
    expect(await check()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${payment.referenceNumber}: receipt \\w+ is 120\\.00 on 2026-05-04 in the entries, 119\\.99 on 2026-05-04 in the bank transactions$`,
        ),
      ),
    ]);
    await transactions.updateOne({ _id }, { $set: { 'allocations.0.settledCents': 12_000 } });
    const gone = new Types.ObjectId();
    await transactions.updateOne({ _id }, { $set: { 'allocations.0.paymentId': gone } });
    expect(await check()).toEqual([
      expect.stringContaining(`is 120.00 on 2026-05-04 in the entries, nothing in the bank transactions`),
      `bank transactions name a payment that is not there: ${String(gone)}`,
    ]);
    await transactions.updateOne({ _id }, { $set: { 'allocations.0.paymentId': idOf(payment) } });
    expect(await check()).toEqual([]);
  });

  it('lists a refund that came back where one side does not know of it', async () => {
    const { payment, outgoing } = await paidByBank(130);
    const unclaimed = await desk.arrive('E-TRANSFER EXPIRED', 30, '2026-06-21');
    const returned = { kind: 'refundReturned', transactionId: outgoing._id, amount: 30, version: 0 };
    await desk.act(unclaimed._id, 'match', returned).expect(200);
    const transactions = app.connection.collection('banktransactions');
    const _id = new Types.ObjectId(unclaimed._id);
    await transactions.updateOne({ _id }, { $set: { 'offsets.0.cents': 2000 } });
    expect(await check()).toEqual([
      `${payment.referenceNumber}: 20.00 came back on 2026-06-21 by transaction ${unclaimed._id}, its entry is another`,
    ]);
    const { offsets } = (await transactions.findOne({ _id }))!;
    await transactions.updateOne({ _id }, { $unset: { offsets: '' } });
    expect(await check()).toEqual([
      expect.stringContaining(
        `${payment.referenceNumber}: no bank transaction has the refund that came back`,
      ),
    ]);
    await transactions.updateOne({ _id }, { $set: { offsets } });
    await transactions.updateOne({ _id }, { $set: { 'offsets.0.cents': 3000 } });
    expect(await check()).toEqual([]);
  });

  it('recounts each month of payments whose entries lie in several', async () => {
    const early = await createPayment(app, { status: 'paid', amount: 10, receivedOn: '2026-01-05' });
    await createPayment(app, { status: 'paid', amount: 20, receivedOn: '2026-03-05' });
    await app.admin
      .patch(`/api/payments/${early._id}/status`)
      .send({ status: 'refunded', receivedOn: '2026-07-05' })
      .expect(200);
    await rebuild();
    // A delta that is not merged yet would still stand for what is removed here.
    while (await app.app.get(StatsService).merge());
    const buckets = app.connection.collection<StatsBucket>('figures');
    await buckets.deleteOne({ _id: 'book-month:2026-03' });
    await buckets.deleteOne({ _id: 'book-day:2026-03-05' });
    expect(await verifyStats(app.connection)).toEqual([
      expect.stringContaining('book-day:2026-03-05 CAD|sales'),
      expect.stringContaining('book-day:2026-03-05 CAD|usd'),
    ]);
    await rebuild();
    expect(await buckets.findOne({ _id: 'book-month:2026-03' })).toMatchObject({
      cells: { 'CAD|sales': { count: 1, cents: 2000 } },
    });
  });

  it('is part of npm run figures, which exits with 1 where something differs', async () => {
    const payment = await createPayment(app, { status: 'confirmed', amount: 77 });
    const env = { ...process.env, MONGODB_URI: app.uri, JWT_SECRET: testSecret };
    expect(await runProgram('commands/figures', [], { env })).toMatchObject({
      code: 0,
      output: 'The figures are right\n',
    });
    await payments().updateOne({ _id: idOf(payment) }, { $set: { status: 'pending' } });
    expect(await runProgram('commands/figures', ['check'], { env })).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `${payment.referenceNumber}: status is "pending", its entries make "confirmed"`,
      ) as string,
    });
    expect(await runProgram('commands/figures', ['rebuild'], { env })).toMatchObject({ code: 0 });
    expect(await check()).toEqual([]);
  });
});
