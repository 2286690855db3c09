import { randomUUID } from 'node:crypto';
import type { Mail } from '#domain/mail/mail';
import type { BankTransaction } from '#domain/bank/reconciliation';
import type { Payment } from '#domain/payments/payments';
import { bankDesk, createAccount, createDue } from '../testing/reconciliation.js';
import { waitFor } from '../testing/wait-for.js';
import { TestSmtpServer } from '../testing/smtp-server.js';
import { TestApp } from '../testing/test-app.js';
import {
  sampleDispute,
  sampleEvent,
  samplePayment,
  type SamplePayment,
  sampleRefund,
  sampleSession,
} from './samples.js';
import { cardEnvironment, sendEvent } from '../testing/cards.js';

describe('a payment by card beside bank transfers', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());

  let number = 0;
  const aPayer = (values: Partial<SamplePayment> = {}) =>
    samplePayment({
      live: true,
      email: `payer${++number}@example.com`,
      name: `Payer Number${number}`,
      ...values,
    });
  /** Records a card payment by its event, and returns it as stored. */
  async function recorded(payer: SamplePayment, status: 'paid' | 'unpaid' = 'paid'): Promise<Payment> {
    const session = sampleSession(payer, { payment_status: status });
    await sendEvent(app, sampleEvent('checkout.session.completed', session, { live: payer.live })).expect(
      200,
    );
    const { body } = await app.admin
      .get('/api/payments')
      .query({ 'filter[search]': payer.email })
      .expect(200);
    return desk.payment((body as { payments: Payment[] }).payments[0]!._id);
  }

  it('asks for no other money while its debit is under way', async () => {
    const { _id } = await recorded(aPayer(), 'unpaid');
    const { body } = await app.admin
      .post(`/api/payments/${_id}/mails`)
      .send({ kind: 'instructions' })
      .expect(409);
    expect(body.message).toBe('The card payment of this payment is still being processed');
  });

  it('is no ready match while its debit is under way, and says so', async () => {
    const payment = await recorded(aPayer(), 'unpaid');
    const transaction = await desk.arrive(payment.referenceNumber, payment.due);
    expect(transaction).toMatchObject({
      state: 'review',
      reviewReason: 'card-pending',
      candidates: [{ paymentId: payment._id, why: ['reference', 'card-pending'] }],
    });
    await app.admin
      .post('/api/bank-transactions/confirm')
      .send({ ids: [transaction._id] })
      .expect(200, {
        results: [{ id: transaction._id, ok: false, message: 'This transaction needs review' }],
      });
  });

  it('is not confirmed where its debit began after the transfer was ready', async () => {
    const due = await createDue(app, 'Debit Afterwards');
    const transaction = await desk.arrive(due.referenceNumber, 2256.61);
    expect(transaction.state).toBe('ready');
    await app.connection.collection('payments').updateOne(
      { referenceNumber: due.referenceNumber },
      {
        $set: {
          card: { provider: 'stripe', sessionId: 'cs', state: 'processing', live: true, refunded: 0 },
        },
      },
    );
    const { body } = await app.admin
      .post('/api/bank-transactions/confirm')
      .send({ ids: [transaction._id] })
      .expect(200);
    expect(body.results).toMatchObject([
      { ok: false, message: 'A card debit for this payment is under way' },
    ]);
    expect((await desk.find(transaction._id)).state).not.toBe('matched');
  });

  it.each([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'USD' }],
  ])('keeps the %s that was paid', async (_, change) => {
    const { _id, customerId, amount, currency } = await recorded(aPayer());
    const input = { customerId, amount, currency, paymentMethod: 'creditCard', status: 'paid' };
    const { body } = await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...input, ...change })
      .expect(409);
    expect(body.message).toBe('This payment has receipts');
    await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...input, notes: 'called' })
      .expect(200);
  });

  it('is not deleted, but one of the test mode, or that failed, is', async () => {
    const live = await recorded(aPayer());
    await app.admin.delete(`/api/payments/${live._id}`).expect(409);
    const test = await recorded(aPayer({ live: false }));
    await app.admin.delete(`/api/payments/${test._id}`).expect(204);
  });

  it('takes no real money in the test mode', async () => {
    const test = await recorded(aPayer({ live: false }), 'unpaid');
    const transaction = await desk.arrive(`for ${test.referenceNumber}`, 2256.61);
    const { body } = await desk
      .act(transaction._id, 'match', {
        allocations: [{ paymentId: test._id, amount: 2256.61 }],
        version: transaction.version,
      })
      .expect(400);
    const message = `${test.referenceNumber} is a payment in test mode: it takes no real money`;
    expect(body.errors).toEqual({ allocations: message });
    const change = { status: 'paid', way: 'cash', version: test.version };
    const { body: named } = await app.admin
      .patch(`/api/payments/${test._id}/status`)
      .send(change)
      .expect(400);
    expect(named.errors).toEqual({ way: message });
  });

  it.each(['STRIPE FEE', 'Stripe Payments UK Ltd reversal'])(
    'is not proposed for what goes to the card provider: %s',
    async (text) => {
      const due = await createDue(app, `Stripe Neighbour${++number}`, { amount: 71.5 });
      const received = await desk.arrive(due.referenceNumber, 71.5);
      await desk.match(received._id, due._id, 71.5);
      const proposals = async (ofText: string) => {
        const outgoing: BankTransaction = await desk.arrive(ofText, -71.5, '2026-11-23');
        const { body } = await app.admin.get(`/api/bank-transactions/${outgoing._id}`).expect(200);
        return (body as { proposals?: unknown[] }).proposals ?? [];
      };
      expect(await proposals(text)).toEqual([]);
      expect(await proposals(`E-TRANSFER SENT ${number}`)).not.toEqual([]);
    },
  );
});

