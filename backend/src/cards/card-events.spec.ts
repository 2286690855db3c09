import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { Types } from 'mongoose';
import Stripe from 'stripe';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { DuplicateFinder } from '../care/merges/duplicate-finder.js';
import { cardAmountsMigration } from '../platform/database/migrations/0023-card-amounts.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import { rebuildStats, verifyStats } from '../ledger/stats/rebuild.js';
import { buildCustomer, createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';
import {
  sampleCharge,
  sampleDispute,
  sampleEvent,
  sampleId,
  samplePayment,
  type SamplePayment,
  sampleRefund,
  sampleSession,
} from './samples.js';
import { cardEnvironment, cardSecret, sendEvent, signatureOf } from '../testing/cards.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ ...cardEnvironment, CARD_TEST_EVENTS: 'record' });
});
afterAll(() => app.stop());

const now = () => Math.floor(Date.now() / 1000);

/** A live payment of a payer of its own. */
const aPayment = (values: Partial<SamplePayment> = {}) =>
  samplePayment({ live: true, key: randomUUID(), email: `jane.${randomUUID()}@example.com`, ...values });

type Status = Parameters<typeof sampleSession>[1];
const completed = (payment: SamplePayment, status: Status = {}, at = now()) =>
  sampleEvent('checkout.session.completed', sampleSession(payment, status), { live: payment.live, at });
const refundEvent = (payment: SamplePayment, type: string, refund: object, at = now()) =>
  sampleEvent(`refund.${type}`, refund, { live: payment.live, at });
const disputeEvent = (payment: SamplePayment, type: string, dispute: object, at = now()) =>
  sampleEvent(`charge.dispute.${type}`, dispute, { live: payment.live, at });

const send = (event: object) => sendEvent(app, event).expect(200, { received: true });
const arrival = async (key: string | null) =>
  (await app.visitor.get(`/api/checkout/card/${key}`).expect(200)).body;
const paymentOf = async ({ key }: SamplePayment) => {
  const { paymentId } = await arrival(key);
  return (await app.admin.get(`/api/payments/${paymentId}`).expect(200)).body;
};
const eventsOf = async (query: string) =>
  (await app.admin.get(`/api/card-events?limit=100&${query}`).expect(200)).body.cardEvents;
const count = (collection: string, conditions: object = {}) =>
  app.connection.collection(collection).countDocuments(conditions);
const histories = ({ statusHistory }: { statusHistory: { status: string; note?: string }[] }) =>
  statusHistory.map(({ status, note }) => [status, note]);

afterEach(async () => expect(await verifyStats(app.connection)).toEqual([]));

