import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import { cardEnvironment, sendEvent } from '../../testing/cards.js';
import { createPayment, receive } from '../../testing/builders.js';
import { bankDesk, createAccount } from '../../testing/reconciliation.js';
import { TestApp } from '../../testing/test-app.js';
import { sampleEvent, samplePayment, sampleSession } from '../../cards/samples.js';

describe('a payment that is cancelled for a fee', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());

  const setStatus = (id: string, body: object) => app.admin.patch(`/api/payments/${id}/status`).send(body);
  const cancel = (id: string, fee: number, more: object = {}) =>
    setStatus(id, { status: 'cancelled', fee, ...more });
  const ledgerOf = async (id: string) =>
    (await app.admin.get(`/api/payments/${id}/ledger`).expect(200)).body as PaymentLedger;
  /** A payment of 1,000 of which so much came in cash. */
  const received = async (amount: number) => {
    const payment = await createPayment(app, { amount: 1000 });
    await receive(app, payment._id, amount);
    return payment;
  };
  const today = new Date().toISOString().slice(0, 10);

  it('counts the fee on the day of the word, and asks for nothing more', async () => {
    const { _id } = await received(400);
    const { body } = await cancel(_id, 300, { note: 'Ill' }).expect(200);
    expect(body).toMatchObject({ status: 'cancelled', fee: 300, sale: 300, due: 0, attention: ['giveBack'] });
    expect(body.statusHistory.at(-1)).toMatchObject({ note: 'Kept as a fee: CA$300.00 · Ill' });
    const { entries, bookings, ...figures } = await ledgerOf(_id);
    expect(figures).toMatchObject({
      kept: 400,
      fee: 300,
      net: 400,
      sale: 300,
      receivable: 0,
      refundable: 400,
    });
    expect(entries.at(-1)).toMatchObject({ kind: 'said', status: 'cancelled', fee: 300, day: today });
    expect(bookings).toMatchObject([
      { entryId: entries.at(-1)!._id, way: 'said', bookedOn: today, amount: 300 },
    ]);
    const { body: whole } = await cancel(_id, 400).expect(200);
    expect(whole).toMatchObject({ fee: 400, sale: 400 });
    expect(whole.attention).toBeUndefined();
  });

  it('takes another fee as a new word, none as a note, and 0 to take it away', async () => {
    const { _id } = await received(1000);
    await cancel(_id, 300).expect(200);
    const { body: noted } = await setStatus(_id, { status: 'cancelled', note: 'They called' }).expect(200);
    expect(noted).toMatchObject({ fee: 300 });
    await cancel(_id, 300, { note: 'Again' }).expect(200);
    expect((await ledgerOf(_id)).entries.filter(({ kind }) => kind === 'said')).toHaveLength(1);
    const { body: other } = await cancel(_id, 250).expect(200);
    const { body: none } = await cancel(_id, 0).expect(200);
    expect(none).not.toHaveProperty('fee');
    expect(none.statusHistory.slice(-4).map(({ note }: { note: string }) => note)).toEqual([
      'They called',
      'Again',
      'Kept as a fee: CA$250.00',
      'No fee is kept any more',
    ]);
    await app.admin.post('/api/payments/status/undo').send({ batch: none.batch }).expect(200);
    expect(await ledgerOf(_id)).toMatchObject({ fee: 250, sale: 250 });
    const { body: earlier } = await app.admin
      .post('/api/payments/status/undo')
      .send({ batch: other.batch })
      .expect(200);
    expect(earlier.results).toMatchObject([{ ok: false }]);
  });

  it.each([
    ['more than what is kept', { status: 'cancelled', fee: 400.01 }, 'fee'],
    ['three decimals', { status: 'cancelled', fee: 1.005 }, 'fee'],
    ['a fee below 0', { status: 'cancelled', fee: -1 }, 'fee'],
    ['text', { status: 'cancelled', fee: '300' }, 'fee'],
    ['null', { status: 'cancelled', fee: null }, 'fee'],
    ['a fee with another status', { status: 'failed', fee: 300 }, 'fee'],
    ['a mail with another status', { status: 'failed', notify: false }, 'notify'],
    ['a mail that is no yes or no', { status: 'cancelled', notify: 'yes' }, 'notify'],
  ])('refuses %s', async (_, body, field) => {
    const { _id } = await received(400);
    const { body: refused } = await setStatus(_id, body).expect(400);
    expect(Object.keys(refused.errors)).toEqual([field]);
    expect(await ledgerOf(_id)).toMatchObject({ fee: 0, version: 1 });
  });

  it('takes no money of a day to come', async () => {
    const { _id } = await received(400);
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const money = { kind: 'receipt', way: 'cash', amount: 1, day, version: 1 };
    const { body } = await app.admin.post(`/api/payments/${_id}/ledger`).send(money).expect(400);
    expect(body.errors).toEqual({ day: 'Day must not be after today' });
  });

  it('has its fee from the form, and from no new payment and no batch', async () => {
    const payment = await received(400);
    const { body: form } = await app.admin.get(`/api/payments/${payment._id}`).expect(200);
    const { customerId, paymentMethod, amount, currency, version } = form;
    const body = { customerId, paymentMethod, amount, currency, status: 'cancelled' };
    const put = (more: object) => app.admin.put(`/api/payments/${payment._id}`).send({ ...body, ...more });
    await put({ version, fee: 401 }).expect(400);
    const { body: kept } = await put({ version, fee: 400 }).expect(200);
    expect(kept).toMatchObject({ status: 'cancelled', fee: 400 });
    expect(kept.statusHistory.at(-1)).toMatchObject({ note: 'Kept as a fee: CA$400.00' });
    const { body: same } = await put({ version: version + 1 }).expect(200);
    expect(same).toMatchObject({ fee: 400 });
    expect(same.statusHistory).toHaveLength(kept.statusHistory.length);
    for (const words of [{ fee: 0 }, { notify: true }]) {
      const { body: made } = await app.admin
        .post('/api/payments')
        .send({ ...body, ...words })
        .expect(400);
      const { body: batch } = await app.admin
        .post('/api/payments/status')
        .send({ ids: [payment._id], status: 'cancelled', ...words })
        .expect(400);
      for (const refused of [made, batch]) expect(Object.keys(refused.errors)).toEqual(Object.keys(words));
    }
  });

  it('ends what was let go, which no undo lets stand again beneath the fee', async () => {
    const { _id, referenceNumber } = await createPayment(app, { amount: 1000 });
    const row = await desk.arrive(referenceNumber, 990);
    await desk.match(row._id, _id, 990, { acceptShortfall: true });
    const first = await cancel(_id, 300).expect(200);
    expect(await ledgerOf(_id)).toMatchObject({ shortfall: 0, kept: 990, fee: 300, sale: 300 });
    const { version } = await desk.find(row._id);
    const { body: refused } = await desk.act(row._id, 'undo', { version }).expect(409);
    expect(refused.message).toBe(`Undo the fee of ${referenceNumber} first`);
    await cancel(_id, 200).expect(200);
    const { entries, version: now } = await ledgerOf(_id);
    const word = entries.find(({ fee }) => fee === 300)!;
    const undo = await app.admin
      .post(`/api/payments/${_id}/ledger/${word._id}/void`)
      .send({ version: now })
      .expect(409);
    expect(undo.body.message).toBe(`Undo the fee of ${referenceNumber} first`);
    expect(first.body.batch).toBeDefined();
  });

  it('takes no transfer until a person opens it, and is proposed to get back what is beyond the fee', async () => {
    const { _id, referenceNumber } = await received(400);
    await cancel(_id, 100).expect(200);
    const row = await desk.arrive(referenceNumber, 600);
    expect(row).toMatchObject({
      state: 'review',
      candidates: [{ paymentId: _id, why: ['reference', 'cancelled'], open: 0 }],
    });
    const { body: refused } = await desk
      .act(row._id, 'match', { allocations: [{ paymentId: _id, amount: 600 }], version: row.version })
      .expect(400);
    expect(refused.errors.allocations).toBe(`${referenceNumber} was cancelled for a fee: open it first`);
    const back = await desk.arrive(`REFUND ${referenceNumber}`, -300);
    const { proposals } = await desk.find(back._id);
    expect(proposals).toMatchObject([
      { kind: 'refund', amount: 300, why: expect.arrayContaining(['amount']) },
    ]);
    await desk.match(back._id, _id, 300);
    expect(await ledgerOf(_id)).toMatchObject({ fee: 100, sale: 100, net: 100 });
    await setStatus(_id, { status: 'paid', way: 'cash' }).expect(200);
    const { entries, ...paid } = await ledgerOf(_id);
    expect(paid).toMatchObject({ fee: 0, sale: 1000, received: 1300 });
    expect(entries.slice(-2)).toMatchObject([
      { kind: 'said', status: 'pending' },
      { kind: 'receipt', way: 'cash', amount: 900 },
    ]);
  });

  it('does not differ from the card provider, unless no fee stands', async () => {
    const payer = samplePayment({ live: true, email: 'fee@example.com' });
    const session = sampleSession(payer, { payment_status: 'paid' });
    await sendEvent(app, sampleEvent('checkout.session.completed', session, { live: true })).expect(200);
    const { body } = await app.admin
      .get('/api/payments')
      .query({ 'filter[search]': payer.email })
      .expect(200);
    const [{ _id }] = body.payments;
    expect((await cancel(_id, 500).expect(200)).body.attention).toEqual(['giveBack']);
    expect((await cancel(_id, 0).expect(200)).body.attention).toEqual(['giveBack', 'differsFromCard']);
  });
});