describe('the mails about money that goes back', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    app = await TestApp.start({ ...cardEnvironment, ...smtp.env });
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  const send = (type: string, object: object, at: number) =>
    sendEvent(app, sampleEvent(type, object, { live: true, at })).expect(200);
  const now = () => Math.floor(Date.now() / 1000);
  async function paidByCard(name: string) {
    const payer = samplePayment({ live: true, name, email: `${randomUUID()}@example.com` });
    await send('checkout.session.completed', sampleSession(payer), now());
    const { body } = await app.admin
      .get('/api/payments')
      .query({ 'filter[search]': payer.email })
      .expect(200);
    const [payment] = (body as { payments: Payment[] }).payments;
    /** The subjects and keys of the payment's mails about refunds. */
    const refunds = async () => {
      const { body: page } = await app.admin
        .get('/api/mails')
        .query({ 'filter[paymentId]': payment!._id, limit: 100 })
        .expect(200);
      return (page as { mails: Mail[] }).mails
        .filter(({ kind }) => kind === 'refunded')
        .map(({ subject }) => subject.replace(payment!.referenceNumber, 'REF'));
    };
    return { payer, payment: payment!, refunds };
  }

  it('tell of each part of a refund, and of the rest', async () => {
    const { payer, refunds } = await paidByCard('Parts Back');
    await send('refund.created', sampleRefund(payer, { amount: 25661 }), now() + 1);
    expect(await refunds()).toEqual(['REF: your refund of CA$256.61']);
    await send('refund.created', sampleRefund(payer, { amount: 200000 }), now() + 2);
    expect((await refunds()).sort()).toEqual([
      'REF: your refund of CA$2,000.00',
      'REF: your refund of CA$256.61',
    ]);
    await waitFor(
      () => smtp.mails.filter(({ email }) => /your refund of/.test(email.subject ?? '')).length === 2,
    );
    const part = smtp.mails.find(({ email }) => email.subject!.includes('CA$256.61'))!;
    expect(part.email.html).toContain('A part of your payment is refunded');
  });

  it('tell of a part that goes back by transfer', async () => {
    const desk = bankDesk(app, await createAccount(app));
    const due = await createDue(app, 'Part By Transfer', { amount: 500 });
    await desk.match((await desk.arrive(due.referenceNumber, 500))._id, due._id, 500);
    const outgoing = await desk.arrive('E-TRANSFER SENT', -200, '2026-11-23');
    await desk
      .act(outgoing._id, 'match', {
        kind: 'refund',
        paymentId: due._id,
        amount: 200,
        version: outgoing.version,
      })
      .expect(200);
    const { body } = await app.admin.get('/api/mails').query({ 'filter[paymentId]': due._id }).expect(200);
    expect((body as { mails: Mail[] }).mails.filter(({ kind }) => kind === 'refunded')).toMatchObject([
      { subject: `${due.referenceNumber}: your refund of CA$200.00` },
    ]);
  });

  it('tell nothing where a dispute is lost: the payer has the money from the bank', async () => {
    const { payer, payment, refunds } = await paidByCard('Lost Dispute');
    const dispute = sampleDispute(payer, { amount: 225661 });
    await send('charge.dispute.created', dispute, now() + 1);
    await send('charge.dispute.closed', { ...dispute, status: 'lost' }, now() + 2);
    const { body } = await app.admin.get(`/api/payments/${payment._id}`).expect(200);
    expect(body).toMatchObject({ status: 'refunded', card: { dispute: { status: 'lost' } } });
    expect(await refunds()).toEqual([]);
  });
});

describe('what is due of a payment that is opened again', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());

  it('is its amount once where its card payment was refunded whole', async () => {
    const payer = samplePayment({ live: true, name: 'Opened Again', email: 'opened.again@example.com' });
    const send = (type: string, object: object, at: number) =>
      sendEvent(app, sampleEvent(type, object, { live: true, at })).expect(200);
    const now = Math.floor(Date.now() / 1000);
    await send('checkout.session.completed', sampleSession(payer), now);
    await send('refund.created', sampleRefund(payer, { amount: 225661 }), now + 1);
    const { body } = await app.admin
      .get('/api/payments')
      .query({ 'filter[search]': payer.email })
      .expect(200);
    const [{ _id, status }] = (body as { payments: [Payment] }).payments;
    expect(status).toBe('refunded');
    await desk.setStatus(_id, 'pending');
    expect(await desk.payment(_id)).toMatchObject({ due: 2256.61 });
  });

  it('is the part that was given back where it had been paid by transfer', async () => {
    const due = await createDue(app, 'Part Back', { amount: 500 });
    const received = await desk.arrive(due.referenceNumber, 500);
    await desk.match(received._id, due._id, 500);
    const outgoing = await desk.arrive('E-TRANSFER SENT', -200, '2026-11-23');
    await desk
      .act(outgoing._id, 'match', {
        kind: 'refund',
        paymentId: due._id,
        amount: 200,
        version: outgoing.version,
      })
      .expect(200);
    await desk.setStatus(due._id, 'pending');
    expect(await desk.payment(due._id)).toMatchObject({ status: 'pending', due: 200 });
    const rest = await desk.arrive(due.referenceNumber, 200, '2026-11-24');
    await desk.match(rest._id, due._id, 200);
    expect(await desk.payment(due._id)).toMatchObject({
      status: 'paid',
      due: 0,
      received: 700,
      refunded: 200,
    });
  });
});