describe('a paid session', () => {
  it('is in the language of the card page, else in that of the page that waits for its key', async () => {
    const [waiting, french] = [aPayment(), aPayment()];
    await app.visitor
      .get(`/api/checkout/card/${waiting.key}`)
      .set('Accept-Language', 'fr')
      .expect(200, { state: 'none' });
    await send(completed(waiting));
    expect(await paymentOf(waiting)).toMatchObject({ language: 'fr' });
    const session = { ...sampleSession(french), locale: 'fr-CA' };
    await send(sampleEvent('checkout.session.completed', session, { live: french.live }));
    expect(await paymentOf(french)).toMatchObject({ language: 'fr' });
  });

  it('records customer and payment, with history, mail, search and audit', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const found = await paymentOf(payment);
    expect(found).toMatchObject({
      amount: 2256.61,
      currency: 'CAD',
      status: 'paid',
      source: 'card',
      createdBy: 'card',
      paymentMethod: 'creditCard',
      received: 2256.61,
      refunded: 0,
      due: 0,
      card: {
        provider: 'stripe',
        sessionId: payment.sessionId,
        live: true,
        state: 'paid',
        refunded: 0,
        paymentIntentId: payment.paymentIntentId,
      },
      paymentDetails: {
        fullName: 'Jane Sample',
        email: payment.email,
        phone: '+1 416-555-0177',
        country: 'canada',
        province: 'ontario',
        state: null,
        address: '12 Sample Street, Unit 4',
        city: 'Toronto',
        postalCode: 'M5V 2T6',
      },
    });
    expect(found.card.price).toBeUndefined();
    expect(histories(found)).toEqual([['paid', `Paid by card · Stripe ${payment.paymentIntentId}`]]);
    const { body: customer } = await app.admin.get(`/api/customers/${found.customerId}`).expect(200);
    expect(customer).toMatchObject({ fullName: 'Jane Sample', country: 'canada', province: 'ontario' });
    expect(customer.hasPayment).toBe(true);
    const { body: mails } = await app.admin.get(`/api/mails?filter[paymentId]=${found._id}`).expect(200);
    expect(mails.mails.map(({ kind }: { kind: string }) => kind)).toEqual(['paid']);
    const { body: trail } = await app.admin.get(`/api/audit?filter[resourceId]=${found._id}`).expect(200);
    expect(trail.entries).toMatchObject([{ by: 'card', action: 'create', resource: 'payments' }]);
    const { body: search } = await app.admin.get(`/api/search?q=${payment.paymentIntentId}`).expect(200);
    expect(search.payments).toMatchObject([{ _id: found._id }]);
    expect(await eventsOf(`filter[search]=${payment.email}`)).toMatchObject([
      { state: 'applied', amount: 2256.61, currency: 'CAD', name: 'Jane Sample', email: payment.email },
    ]);
  });

  it('is one payment, however often and however many at once its event comes', async () => {
    const payment = aPayment();
    const event = completed(payment);
    const [payments, customers] = await Promise.all([count('payments'), count('customers')]);
    await Promise.all(Array.from({ length: 20 }, () => send(event)));
    await send(event);
    expect(await count('payments')).toBe(payments + 1);
    expect(await count('customers')).toBe(customers + 1);
    expect(await eventsOf(`filter[search]=${payment.sessionId}`)).toHaveLength(1);
  });

  it('is one payment for two events of the session at once', async () => {
    const payment = aPayment();
    const before = await count('payments');
    const late = sampleEvent(
      'checkout.session.async_payment_succeeded',
      sampleSession(payment, { payment_status: 'paid' }),
      { live: true, at: now() + 5 },
    );
    await Promise.all([send(completed(payment, { payment_status: 'unpaid' })), send(late)]);
    expect(await count('payments')).toBe(before + 1);
    expect(await paymentOf(payment)).toMatchObject({ status: 'paid', card: { state: 'paid' } });
  });

  it('attaches to the customer who has the email, and changes none of its fields', async () => {
    const email = `known.${randomUUID()}@example.com`;
    const id = await createCustomer(app, buildCustomer({ email, fullName: 'Known Person' }));
    const payment = aPayment({ email: email.toUpperCase(), name: 'Another Name' });
    await send(completed(payment));
    const found = await paymentOf(payment);
    expect(found.customerId).toBe(id);
    expect(found.paymentDetails.fullName).toBe('Another Name');
    const { body: customer } = await app.admin.get(`/api/customers/${id}`).expect(200);
    expect(customer).toMatchObject({ fullName: 'Known Person', email, hasPayment: true, city: 'Ottawa' });
  });

  it('makes one customer of two payments at once under a new email', async () => {
    const email = `twice.${randomUUID()}@example.com`;
    await Promise.all([send(completed(aPayment({ email }))), send(completed(aPayment({ email })))]);
    const { body } = await app.admin.get(`/api/customers?filter[email]=${email}`).expect(200);
    expect(body.pagination.total).toBe(1);
  });

  it('shares a transaction with others of unknown payers', async () => {
    // It looks at each new customer in a transaction of its own.
    await app.app.get(DuplicateFinder).onModuleDestroy();
    const alone = jest.spyOn(app.app.get(TransactionsService), 'run');
    const payments = Array.from({ length: 20 }, () => aPayment());
    const before = await count('payments');
    await Promise.all(payments.map((payment) => send(completed(payment))));
    // The server's own works run meanwhile, too.
    expect(alone.mock.calls.length).toBeLessThan(10);
    alone.mockRestore();
    expect(await count('payments')).toBe(before + 20);
    for (const payment of payments) expect(await paymentOf(payment)).toMatchObject({ status: 'paid' });
  });

  it.each([
    [{ country: 'US', state: 'NY' }, 'usd', 199700, { country: 'usa', state: 'new_york', province: null }],
    [{ country: 'US', state: 'New York' }, 'cad', 199700, { country: 'usa', state: 'new_york' }],
    [{ country: 'CA', state: 'quebec' }, 'cad', 209685, { country: 'canada', province: 'quebec' }],
    [{ country: 'CA', state: 'Nowhere' }, 'cad', 225661, { country: 'canada', province: null }],
    [{ country: 'DE', state: 'BY' }, 'usd', 205000, { country: 'other', province: null, state: null }],
    [{ country: null, state: null }, 'cad', 205000, { country: 'other', province: null, state: null }],
  ])('is of the place %j, at its price in %s', async (place, currency, amount, expected) => {
    const { address } = samplePayment();
    const payment = aPayment({ currency, amount, address: { ...address, ...place } });
    await send(completed(payment));
    const found = await paymentOf(payment);
    expect(found.paymentDetails).toMatchObject(expected);
    expect(found.card.price).toBeUndefined();
  });

  it('says the price where another amount was paid, until an admin confirms it', async () => {
    const payment = aPayment({ amount: 200000 });
    await send(completed(payment));
    const found = await paymentOf(payment);
    expect(found).toMatchObject({ amount: 2000, card: { price: { amount: 2256.61, currency: 'CAD' } } });
    const listed = async () =>
      (await app.admin.get('/api/payments?filter[priceDiffers]=true').expect(200)).body;
    const { body: counts } = await app.admin.get('/api/counts').expect(200);
    expect(await listed()).toMatchObject({
      payments: [{ _id: found._id }],
      pagination: { total: counts.cards.priceDiffers },
    });
    await app.admin.patch(`/api/payments/${found._id}/status`).send({ status: 'confirmed' }).expect(200);
    expect((await listed()).payments).toEqual([]);
  });

  it('takes texts within the bounds of a visitor’s own, and without marks that reorder text', async () => {
    const name = `Jane\u202E\nLine ${'x'.repeat(300)}`;
    const payment = aPayment({ name, phone: null });
    await send(completed(payment));
    const { paymentDetails } = await paymentOf(payment);
    expect(paymentDetails.fullName).toBe(`Jane Line ${'x'.repeat(300)}`.slice(0, 120));
    expect(paymentDetails.phone).toBe('');
  });

  it('records nothing for the amount 0', async () => {
    const before = await count('payments');
    const payment = aPayment({ amount: 0 });
    await send(completed(payment, { payment_status: 'no_payment_required' }));
    expect(await count('payments')).toBe(before);
    expect(await eventsOf(`filter[search]=${payment.sessionId}`)).toMatchObject([{ state: 'dismissed' }]);
  });
});

