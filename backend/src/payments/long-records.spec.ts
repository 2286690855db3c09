import { Types } from 'mongoose';
import {
  longRecordMessages,
  maximumBatchChanges,
  maximumHistory,
  maximumReminders,
} from '#domain/payments/payment-limits';
import { createPayment, receive } from '../testing/builders.js';
import { bankDesk, createAccount } from '../testing/reconciliation.js';
import { TestApp } from '../testing/test-app.js';

describe('the record of a payment', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());

  const payments = () => app.connection.collection('payments');
  const lines = (count: number) =>
    Array.from({ length: count }, () => ({
      date: new Date(),
      status: 'pending',
      note: 'Asked',
      by: 'admin',
    }));

  /** Creates a payment with a history of so many lines. */
  async function withHistory(count: number, fields: Parameters<typeof createPayment>[1] = {}) {
    const payment = await createPayment(app, fields);
    await payments().updateOne(
      { _id: new Types.ObjectId(payment._id) },
      { $set: { statusHistory: lines(count) } },
    );
    return payment;
  }

  const setStatus = (id: string, status: string, more = {}) =>
    app.admin.patch(`/api/payments/${id}/status`).send({ status, ...more });

  it('takes words up to a number of lines, and their undo beyond it', async () => {
    const { _id } = await withHistory(maximumHistory.words - 1);
    const { body: paid } = await setStatus(_id, 'paid').expect(200);
    expect(paid.statusHistory).toHaveLength(maximumHistory.words);
    for (const call of [
      setStatus(_id, 'failed', { note: 'One more' }),
      app.admin.put(`/api/payments/${_id}`).send({ ...paid, status: 'cancelled' }),
    ]) {
      const { body } = await call.expect(409);
      expect(body.message).toBe(longRecordMessages.words);
    }
    const { body: batch } = await app.admin
      .post('/api/payments/status')
      .send({ ids: [_id], status: 'failed' })
      .expect(200);
    expect(batch.results).toEqual([{ id: _id, ok: false, message: longRecordMessages.words }]);
    await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...paid, notes: 'Edited' })
      .expect(200);
    const { version } = await desk.payment(_id);
    const { body: ledger } = await app.admin.get(`/api/payments/${_id}/ledger`).expect(200);
    const { body: undone } = await app.admin
      .post(`/api/payments/${_id}/ledger/${ledger.entries[0]._id}/void`)
      .send({ version })
      .expect(200);
    expect(undone).toMatchObject({ status: 'pending' });
    expect(undone.statusHistory).toHaveLength(maximumHistory.words + 1);
  });

  it('takes money where it has no room for words, and gives it back', async () => {
    const { _id } = await withHistory(maximumHistory.words, { amount: 100 });
    const transfer = await desk.arrive('NO NAME', 60);
    await desk.match(transfer._id, _id, 60);
    await receive(app, _id, 40);
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', received: 100 });
    await desk.undo(transfer._id);
    await setStatus(_id, 'refunded', { way: 'cash' }).expect(200);
    expect(await desk.payment(_id)).toMatchObject({ received: 40, refunded: 40 });
  });

  it('says where money has no room either, and still takes it back', async () => {
    const { _id } = await createPayment(app);
    const transfer = await desk.arrive('NO ROOM', 50);
    const { made } = await desk.match(transfer._id, _id, 50);
    await payments().updateOne(
      { _id: new Types.ObjectId(_id) },
      { $set: { statusHistory: lines(maximumHistory.money) } },
    );
    const other = await desk.arrive('NO ROOM AT ALL', 50);
    const { body } = await desk
      .act(other._id, 'match', { allocations: [{ paymentId: _id, amount: 50 }], version: other.version })
      .expect(409);
    expect(body.message).toBe(longRecordMessages.money);
    expect(await desk.find(other._id)).toMatchObject({ allocations: [] });
    await desk.undo(transfer._id, { allocationIds: made });
    expect(await desk.payment(_id)).toMatchObject({ received: 0 });
  });

  it('is listed without history and words of its entries', async () => {
    const { _id, referenceNumber } = await createPayment(app, { status: 'confirmed' });
    await setStatus(_id, 'refunded', { way: 'cash', note: 'Given back' }).expect(200);
    for (const path of ['/api/payments', '/api/payments/matching']) {
      const { body } = await app.admin
        .get(path)
        .query({ 'filter[referenceNumber]': referenceNumber })
        .expect(200);
      expect(body.payments).toMatchObject([{ _id, status: 'refunded', refunded: 100 }]);
      expect(body.payments[0]).not.toHaveProperty('statusHistory');
    }
  });

  it('keeps so many of the references that were replaced', async () => {
    const { _id } = await createPayment(app);
    let { body } = await app.admin.get(`/api/payments/${_id}`).expect(200);
    const replace = async (number: number) => {
      const referenceNumber = `CRTS-OTN-${_id.slice(-6).toUpperCase()}-${100_000 + number}`;
      const answer = await app.admin.put(`/api/payments/${_id}`).send({ ...body, referenceNumber });
      if (answer.status === 200) ({ body } = answer);
      return answer;
    };
    for (let number = 1; number <= 20; number++) await replace(number);
    expect(body.formerReferences).toHaveLength(20);
    const refused = await replace(21);
    expect([refused.status, refused.body.message]).toEqual([409, longRecordMessages.references]);
  });

  it('keeps so many reminders by hand', async () => {
    const { _id } = await createPayment(app, { transferDate: '2026-01-02' });
    const reminders = Array.from({ length: maximumReminders }, () => ({
      at: new Date(),
      mailId: new Types.ObjectId(),
    }));
    await payments().updateOne({ _id: new Types.ObjectId(_id) }, { $set: { reminders } });
    const { body } = await app.admin
      .post(`/api/payments/${_id}/mails`)
      .send({ kind: 'reminder' })
      .expect(409);
    expect(body.message).toBe(longRecordMessages.reminders);
  });

  it('is not added to a batch that is full', async () => {
    const { _id } = await createPayment(app);
    const { body } = await setStatus(_id, 'paid').expect(200);
    const change = { paymentId: new Types.ObjectId(), version: 1 };
    await app.connection
      .collection('statusbatches')
      .updateOne(
        { _id: new Types.ObjectId(body.batch) },
        { $push: { changes: { $each: Array.from({ length: maximumBatchChanges }, () => change) } } as never },
      );
    const answer = await app.admin
      .post('/api/payments/status')
      .send({ ids: [_id], status: 'failed', batch: body.batch })
      .expect(200);
    expect(answer.body.results).toEqual([{ id: _id, ok: false, message: longRecordMessages.batch }]);
    expect((await desk.payment(_id)).status).toBe('paid');
  });
});