describe('the visitor’s tab', () => {
  it('learns nothing of unknown keys', async () => {
    expect(await arrival(randomUUID())).toEqual({ state: 'none' });
    expect(await arrival('x')).toEqual({ state: 'none' });
  });

  it('gets the reference, the link and the summary of its payment', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const found = await arrival(payment.key);
    expect(found).toEqual({
      state: 'paid',
      referenceNumber: expect.stringMatching(/^CRTS-OTN-/),
      paymentId: expect.any(String),
      orderPath: expect.stringMatching(/^\/order\/CRTS-OTN-/),
      summary: {
        amount: 2256.61,
        currency: 'CAD',
        fullName: 'Jane Sample',
        email: payment.email,
        phone: '+1 416-555-0177',
        country: 'canada',
        province: 'ontario',
        state: null,
      },
    });
    await app.visitor.get(`/api/orders${found.orderPath.slice('/order'.length)}`).expect(200);
  });

  it('has a key that the office is not shown, as not everybody there may have the visitor’s link', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const { orderPath } = await arrival(payment.key);
    const [{ _id }] = await eventsOf(`filter[search]=${payment.sessionId}`);
    const { body, text } = await app.admin.get(`/api/card-events/${_id}`).expect(200);
    expect(body.body.object.client_reference_id).toBe(`${payment.key?.slice(0, 8)}…`);
    for (const secret of [payment.key, orderPath]) expect(text).not.toContain(secret);
  });

  it('gets the payment of the first who paid with its key, which tells after an hour of no person', async () => {
    const first = aPayment();
    await send(completed(first));
    const found = await arrival(first.key);
    // Another person pays by a copy of the link.
    const second = { ...aPayment(), key: first.key };
    await send(completed(second));
    expect(await count('cardevents', { key: first.key, state: 'applied' })).toBe(2);
    expect(await arrival(first.key)).toEqual(found);
    // An admin is told, as a visitor may have paid twice.
    const listed = async () =>
      (await app.admin.get('/api/payments?filter[sameVisit]=true').expect(200)).body.payments;
    const [twice] = await listed();
    const { referenceNumber: earlier, paymentId } = found;
    expect(twice.card).toMatchObject({ sameVisit: { paymentId, referenceNumber: earlier } });
    const { body: shown } = await app.admin.get(`/api/payments/${twice._id}`).expect(200);
    expect(shown.statusHistory.at(-1).note).toBe(`Second card payment of one visit, after ${earlier}`);
    expect((await app.admin.get('/api/counts').expect(200)).body.cards).toMatchObject({ sameVisit: 1 });
    await app.admin.patch(`/api/payments/${twice._id}/status`).send({ status: 'confirmed' }).expect(200);
    expect(await listed()).toEqual([]);
    expect((await app.admin.get('/api/counts').expect(200)).body.cards).not.toHaveProperty('sameVisit');
    const createdAt = new Date(Date.now() - 3_601_000);
    await app.connection.collection('cardevents').updateMany({ key: first.key }, { $set: { createdAt } });
    const { state, referenceNumber } = found;
    expect(await arrival(first.key)).toEqual({ state, referenceNumber });
  });

  it('is told that a bank debit is being processed, has succeeded or has failed', async () => {
    for (const [type, state, status] of [
      ['succeeded', 'paid', 'paid'],
      ['failed', 'failed', 'failed'],
    ]) {
      const payment = aPayment();
      await send(completed(payment, { payment_status: 'unpaid' }));
      expect(await arrival(payment.key)).toMatchObject({ state: 'processing' });
      expect(await paymentOf(payment)).toMatchObject({ status: 'pending' });
      expect(await eventsOf(`filter[search]=${payment.sessionId}`)).toMatchObject([{ unpaid: true }]);
      const { _id } = await paymentOf(payment);
      const session = sampleSession(payment, { payment_status: type === 'failed' ? 'unpaid' : 'paid' });
      await send(
        sampleEvent(`checkout.session.async_payment_${type}`, session, { live: true, at: now() + 9 }),
      );
      expect(await arrival(payment.key)).toMatchObject({ state, paymentId: _id });
      expect(await paymentOf(payment)).toMatchObject({ status });
    }
  });
});

/** Deletes a card payment, as earlier versions did while its money was there. */
const deleteWithItsMoney = async (id: string): Promise<void> => {
  const payments = app.connection.collection('payments');
  await payments.updateOne({ _id: new Types.ObjectId(id) }, { $unset: { ledger: '' } });
  await app.connection.collection('bookings').deleteMany({ paymentId: new Types.ObjectId(id) });
  await app.admin.delete(`/api/payments/${id}`).expect(204);
  await rebuildStats(app.connection);
};

describe('a refund', () => {
  it('is counted once by its id, in parts and whole, and taken back where it fails', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const first = sampleRefund(payment, { amount: 25661 });
    const second = sampleRefund(payment, { amount: 200000 });
    await send(refundEvent(payment, 'created', first));
    await send(refundEvent(payment, 'updated', first));
    await send(sampleEvent('charge.refunded', sampleCharge(payment, 25661), { live: true }));
    expect(await paymentOf(payment)).toMatchObject({ status: 'paid', refunded: 256.61 });
    await send(refundEvent(payment, 'created', second));
    await send(
      sampleEvent('charge.refunded', sampleCharge(payment, 225661, [first, second]), { live: true }),
    );
    const whole = await paymentOf(payment);
    expect(whole).toMatchObject({ status: 'refunded', refunded: 2256.61 });
    expect(histories(whole).slice(1)).toEqual([
      ['paid', 'CA$256.61 refunded by card'],
      ['refunded', 'CA$2,000.00 refunded by card'],
    ]);
    await send(refundEvent(payment, 'failed', { ...second, status: 'failed' }, now() + 60));
    const back = await paymentOf(payment);
    expect(back).toMatchObject({ status: 'paid', refunded: 256.61 });
    expect(histories(back).at(-1)).toEqual(['paid', 'Card refund of CA$2,000.00 taken back']);
  });

  it('without a list is the charge’s own total, once', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const event = sampleEvent('charge.refunded', sampleCharge(payment, 5000), { live: true });
    await send(event);
    await send({ ...event, id: sampleId('evt') });
    expect(await paymentOf(payment)).toMatchObject({ status: 'paid', refunded: 50 });
  });

  it('that a total told of first is an entry of its own once it is known, and changes no sum', async () => {
    const payment = aPayment();
    await send(completed(payment));
    await send(sampleEvent('charge.refunded', sampleCharge(payment, 5000), { live: true }));
    const refund = sampleRefund(payment, { amount: 5000 });
    await send(refundEvent(payment, 'created', refund));
    const { _id, refunded } = await paymentOf(payment);
    expect(refunded).toBe(50);
    const { body } = await app.admin.get(`/api/payments/${_id}/ledger`).expect(200);
    expect(body.entries).toMatchObject([
      { kind: 'receipt' },
      { kind: 'refund', evidence: { chargeId: payment.chargeId }, voided: { by: 'card' } },
      { kind: 'refund', evidence: { refundId: refund.id }, amount: 50 },
    ]);
    expect(body.entries[2].voided).toBeUndefined();
  });

  it('that is pending is not counted until it succeeds', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const refund = sampleRefund(payment, { amount: 5000, status: 'pending' });
    await send(refundEvent(payment, 'created', refund));
    await send(sampleEvent('charge.refunded', sampleCharge(payment, 5000), { live: true }));
    expect(await paymentOf(payment)).toMatchObject({ refunded: 0 });
    await send(refundEvent(payment, 'updated', { ...refund, status: 'succeeded' }, now() + 5));
    expect(await paymentOf(payment)).toMatchObject({ refunded: 50 });
  });

  it('that comes before its payment waits, and is applied with it', async () => {
    const payment = aPayment();
    // This one names its charge only.
    await send(
      refundEvent(payment, 'created', { ...sampleRefund(payment, { amount: 1000 }), payment_intent: null }),
    );
    await send(refundEvent(payment, 'created', sampleRefund(payment, { amount: 500 })));
    expect(await eventsOf(`filter[search]=${payment.chargeId}`)).toMatchObject([
      { state: 'waiting' },
      { state: 'waiting' },
    ]);
    await send(completed(payment));
    const found = await paymentOf(payment);
    expect(found).toMatchObject({ status: 'paid', refunded: 15 });
    const applied = await eventsOf(`filter[paymentId]=${found._id}`);
    expect(applied.map(({ state }: { state: string }) => state)).toEqual(['applied', 'applied', 'applied']);
    const mails = `/api/mails?filter[paymentId]=${found._id}&filter[kind]=refunded`;
    expect((await app.admin.get(mails).expect(200)).body.mails).toMatchObject([
      { subject: expect.stringContaining('your refund of CA$15.00') },
    ]);
  });

  it('keeps the status that an admin has set meanwhile, where it is a part', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const { _id } = await paymentOf(payment);
    await app.admin.patch(`/api/payments/${_id}/status`).send({ status: 'confirmed' }).expect(200);
    await send(refundEvent(payment, 'created', sampleRefund(payment, { amount: 1000 })));
    expect(await paymentOf(payment)).toMatchObject({ status: 'confirmed', refunded: 10 });
  });

  it('of a deleted payment is held, and can be dismissed', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const { _id } = await paymentOf(payment);
    await deleteWithItsMoney(_id);
    expect(await arrival(payment.key)).toEqual({ state: 'none' });
    await send(refundEvent(payment, 'created', sampleRefund(payment, { amount: 1000 })));
    const [held] = await eventsOf(`filter[search]=${payment.chargeId}`);
    expect(held).toMatchObject({ state: 'held', heldReason: 'deleted' });
    await app.admin.post(`/api/card-events/${held._id}/dismiss`).send({ reason: 'Known' }).expect(200);
  });
});

describe('a dispute', () => {
  const states = (dispute: object, status: string) => ({ ...dispute, status });

  it('stands on its payment with its deadline, and is cleared once it is won', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const dispute = sampleDispute(payment, { amount: 100000 });
    await send(disputeEvent(payment, 'created', dispute));
    const found = await paymentOf(payment);
    expect(found).toMatchObject({ status: 'paid', refunded: 0 });
    expect(found.card.dispute).toEqual({
      id: dispute.id,
      amount: 1000,
      currency: 'CAD',
      reason: 'fraudulent',
      status: 'needs_response',
      dueBy: new Date((dispute.evidence_details.due_by ?? 0) * 1000).toISOString(),
    });
    const { body: counts } = await app.admin.get('/api/counts').expect(200);
    const { body: list } = await app.admin.get('/api/payments?filter[disputed]=true').expect(200);
    expect(counts.cards.disputed).toBe(1);
    expect(list).toMatchObject({ payments: [{ _id: found._id }], pagination: { total: 1 } });
    await send(disputeEvent(payment, 'updated', states(dispute, 'under_review'), now() + 5));
    await send(disputeEvent(payment, 'closed', states(dispute, 'won'), now() + 10));
    const won = await paymentOf(payment);
    expect(won.card.dispute).toBeUndefined();
    expect(histories(won).map(([, note]) => note)).toEqual([
      `Paid by card · Stripe ${payment.paymentIntentId}`,
      expect.stringMatching(
        /^Dispute opened: CA\$1,000.00, fraudulent, respond by [A-Z][a-z]{2} \d{1,2}, \d{4}$/,
      ),
      expect.stringMatching(/^Dispute of CA\$1,000.00: under review, respond by [A-Z]/),
      'Dispute won or withdrawn: CA$1,000.00 stays',
    ]);
  });

  it('that is lost takes its amount back, once told, and an older event changes nothing of it', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const dispute = sampleDispute(payment);
    await send(disputeEvent(payment, 'closed', states(dispute, 'lost'), now() + 10));
    await send(disputeEvent(payment, 'created', dispute));
    expect(await paymentOf(payment)).toMatchObject({
      status: 'refunded',
      refunded: 2256.61,
      card: { state: 'refunded', dispute: { status: 'lost' } },
    });
    await send(disputeEvent(payment, 'closed', states(dispute, 'won'), now() + 20));
    // No refund is told of: it would be money that went back beside the dispute's.
    expect(histories(await paymentOf(payment)).slice(1)).toEqual([
      ['refunded', 'Dispute lost: CA$2,256.61'],
      ['paid', 'Dispute won or withdrawn: CA$2,256.61 stays'],
    ]);
  });

  it('that is lost counts on the day of its closing event, in whichever order its events come', async () => {
    const day = 86_400;
    const closedAt = now() - 3 * day;
    const dayOf = (seconds: number) =>
      app.app.get<BusinessConfig>(CONFIG).calendar.dayOf(new Date(seconds * 1000));
    const ledgerOf = async (payment: SamplePayment) => {
      const { _id } = await paymentOf(payment);
      const { body } = await app.admin.get(`/api/payments/${_id}/ledger`).expect(200);
      const entries = body.entries as LedgerEntry[];
      const standing = entries.filter(({ kind, voided }) => kind === 'chargeback' && !voided);
      return { days: standing.map((entry) => entry.day), refunded: body.refunded, entries: entries.length };
    };
    const late = aPayment();
    const lost = states(sampleDispute(late), 'lost');
    await send(completed(late, {}, closedAt - 9 * day));
    await send(disputeEvent(late, 'updated', lost, closedAt + 2 * day));
    expect(await ledgerOf(late)).toMatchObject({ days: [dayOf(closedAt + 2 * day)], refunded: 2256.61 });
    await send(disputeEvent(late, 'closed', lost, closedAt));
    const closed = { days: [dayOf(closedAt)], refunded: 2256.61, entries: 3 };
    expect(await ledgerOf(late)).toEqual(closed);
    await send(disputeEvent(late, 'updated', lost, closedAt + 3 * day));
    expect(await ledgerOf(late)).toEqual(closed);

    const waited = aPayment();
    const other = states(sampleDispute(waited), 'lost');
    await send(disputeEvent(waited, 'updated', other, closedAt + 2 * day));
    await send(disputeEvent(waited, 'closed', other, closedAt));
    await send(completed(waited, {}, closedAt - 9 * day));
    expect(await ledgerOf(waited)).toEqual({ ...closed, entries: 2 });
  });

  it('that tells no deadline, as in older versions of the API, is shown without one', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const { evidence_details: left, ...dispute } = sampleDispute(payment);
    expect(left.due_by).toBeGreaterThan(0);
    await send(disputeEvent(payment, 'created', dispute));
    expect((await paymentOf(payment)).card.dispute).toMatchObject({ status: 'needs_response', dueBy: null });
  });
});

describe('a session whose amount was converted for the payer, as older versions of the API tell it', () => {
  const converted = (payment: SamplePayment, conversion: object) =>
    sampleEvent(
      'checkout.session.completed',
      { ...sampleSession(payment), currency_conversion: conversion },
      { live: payment.live },
    );
  const conversion = {
    amount_subtotal: 225661,
    amount_total: 225661,
    fx_rate: '24.0359',
    source_currency: 'cad',
  };

  it('is recorded in the currency that the account gets; its refunds in the other one are held', async () => {
    const payment = aPayment({ amount: 5423900, currency: 'thb' });
    await send(converted(payment, conversion));
    expect(await paymentOf(payment)).toMatchObject({ amount: 2256.61, currency: 'CAD', status: 'paid' });
    await send(refundEvent(payment, 'created', sampleRefund(payment, { amount: 5423900 })));
    expect(await paymentOf(payment)).toMatchObject({ status: 'paid', refunded: 0 });
    const events = await eventsOf(`filter[search]=${payment.paymentIntentId}&filter[state]=held`);
    expect(events).toMatchObject([{ type: 'refund.created', currency: 'THB' }]);
  });

  it.each([
    ['amount', { ...conversion, amount_total: null }],
    ['currency', { ...conversion, source_currency: 'eur' }],
    ['unreadable', 'converted'],
  ])('is held as %s where the conversion does not tell both', async (heldReason, told) => {
    const before = await count('payments');
    const event = converted(aPayment({ amount: 5423900, currency: 'thb' }), told as object);
    await send(event);
    expect(await count('payments')).toBe(before);
    expect(await eventsOf(`filter[search]=${event.id}`)).toMatchObject([{ state: 'held', heldReason }]);
  });
});

describe('an event that cannot be recorded', () => {
  it.each([
    ['currency', { currency: 'eur' }],
    ['amount', { amount: null }],
    ['email', { email: null }],
    ['email', { email: 'not an address' }],
  ])('is held for its %s', async (heldReason, values) => {
    const before = await count('payments');
    const payment = aPayment(values);
    await send(completed(payment));
    expect(await count('payments')).toBe(before);
    const [held] = await eventsOf(`filter[search]=${payment.sessionId}`);
    expect(held).toMatchObject({ state: 'held', heldReason });
    const isEmail = heldReason === 'email';
    const { body } = await app.admin
      .post(`/api/card-events/${held._id}/record`)
      .send({})
      .expect(isEmail ? 400 : 409);
    if (isEmail) expect(body.errors).toEqual({ email: 'Email is required' });
    else expect(body.message).toMatch(/assign it to the payment/);
  });

  it('is found by its amount in each way of writing it, in the decimals of its currency', async () => {
    const [euros, yen] = [
      aPayment({ currency: 'eur', amount: 123456 }),
      aPayment({ currency: 'jpy', amount: 43210 }),
    ];
    await send(completed(euros));
    await send(completed(yen));
    const sessionsOf = async (text: string) =>
      (await eventsOf(`filter[state]=held&filter[search]=${encodeURIComponent(text)}`)).map(
        ({ sessionId }: { sessionId: string }) => sessionId,
      );
    for (const text of ['1234.56', '1,234.56', '1 234,56', '1234,56'])
      expect([text, await sessionsOf(text)]).toEqual([text, [euros.sessionId]]);
    expect(await sessionsOf('43,210')).toEqual([yen.sessionId]);
    // Stored by an earlier version.
    const events = app.connection.collection('cardevents');
    const amounts = () => events.find({}, { projection: { amount: 1 } }).toArray();
    const written = await amounts();
    await events.updateMany({}, { $unset: { amount: '' } });
    const database = app.connection.getClient().db(app.connection.name);
    for (let run = 0; run < 2; run++) await cardAmountsMigration.run(database);
    expect(await amounts()).toEqual(written);
    for (const text of ['123456', '1234.5', '432.10'])
      expect([text, await sessionsOf(text)]).toEqual([text, []]);
  });

  it.each([
    ['live', true],
    ['test', false],
  ])('for its email is recorded with the address that an admin gives, in %s mode', async (_, live) => {
    const payment = aPayment({ email: null, live });
    await send(completed(payment));
    const [held] = await eventsOf(`filter[search]=${payment.sessionId}`);
    const record = (body: object) => app.admin.post(`/api/card-events/${held._id}/record`).send(body);
    for (const body of [{}, { email: 'nobody' }])
      expect((await record(body).expect(400)).body.errors).toHaveProperty('email');
    const email = `found.${randomUUID()}@example.com`;
    const { body } = await record({ email }).expect(200);
    expect(body).toMatchObject({ state: 'applied', decided: { by: 'admin' } });
    const { body: made } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    expect(made).toMatchObject({ status: 'paid', amount: 2256.61, paymentDetails: { email } });
    const { body: customer } = await app.admin.get(`/api/customers/${made.customerId}`).expect(200);
    expect(customer).toMatchObject({ email, fullName: 'Jane Sample' });
  });

  it('is applied to the payment that an admin names, in the currency of that payment, with its refunds', async () => {
    const email = `euro.${randomUUID()}@example.com`;
    const customerId = await createCustomer(app, { email });
    const { _id } = await createPayment(app, { customerId, amount: 2000, currency: 'CAD' });
    const payment = aPayment({ currency: 'eur', amount: 130000, email });
    await send(refundEvent(payment, 'created', sampleRefund(payment, { amount: 65000 })));
    await send(completed(payment));
    const { body: page } = await app.admin.get('/api/card-events?filter[state]=held').expect(200);
    expect(page.counts).toMatchObject({ held: page.pagination.total, waiting: expect.any(Number) });
    const [held] = await eventsOf(`filter[search]=${email}`);
    const { body: shown } = await app.admin.get(`/api/card-events/${held._id}`).expect(200);
    expect(shown).toMatchObject({ recordable: false, payer: { email }, amount: 1300, currency: 'EUR' });
    expect(shown.candidates).toMatchObject([{ paymentId: _id, why: ['email'] }]);
    const { body } = await app.admin
      .post(`/api/card-events/${held._id}/record`)
      .send({ paymentId: _id })
      .expect(200);
    expect(body).toMatchObject({ state: 'applied', paymentId: _id, decided: { by: 'admin' } });
    const { body: found } = await app.admin.get(`/api/payments/${_id}`).expect(200);
    expect(found).toMatchObject({ amount: 2000, currency: 'CAD', status: 'paid', refunded: 1000 });
    const { body: trail } = await app.admin.get(`/api/audit?filter[resourceId]=${held._id}`).expect(200);
    expect(trail.entries).toMatchObject([{ by: 'admin', action: 'record', resource: 'card-events' }]);
    await app.admin.post(`/api/card-events/${held._id}/dismiss`).send({ reason: 'Late' }).expect(409);
  });

  it('is assigned to a payment of another amount, of which the rest is due, and to none with a card payment', async () => {
    const held = aPayment({ email: null, amount: 200000 });
    await send(completed(held));
    const [{ _id: id }] = await eventsOf(`filter[search]=${held.sessionId}`);
    const assign = (paymentId: string) =>
      app.admin.post(`/api/card-events/${id}/record`).send({ paymentId }).expect(409);
    const paid = aPayment({ amount: 200000 });
    await send(completed(paid));
    const { _id } = await paymentOf(paid);
    expect((await assign(_id)).body.message).toBe('This payment has a card payment already');
    const other = await createPayment(app, { amount: 2256.61, currency: 'CAD' });
    await app.admin.post(`/api/card-events/${id}/record`).send({ paymentId: other._id }).expect(200);
    const { body: found } = await app.admin.get(`/api/payments/${other._id}`).expect(200);
    // An event without an email does not tell whether its payer is the payment's.
    expect(found.statusHistory.at(-1).note).not.toContain('Card payment of');
    expect(found).toMatchObject({ status: 'pending', received: 2000, due: 256.61, card: { state: 'paid' } });
  });

  it('is assigned to no payment whose status is another one than was seen', async () => {
    const held = aPayment({ email: null, amount: 200000 });
    await send(completed(held));
    const [{ _id: id }] = await eventsOf(`filter[search]=${held.sessionId}`);
    const { _id: paymentId } = await createPayment(app, { amount: 2000, currency: 'CAD' });
    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'cancelled' }).expect(200);
    const assign = (status: unknown) =>
      app.admin.post(`/api/card-events/${id}/record`).send({ paymentId, status });
    const { body } = await assign('pending').expect(409);
    expect(body.message).toBe('This payment was changed meanwhile. It is Cancelled now.');
    await assign('lost').expect(400);
    const { body: found } = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
    expect(found).toMatchObject({ status: 'cancelled', received: 0 });
    await assign('cancelled').expect(200);
  });

  it('is assigned to the payment of another customer, whose history names the payer', async () => {
    const other = await createPayment(app, { amount: 2000, currency: 'CAD' });
    const held = aPayment({ currency: 'eur', amount: 130000, name: 'Mary Other' });
    await send(completed(held));
    const [{ _id: id }] = await eventsOf(`filter[search]=${held.sessionId}`);
    await app.admin.post(`/api/card-events/${id}/record`).send({ paymentId: other._id }).expect(200);
    const { body: found } = await app.admin.get(`/api/payments/${other._id}`).expect(200);
    expect(histories(found).at(-1)).toEqual(['paid', `Card payment of Mary Other, ${held.email}`]);
  });

  it('is recorded for the payer of the latest event of the session, in whichever order they came', async () => {
    const payment = aPayment();
    const later = sampleSession({ ...payment, name: 'Jane Latest' });
    await send(sampleEvent('checkout.session.async_payment_succeeded', later, { live: true, at: now() + 9 }));
    await send(completed({ ...payment, name: 'Jane First' }, { payment_status: 'unpaid' }));
    const { _id } = await paymentOf(payment);
    await deleteWithItsMoney(_id);
    await send(refundEvent(payment, 'created', sampleRefund(payment, { amount: 100 }), now() + 20));
    const [held] = await eventsOf(`filter[state]=held&filter[search]=${payment.paymentIntentId}`);
    const { body } = await app.admin.post(`/api/card-events/${held._id}/record`).send({}).expect(200);
    const { body: found } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    expect(found.paymentDetails).toMatchObject({ fullName: 'Jane Latest' });
  });

  it('is dismissed with a reason, and with it what waits for it and what comes later', async () => {
    const payment = aPayment({ currency: 'eur' });
    await send(refundEvent(payment, 'created', sampleRefund(payment, { amount: 100 })));
    await send(completed(payment));
    const [held] = await eventsOf(`filter[state]=held&filter[search]=${payment.sessionId}`);
    const dismiss = (reason: string) =>
      app.admin.post(`/api/card-events/${held._id}/dismiss`).send({ reason });
    await dismiss(' ').expect(400);
    await dismiss('Typed in by hand').expect(200);
    await send(refundEvent(payment, 'created', sampleRefund(payment, { amount: 200 })));
    const all = await eventsOf(`filter[search]=${payment.paymentIntentId}`);
    expect(all.map(({ state }: { state: string }) => state)).toEqual(['dismissed', 'dismissed', 'dismissed']);
  });
});

describe('the test mode', () => {
  it('takes nothing from a live payment that its event names', async () => {
    const payment = aPayment();
    await send(completed(payment));
    const refund = sampleRefund(payment, { amount: 225661 });
    await send(sampleEvent('refund.created', refund, { live: false }));
    expect(await paymentOf(payment)).toMatchObject({ status: 'paid', refunded: 0, card: { live: true } });
    const [held] = await eventsOf(`filter[state]=held&filter[search]=${payment.chargeId}`);
    expect(held).toMatchObject({ heldReason: 'mode', live: false });
    await app.admin.post(`/api/card-events/${held._id}/record`).send({}).expect(409);
    await app.admin.post(`/api/card-events/${held._id}/dismiss`).send({ reason: 'A test' }).expect(200);
  });

  it('counts in no figure, and its payments are in the lists', async () => {
    const figures = async () => ({
      payments: (await app.admin.get('/api/payments/stats').expect(200)).body,
      customers: (await app.admin.get('/api/customers/stats').expect(200)).body,
      reports: (await app.admin.get('/api/reports/summary').expect(200)).body,
    });
    const before = await figures();
    const email = `known.${randomUUID()}@example.com`;
    const tests = [aPayment({ live: false }), aPayment({ live: false })] as const;
    for (const payment of tests) await send(completed(payment));
    const found = await paymentOf(tests[0]);
    expect(found).toMatchObject({ status: 'paid', card: { live: false } });
    const debit = aPayment({ live: false });
    await send(completed(debit, { payment_status: 'unpaid' }));
    const { _id, ...waiting } = await paymentOf(debit);
    await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...waiting, transferDate: '2020-01-05' })
      .expect(200);
    expect(await figures()).toEqual(before);
    const { body: customer } = await app.admin.get(`/api/customers/${found.customerId}`).expect(200);
    expect(customer).toMatchObject({ test: true, hasPayment: false });
    const { body: page } = await app.admin.get('/api/payments?limit=1').expect(200);
    expect(page.pagination.total).toBe(await count('payments'));
    const { body: people } = await app.admin.get('/api/customers?limit=1').expect(200);
    expect(people.pagination.total).toBe(await count('customers'));
    await app.admin.delete(`/api/customers/${found.customerId}`).expect(409);
    // A payment that counts makes its customer count.
    await createPayment(app, { customerId: found.customerId });
    const after = await figures();
    expect(after.customers.total).toBe(before.customers.total + 1);
    const id = await createCustomer(app, { email });
    await send(completed(aPayment({ live: false, email })));
    const { body: known } = await app.admin.get(`/api/customers/${id}`).expect(200);
    expect(known).toMatchObject({ hasPayment: false });
  });
});

describe('a payment of the test mode', () => {
  const csvRow = async (resource: string, text: string) => {
    const { text: csv } = await app.admin.get(`/api/${resource}/export?format=csv`).expect(200);
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    return rows.find((row) => Object.values(row).includes(text));
  };

  it('is marked in its mails, on the visitor’s page and in the checkout', async () => {
    const [test, live] = [aPayment({ live: false }), aPayment()];
    for (const payment of [test, live]) await send(completed(payment));
    const mailOf = async (payment: SamplePayment) => {
      const { _id } = await paymentOf(payment);
      const { body } = await app.admin.get(`/api/mails?filter[paymentId]=${_id}`).expect(200);
      return (await app.admin.get(`/api/mails/${body.mails[0]._id}`).expect(200)).body;
    };
    expect(await mailOf(test)).toMatchObject({
      subject: expect.stringMatching(/^Test: CRTS-.*: thank you/),
      text: expect.stringContaining('This is a test: no money has moved.'),
    });
    expect(await mailOf(live)).toMatchObject({
      subject: expect.stringMatching(/^CRTS-.*: thank you/),
      text: expect.not.stringContaining('This is a test'),
    });
    for (const [payment, mark] of [
      [test, true],
      [live, undefined],
    ] as const) {
      const { orderPath, summary } = await arrival(payment.key);
      expect(summary.test).toBe(mark);
      const { body: order } = await app.visitor.get(`/api/orders${orderPath.slice('/order'.length)}`);
      expect(order.test).toBe(mark);
    }
  });

  it('is marked in exports, which tell the source of each payment', async () => {
    const [test, live] = [aPayment({ live: false }), aPayment()];
    for (const payment of [test, live]) await send(completed(payment));
    const { referenceNumber } = await createPayment(app);
    const rows = [
      [test.paymentIntentId, 'Card', 'Test'],
      [live.paymentIntentId, 'Card', 'Live'],
      [referenceNumber, 'Admin', ''],
    ] as const;
    for (const [text, source, mode] of rows) {
      expect(await csvRow('payments', text)).toMatchObject({ Source: source, Mode: mode });
    }
    expect(await csvRow('customers', test.email!)).toMatchObject({ Mode: 'Test' });
    expect(await csvRow('customers', live.email!)).toMatchObject({ Mode: '' });
  });
});

describe('a signature', () => {
  const event = JSON.stringify(completed(aPayment()));
  const post = (signature?: string, payload = event) => {
    const call = app.visitor.post('/api/card-events/stripe').set('Content-Type', 'application/json');
    return (signature === undefined ? call : call.set('Stripe-Signature', signature)).send(payload);
  };

  it('is refused where it is missing, wrong, old or of the future', async () => {
    const calls = [
      undefined,
      '',
      't=1',
      'nonsense',
      signatureOf(event, { secret: 'whsec_of_another_endpoint' }),
      signatureOf(event, { timestamp: now() - 310 }),
      `t=${now()},${signatureOf(event)}`,
      `${signatureOf(event)}, t=${now()}`,
      signatureOf(event, { timestamp: now() + 310 }),
    ];
    const before = await count('cardevents');
    for (const signature of calls) {
      const { body } = await post(signature).expect(400);
      expect(body).toEqual({ statusCode: 400, message: 'Invalid signature' });
    }
    await post(signatureOf(event), event.replace('225661', '225662')).expect(400);
    expect(await count('cardevents')).toBe(before);
    await post('t=1');
    const { headers } = await post('t=1').expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // The provider's own events still come in.
    await post(signatureOf(event, { timestamp: now() - 290 })).expect(200);
  });

  it('is over the very bytes of the body', async () => {
    const other = await TestApp.start(cardEnvironment);
    const replaced = event.replace('Jane', 'J\uFFFDne');
    const bodies: [string, Buffer][] = [
      [event, Buffer.from(`\uFEFF${event}`)],
      [event, Buffer.from(`${event}\n`)],
      // Bytes that stand for no character, as the replacement character does.
      [replaced, Buffer.from(Buffer.from(replaced).toString('latin1').replace('ï¿½', 'ÿ'), 'latin1')],
    ];
    try {
      for (const [signed, bytes] of bodies) {
        const { body } = await other.visitor
          .post('/api/card-events/stripe')
          .set({ 'Content-Type': 'application/json', 'Stripe-Signature': signatureOf(signed) })
          .serialize(() => bytes as never)
          .send({})
          .expect(400);
        expect(body).toEqual({ statusCode: 400, message: 'Invalid signature' });
      }
      expect(await other.connection.collection('cardevents').countDocuments()).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it('of either secret is accepted while one is replaced', async () => {
    const next = 'whsec_the_next_secret_of_the_endpoint';
    const both = await TestApp.start({ STRIPE_WEBHOOK_SECRET: `${cardSecret}, ${next}` });
    for (const secret of [cardSecret, next])
      await sendEvent(both, completed(aPayment()), { secret }).expect(200);
    await both.stop();
  });

  it('is not asked for a body above 1 MiB', async () => {
    const payload = JSON.stringify({ filling: 'x'.repeat(1024 * 1024) });
    await post(signatureOf(payload), payload).expect(413);
  });

  it('takes a body beyond the limit of forms', async () => {
    const payment = aPayment();
    const large = { ...completed(payment), filling: 'x'.repeat(500_000) };
    await send(large);
    expect(await arrival(payment.key)).toMatchObject({ state: 'paid' });
  });
});

describe('other events', () => {
  it('are answered and not stored', async () => {
    const before = await count('cardevents');
    for (const type of ['customer.created', 'payment_intent.succeeded', 'checkout.session.expired'])
      await send(sampleEvent(type, { id: 'x', object: 'y' }, { live: true }));
    expect(await count('cardevents')).toBe(before);
  });

  it('of the test mode are answered and not stored where they are ignored', async () => {
    const ignoring = await TestApp.start({ ...cardEnvironment, CARD_TEST_EVENTS: 'ignore' });
    await sendEvent(ignoring, completed(aPayment({ live: false }))).expect(200);
    expect(await ignoring.connection.collection('cardevents').countDocuments()).toBe(0);
    await sendEvent(ignoring, completed(aPayment())).expect(200);
    expect(await ignoring.connection.collection('payments').countDocuments()).toBe(1);
    await ignoring.stop();
  });
});

describe('without a secret', () => {
  it('there are no calls about card events, and the checkout’s options say nothing of them', async () => {
    const plain = await TestApp.start();
    const event = completed(aPayment());
    await sendEvent(plain, event).expect(404);
    await plain.visitor.get(`/api/checkout/card/${randomUUID()}`).expect(404);
    await plain.admin.get('/api/card-events').expect(404);
    const { body: options } = await plain.visitor.get('/api/checkout/options').expect(200);
    expect(options).not.toHaveProperty('cardEvents');
    const { body: counts } = await plain.admin.get('/api/counts').expect(200);
    expect(counts).not.toHaveProperty('cards');
    await plain.stop();
    const { body } = await app.visitor.get('/api/checkout/options').expect(200);
    expect(body.cardEvents).toBe(true);
  });
});

describe('the first event', () => {
  it('is received when it is sent again, after the package that verifies it could not be loaded', async () => {
    const other = await TestApp.start(cardEnvironment);
    const event = completed(aPayment());
    // Signed before the package is missed.
    const first = sendEvent(other, event);
    const loaded = jest.replaceProperty(Stripe.webhooks, 'signature', null);
    await first.expect(500);
    loaded.restore();
    await sendEvent(other, event).expect(200);
    await other.stop();
  });
});
