import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Types } from 'mongoose';
import { type Mail, mailKinds } from '#domain/mail/mail';
import type { BankTransaction } from '#domain/bank/reconciliation';
import {
  bankDesk,
  bankFile,
  createAccount,
  importFile,
  transactionsOf,
} from '../../testing/reconciliation.js';
import { ReminderScheduler } from '../../notifications/reminder-scheduler.js';
import { UsersService } from '../../auth/users/users.service.js';
import { waitFor } from '../../testing/wait-for.js';
import { beginLimitWindows } from '../../testing/clock.js';
import { aCheckout, createCustomer, createPayment, receive } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';

const day = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

async function submit(app: TestApp, details: Parameters<typeof aCheckout>[0] = {}, key?: string) {
  const call = app.visitor.post('/api/payments/checkout').send(aCheckout(details));
  const { body } = await (key ? call.set('Idempotency-Key', key) : call).expect(201);
  return body as { paymentId: string; referenceNumber: string; orderPath: string };
}

const callOf = (orderPath: string): string => orderPath.replace(/^\/order\//, '/api/orders/');
const secretHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** A network address of its own for each test, as limits count by it. */
let lastAddress = 0;
const newAddress = () => ({ 'X-Forwarded-For': `192.0.2.${++lastAddress}` });
const trusting = { TRUST_PROXY: '1' };

afterEach(() => jest.restoreAllMocks());

describe('the data of the visitor’s page', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start(trusting)));
  afterAll(() => app.stop());
  /** Puts a payment, or its plan, as it stands with these fields changed. */
  const change = async (paymentId: string, path: string, body: object) => {
    const { body: before } = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
    await app.admin
      .put(`/api/payments/${paymentId}${path}`)
      .send({ ...before, ...body })
      .expect(200);
  };
  const look = (orderPath: string, from = newAddress()) => app.visitor.get(callOf(orderPath)).set(from);

  it('is there by the link of the checkout, with the headers of a secret address', async () => {
    const { referenceNumber, orderPath } = await submit(app, {
      email: 'Jane.Doe@example.com',
      fullName: 'Jane Doe',
      transferDate: '2030-01-31',
    });
    expect(orderPath).toMatch(new RegExp(`^/order/${referenceNumber}/[\\w-]{22,}$`));
    const { body, headers } = await look(orderPath).expect(200);
    expect(headers).toMatchObject(secretHeaders);
    expect(body).toEqual({
      reference: referenceNumber,
      status: 'waiting',
      name: 'Jane Doe',
      email: 'J…@example.com',
      amount: { value: 2256.61, currency: 'CAD' },
      due: 2256.61,
      instructions: expect.stringContaining(`Amount: 2256.61 CAD\nMessage: ${referenceNumber}`),
      method: 'interac',
      sample: true,
      expectedOn: '2030-01-31',
      company: 'Sample Company',
      documents: [],
    });
  });

  it('is at another link once the payment is recorded for another customer, whose name it shows', async () => {
    const [former, other] = [
      await createCustomer(app, { fullName: 'Former Owner' }),
      await createCustomer(app, { fullName: 'Other Owner' }),
    ];
    const linkOf = async (id: string) =>
      new URL((await app.admin.post(`/api/payments/${id}/link`).send({}).expect(200)).body.url).pathname;
    const { _id } = await createPayment(app, { customerId: former });
    const link = await linkOf(_id);
    await change(_id, '', { customerId: former, notes: 'Called' });
    expect((await look(link).expect(200)).body.name).toBe('Former Owner');
    await change(_id, '', { customerId: other });
    await look(link).expect(404);
    expect((await look(await linkOf(_id)).expect(200)).body.name).toBe('Other Owner');
    // The page of a visitor shows what this one has typed.
    const { paymentId, orderPath } = await submit(app, { fullName: 'Typed Owner' });
    await change(paymentId, '', { customerId: other });
    expect((await look(orderPath).expect(200)).body.name).toBe('Typed Owner');
  });

  it('has the same link when the checkout is replayed, also after the link was renewed', async () => {
    const key = randomUUID();
    const body = aCheckout();
    const send = () =>
      app.visitor.post('/api/payments/checkout').set('Idempotency-Key', key).send(body).expect(201);
    const { body: first } = await send();
    expect((await send()).body).toEqual(first);
    const { body: link } = await app.admin.post(`/api/payments/${first.paymentId}/link`).send({}).expect(200);
    expect(link).toEqual({ url: `http://127.0.0.1:3000${first.orderPath}` });
    const { body: renewed } = await app.admin
      .post(`/api/payments/${first.paymentId}/link`)
      .send({ renew: true })
      .expect(200);
    expect(renewed.url).not.toBe(link.url);
    expect((await send()).body.orderPath).toBe(new URL(renewed.url).pathname);
    await look(first.orderPath).expect(404);
    await look(new URL(renewed.url).pathname).expect(200);
    await app.admin.post('/api/payments/0123456789abcdef01234567/link').send({ renew: true }).expect(404);
  });

  it.each([
    ['paid', 'received'],
    ['confirmed', 'received'],
    ['failed', 'failed'],
    ['refunded', 'refunded'],
    ['cancelled', 'cancelled'],
  ])('of a payment that is %s says %s', async (status, shown) => {
    const { paymentId, orderPath } = await submit(app, { country: 'usa' });
    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status }).expect(200);
    const { body } = await look(orderPath).expect(200);
    expect(body).toMatchObject({ status: shown, amount: { value: 1997, currency: 'CAD' } });
    expect(body.receipt).toEqual(
      shown === 'received'
        ? { company: 'Sample Company', paidOn: day(0), amount: 1997, currency: 'CAD' }
        : undefined,
    );
    expect(body).not.toHaveProperty('due');
  });

  it('tells what was received and what is missing, as the visitor was shown the total', async () => {
    const { paymentId, orderPath } = await submit(app, { country: 'usa' });
    await receive(app, paymentId, 1500.5);
    const { body } = await look(orderPath).expect(200);
    expect(body).toMatchObject({
      status: 'partly',
      received: 1500.5,
      due: 496.5,
      instructions: expect.stringContaining('Amount: 496.50 CAD\n'),
    });
  });

  it('asks for the amount that the office has set since, where that is in the currency of the total', async () => {
    const { paymentId, orderPath } = await submit(app);
    await change(paymentId, '', { amount: 2000 });
    expect((await look(orderPath)).body).toMatchObject({
      amount: { value: 2000, currency: 'CAD' },
      due: 2000,
      instructions: expect.stringContaining('Amount: 2000.00 CAD\n'),
    });
    await receive(app, paymentId, 1500);
    expect((await look(orderPath)).body).toMatchObject({ received: 1500, due: 500 });
    const { body } = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
    expect(body.quoted).toEqual({ amount: 2256.61, currency: 'CAD' });
  });

  it('lists the parts of a plan in the currency of its total, and asks for what is due now', async () => {
    const { paymentId, orderPath } = await submit(app, { country: 'usa' });
    await change(paymentId, '', { amount: 1000 });
    const plan = [
      { amount: 400, due: day(-3) },
      { amount: 600, due: day(40) },
    ];
    await change(paymentId, '/plan', { plan });
    expect((await look(orderPath)).body).toMatchObject({
      amount: { value: 1997, currency: 'CAD' },
      plan: [
        { amount: 798.8, due: day(-3), open: 798.8, state: 'overdue' },
        { amount: 1198.2, due: day(40), open: 1198.2, state: 'due' },
      ],
      askedNow: { amount: 798.8, due: day(-3) },
      receipts: [],
      expectedOn: day(-3),
      due: 1997,
      instructions: expect.stringContaining('798.80 CAD'),
    });
    await app.visitor
      .post(`${callOf(orderPath)}/sent`)
      .send({ date: day(0) })
      .set(newAddress())
      .expect(204);
    await receive(app, paymentId, 500);
    const { body } = await look(orderPath).expect(200);
    expect(body).toMatchObject({
      status: 'partly',
      received: 998.5,
      due: 998.5,
      expectedOn: day(40),
      plan: [
        { amount: 798.8, open: 0, state: 'paid' },
        { amount: 1198.2, open: 998.5, state: 'partly' },
      ],
      askedNow: { amount: 998.5, due: day(40) },
      receipts: [{ day: day(0), amount: 998.5 }],
      instructions: expect.stringContaining('998.50 CAD'),
    });
    // The announced transfer has come.
    expect(body).not.toHaveProperty('saidSent');
    expect((await app.admin.get(`/api/payments/${paymentId}`)).body).not.toHaveProperty('saidSent');
    await receive(app, paymentId, 500);
    const { body: whole } = await look(orderPath).expect(200);
    expect(whole.plan).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
    for (const field of ['askedNow', 'receipts', 'due']) expect(whole).not.toHaveProperty(field);
  });

  it('states the rest of a plan to the cent of its last part, and what came as the difference to the total', async () => {
    const { paymentId, orderPath } = await submit(app, { country: 'usa' });
    await change(paymentId, '', { amount: 1457.81 });
    const parts = [200, 200, 1057.81].map((amount, index) => ({ amount, due: day(10 * index) }));
    await change(paymentId, '/plan', { plan: parts });
    await receive(app, paymentId, 400);
    expect((await look(orderPath)).body).toMatchObject({
      amount: { value: 1997 },
      received: 547.94,
      due: 1449.06,
      askedNow: { amount: 1449.06 },
      plan: [{ amount: 273.97 }, { amount: 273.97 }, { amount: 1449.06, open: 1449.06 }],
      receipts: [{ amount: 547.94 }],
      instructions: expect.stringContaining('1449.06 CAD'),
    });
  });

  it('asks for nothing where all of the money came and the office has opened the payment again', async () => {
    const { paymentId, orderPath } = await submit(app);
    await receive(app, paymentId, 2256.61);
    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'pending' }).expect(200);
    const { body } = await look(orderPath).expect(200);
    expect(body).toMatchObject({ status: 'received', received: 2256.61, due: 0 });
    expect(body).not.toHaveProperty('receipt');
  });

  it('has a receipt of the money that came, in its currency and on its day, and of what went back', async () => {
    const { paymentId, orderPath } = await submit(app, { country: 'usa' });
    const desk = bankDesk(app, await createAccount(app, 'Dollars', 'USD'));
    await desk.match((await desk.arrive('first part', 1000, '2026-11-18'))._id, paymentId, 1000);
    await desk.match((await desk.arrive('the rest', 997, '2026-11-20'))._id, paymentId, 997);
    const paid = { company: 'Sample Company', paidOn: '2026-11-20', amount: 1997, currency: 'USD' };
    expect((await look(orderPath).expect(200)).body.receipt).toEqual(paid);
    const outgoing = await desk.arrive('sent back', -400, '2026-11-23');
    await desk
      .act(outgoing._id, 'match', {
        kind: 'refund',
        paymentId,
        amount: 400,
        version: outgoing.version,
      })
      .expect(200);
    expect((await look(orderPath).expect(200)).body.receipt).toEqual({ ...paid, refunded: 400 });
  });

  it.each([
    ['to the cent of the total that was shown', [{ kind: 'receipt', amount: 1000 }], 333.33],
    [
      'also where money went back that had not come',
      [
        { status: 'paid' },
        { kind: 'refund', amount: 400 },
        { status: 'pending' },
        { kind: 'receipt', amount: 600 },
      ],
      100,
    ],
  ])('tells of a cancellation what its mail does, %s', async (_, acts, fee) => {
    const { paymentId, orderPath } = await submit(app, { country: 'usa' });
    await change(paymentId, '', { amount: 1457.81 });
    const setStatus = (body: object) =>
      app.admin.patch(`/api/payments/${paymentId}/status`).send(body).expect(200);
    for (const act of acts) {
      if ('status' in act) await setStatus(act);
      else {
        const { body: before } = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
        const money = { ...act, way: 'cash', day: day(0), version: before.version };
        await app.admin.post(`/api/payments/${paymentId}/ledger`).send(money).expect(201);
      }
    }
    await setStatus({ status: 'cancelled', fee, notify: true });
    const { body: page } = await look(orderPath).expect(200);
    const { body: list } = await app.admin.get(`/api/mails?filter[paymentId]=${paymentId}`).expect(200);
    const mail = (list.mails as Mail[]).find(({ kind }) => kind === 'cancelled');
    const { text } = (await app.admin.get(`/api/mails/${mail!._id}`).expect(200)).body;
    const back = (page.received - page.fee).toFixed(2).replace(/\B(?=\d{3}\.)/, ',');
    expect(text).toContain(`Kept as a fee: CA$${page.fee.toFixed(2)}\nGoes back to you: CA$${back}\n`);
  });

  it('tells until when the bank was looked at, from imported statements alone', async () => {
    const { orderPath } = await submit(app);
    const statements = app.connection.collection('statements');
    const accountIn = async (currency: string) => {
      const name = `Account in ${currency}`;
      const { body: account } = await app.admin
        .post('/api/bank-accounts')
        .send({ name, currency })
        .expect(201);
      return new Types.ObjectId(account._id as string);
    };
    const [bankAccountId, other] = [await accountIn('CAD'), await accountIn('USD')];
    await statements.insertMany([
      { bankAccountId, hash: '1', state: 'imported', from: '2026-11-01', to: '2026-11-10' },
      { bankAccountId, hash: '2', state: 'imported', from: '2026-11-05', to: '2026-11-15' },
      { bankAccountId, hash: '3', state: 'draft', from: '2026-11-05', to: '2026-11-20' },
      // The visitor was shown Canadian dollars: the money cannot arrive there.
      { bankAccountId: other, hash: '4', state: 'imported', from: '2026-11-05', to: '2026-11-22' },
    ]);
    const { body } = await look(orderPath).expect(200);
    expect(body.bankSeenUntil).toBe('2026-11-15');
    await statements.deleteMany({});
  });

  it('shows what was typed, not the customer that the submission was attached to', async () => {
    const email = `known.${randomUUID()}@example.com`;
    await createCustomer(app, { email, fullName: 'Known Person' });
    const { orderPath } = await submit(app, { email, fullName: 'Somebody Else' });
    const { body } = await look(orderPath).expect(200);
    expect(body.name).toBe('Somebody Else');
    expect(JSON.stringify(body)).not.toMatch(/Known|known\./);
  });

  it('is one 404 for an unknown reference, a wrong token, and the token of another payment', async () => {
    const one = await submit(app);
    const other = await submit(app);
    const token = other.orderPath.split('/').at(-1)!;
    const bodies = [];
    for (const path of [
      `/order/${one.referenceNumber}/${token}`,
      `/order/${one.referenceNumber}/${token.slice(0, -1)}`,
      `${one.orderPath}x`,
      `/order/CRTS-OTN-000000-000000/${token}`,
      `/order/%00/${token}`,
      `/order/${one.referenceNumber}/%F0%9F%92%A9`,
    ]) {
      const { body, headers } = await look(path).expect(404);
      expect(headers).toMatchObject(secretHeaders);
      bodies.push(JSON.stringify(body));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('finds a reference however it is spelled', async () => {
    const { referenceNumber, orderPath } = await submit(app);
    await look(
      orderPath.replace(referenceNumber, referenceNumber.toLowerCase().replaceAll('-', '%20')),
    ).expect(200);
  });

  it('changes nothing when it is read', async () => {
    const { paymentId, orderPath } = await submit(app);
    const read = async () => (await app.admin.get(`/api/payments/${paymentId}`).expect(200)).body;
    const mails = async () =>
      (await app.admin.get('/api/mails').query({ 'filter[paymentId]': paymentId })).body;
    const before = [await read(), await mails()];
    await look(orderPath).expect(200);
    await app.visitor.head(callOf(orderPath)).set(newAddress()).expect(200);
    await app.visitor
      .get(`${callOf(orderPath)}/sent`)
      .set(newAddress())
      .expect(405);
    expect([await read(), await mails()]).toEqual(before);
  });

  it('is limited to 30 looks a minute from one address', async () => {
    beginLimitWindows();
    const { orderPath } = await submit(app);
    const from = newAddress();
    for (let number = 0; number < 30; number++) await look(orderPath, from).expect(200);
    const { headers } = await look(orderPath, from).expect(429);
    expect(headers).toMatchObject({ ...secretHeaders, 'retry-after': expect.stringMatching(/^\d+$/) });
    await look(orderPath).expect(200);
  });

  it('is blocked for an address with 20 wrong links, also by the right link', async () => {
    beginLimitWindows();
    const { orderPath } = await submit(app);
    const from = newAddress();
    for (let number = 0; number < 20; number++) await look(`${orderPath}${number}`, from).expect(404);
    await look(`${orderPath}x`, from).expect(429);
    await look(orderPath, from).expect(429);
    await app.visitor
      .post(`${callOf(orderPath)}/sent`)
      .set(from)
      .send({ date: day(0) })
      .expect(429);
    await look(orderPath).expect(200);
  });
});

describe('"I have sent it"', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start(trusting)));
  afterAll(() => app.stop());
  const say = (orderPath: string, body: object) =>
    app.visitor
      .post(`${callOf(orderPath)}/sent`)
      .set(newAddress())
      .send(body);

  it('stands on the payment and on the page, the last one counts, and the status stays', async () => {
    const { paymentId, orderPath } = await submit(app);
    for (const date of [day(-60), day(30), day(-1)]) await say(orderPath, { date }).expect(204);
    const { body: payment } = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
    const saidSent = { date: day(-1), at: expect.stringMatching(/Z$/) };
    expect(payment).toMatchObject({ status: 'pending', version: 0, saidSent });
    const { body } = await app.visitor.get(callOf(orderPath)).set(newAddress()).expect(200);
    expect(body.saidSent).toEqual(payment.saidSent);
    const { body: list } = await app.admin
      .get('/api/payments')
      .query({ 'filter[referenceNumber]': payment.referenceNumber });
    expect(list.payments[0]).toMatchObject({ saidSent });
    expect(list.payments[0]).not.toHaveProperty('payerEmailKey');
  });

  it('is found by a filter, and counted while the payment is pending', async () => {
    const { paymentId, orderPath } = await submit(app);
    await submit(app);
    const count = async () => (await app.admin.get('/api/counts').expect(200)).body.saidSent as number;
    const before = await count();
    await say(orderPath, { date: day(-1) }).expect(204);

    const { body } = await app.admin
      .get('/api/payments')
      .query({ 'filter[saidSent]': 'yes', 'filter[status]': 'pending' });
    expect(body.payments.map(({ _id }: { _id: string }) => _id)).toContain(paymentId);
    expect(body.payments.every(({ saidSent }: { saidSent?: object }) => saidSent)).toBe(true);
    expect(body.pagination.total).toBe(before + 1);
    expect(await count()).toBe(before + 1);

    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'paid' }).expect(200);
    expect(await count()).toBe(before);
  });

  it.each([day(-61), day(31), '2026-02-30', 'today', '', 5, null, undefined, { $gt: '' }])(
    'refuses the date %j and changes nothing',
    async (date) => {
      const { paymentId, orderPath } = await submit(app);
      const { body } = await say(orderPath, { date }).expect(400);
      expect(body.errors).toHaveProperty('date');
      const { body: payment } = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
      expect(payment).not.toHaveProperty('saidSent');
    },
  );

  it('is taken ten times a day, and not by a wrong link', async () => {
    beginLimitWindows();
    const { orderPath } = await submit(app);
    for (let number = 0; number < 10; number++) await say(orderPath, { date: day(0) }).expect(204);
    await say(orderPath, { date: day(0) }).expect(429);
    await say(`${orderPath}x`, { date: day(0) }).expect(404);
  });
});

describe('asking for links', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start(trusting)));
  afterAll(() => app.stop());
  const ask = (email: unknown, from = newAddress()) =>
    app.visitor.post('/api/orders/links').set(from).send({ email });
  const links = async () =>
    (await app.admin.get('/api/mails?filter[kind]=link&limit=100').expect(200)).body.mails;
  const linkTo = async (address: string): Promise<{ _id: string } | undefined> =>
    (await links()).find(({ to }: { to: string }) => to === address);
  const isMailed = async (address: string) => (await linkTo(address)) !== undefined;
  /** Waits for the mail of links to an address, and returns its text. */
  async function textTo(address: string): Promise<string> {
    await waitFor(() => isMailed(address));
    const { body } = await app.admin.get(`/api/mails/${(await linkTo(address))?._id}`).expect(200);
    return body.text;
  }

  it('is answered alike whether there are payments or not, and mails pending and settled ones alone', async () => {
    const email = `links.${randomUUID()}@example.com`;
    const paths = [];
    for (const status of ['pending', 'paid', 'cancelled']) {
      const { paymentId, orderPath } = await submit(app, { email });
      if (status !== 'pending')
        await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status }).expect(200);
      paths.push(orderPath);
    }
    const known = await ask(` ${email.toUpperCase()} `).expect(202);
    const unknown = await ask('not.there@example.com').expect(202);
    expect(known.body).toEqual(unknown.body);
    expect(known.headers).toMatchObject(secretHeaders);
    await waitFor(async () => (await links()).length > 0);
    // Repeated requests within the hour.
    await ask(email).expect(202);
    await ask('not.there@example.com').expect(202);
    const [{ _id, to }] = await links();
    expect(to).toBe(email);
    const { body: mail } = await app.admin.get(`/api/mails/${_id}`).expect(200);
    expect(mail.key).toMatch(/^link:links\.[\w-]+@example\.com:\d{4}-\d\d-\d\dT\d\d$/);
    expect(mail.text).toContain(paths[0]);
    expect(mail.text).toContain(paths[1]);
    expect(mail.text).not.toContain(paths[2]);
    expect(mail.text.indexOf(paths[1])).toBeLessThan(mail.text.indexOf(paths[0]!));
  });

  it('mails what was paid also where many have ordered under the address since', async () => {
    const email = `many.${randomUUID()}@example.com`;
    const { paymentId, orderPath } = await submit(app, { email });
    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'paid' }).expect(200);
    for (let number = 0; number < 21; number++) await submit(app, { email });
    await ask(email).expect(202);
    expect(await textTo(email)).toContain(orderPath);
  });

  it('mails pending orders also where a stranger has ordered twenty times under the address since', async () => {
    const email = `starved.${randomUUID()}@example.com`;
    const orderMore = async () => {
      for (let number = 0; number < 10; number++) await submit(app, { email });
    };
    const oldest = await submit(app, { email });
    await orderMore();
    const begun = await submit(app, { email });
    const money = { kind: 'receipt', way: 'cash', amount: 10, day: day(0), version: 0 };
    await app.admin.post(`/api/payments/${begun.paymentId}/ledger`).send(money).expect(201);
    await orderMore();
    const newest = await submit(app, { email });
    await ask(email).expect(202);
    const text = await textTo(email);
    for (const { orderPath } of [oldest, begun, newest]) expect(text).toContain(orderPath);
  });

  it('mails what was paid also where others have ordered under other spellings since', async () => {
    const email = `Jane.${randomUUID()}@example.com`;
    const { paymentId, orderPath } = await submit(app, { email });
    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'paid' }).expect(200);
    for (const name of ['JANE', 'jAne', 'jaNe']) await submit(app, { email: email.replace('Jane', name) });
    await ask(email.toLowerCase()).expect(202);
    expect(await textTo(email)).toContain(orderPath);
  });

  it('mails the links of an address also where those of its plus-addresses were requested in the same hour', async () => {
    const email = `own.${randomUUID()}@example.com`;
    const others = [1, 2].map((number) => email.replace('@', `+${number}@`));
    for (const one of [email, ...others]) await submit(app, { email: one });
    await ask(others[0]).expect(202);
    await waitFor(() => isMailed(others[0]!));
    await ask(others[1]).expect(202);
    await ask(email).expect(202);
    await waitFor(() => isMailed(email));
    expect(await isMailed(others[1]!)).toBe(false);
  });

  it('writes to the address that was typed with the payment, not to a look-alike', async () => {
    const email = `kate.${randomUUID()}@example.com`;
    await submit(app, { email });
    // The Kelvin sign becomes a k in lower case.
    await ask(email.replace('k', '\u212a')).expect(202);
    await waitFor(() => isMailed(email));
  });

  it('mails each link to the address of its payment, which another one with the same key does not get', async () => {
    const email = `mike.${randomUUID()}@example.com`;
    const own = await submit(app, { email });
    const alike = email.replace('k', '\u212a');
    const other = await submit(app, { email: alike });
    await ask(email).expect(202);
    const sentTo = async (to: string) => {
      const { _id } = (await links()).find((mail: { to: string }) => mail.to === to) ?? {};
      return _id && ((await app.admin.get(`/api/mails/${_id}`).expect(200)).body.text as string);
    };
    await waitFor(async () => Boolean((await sentTo(email)) && (await sentTo(alike))));
    for (const [to, its, others] of [
      [email, own, other],
      [alike, other, own],
    ] as const) {
      const text = await sentTo(to);
      expect(text).toContain(its.orderPath);
      expect(text).not.toContain(others.orderPath);
    }
  });

  it('takes composed and decomposed letters for the same address', async () => {
    const email = `ren\u00e9e.${randomUUID()}@example.com`;
    const { paymentId } = await submit(app, { email });
    const second = await submit(app, { email: email.normalize('NFD') });
    const customerOf = async (id: string) =>
      (await app.admin.get(`/api/payments/${id}`).expect(200)).body.customerId as string;
    expect(await customerOf(second.paymentId)).toBe(await customerOf(paymentId));
    await ask(email.normalize('NFD')).expect(202);
    await waitFor(() => isMailed(email));
  });

  it('finds payments that an admin recorded for the customer of the address, twenty at most', async () => {
    const email = `many.${randomUUID()}@example.com`;
    const customerId = await createCustomer(app, { email });
    for (let number = 0; number < 21; number++) await createPayment(app, { customerId });
    await ask(email).expect(202);
    await waitFor(() => isMailed(email));
    const { _id } = (await links()).find(({ to }: { to: string }) => to === email);
    const { body } = await app.admin.get(`/api/mails/${_id}`).expect(200);
    expect(body.text.match(/\/order\//g)).toHaveLength(20);
  });

  it('finds a payment by the address of its customer once none is typed with it any more', async () => {
    const [typed, email] = [`typed.${randomUUID()}@example.com`, `own.${randomUUID()}@example.com`];
    const customerId = await createCustomer(app, { email });
    const method = {
      paymentMethod: 'bankTransfer',
      amount: 100,
      currency: 'CAD',
      status: 'pending',
    } as const;
    const kept = { ...method, customerId };
    const { _id } = await createPayment(app, { ...kept, paymentDetails: { fullName: 'Ann', email: typed } });
    const changed = { ...kept, paymentDetails: { fullName: 'Ann' } };
    await app.admin.put(`/api/payments/${_id}`).send(changed).expect(200);
    await ask(email).expect(202);
    await waitFor(() => isMailed(email));
  });

  it('is refused without an email, and limited to five an hour from one address', async () => {
    beginLimitWindows();
    for (const email of ['', 'x', 'a@b', 5, null, undefined, { $gt: '' }, `${'x'.repeat(250)}@example.com`])
      await ask(email).expect(400);
    const from = newAddress();
    for (let number = 0; number < 5; number++) await ask('a@example.com', from).expect(202);
    await ask('b@example.com', from).expect(429);
  });
});

describe('the visitor’s page', () => {
  const dist = mkdtempSync(join(tmpdir(), 'trip-order-'));
  let app: TestApp;
  beforeAll(async () => {
    for (const [name, content] of Object.entries({
      'checkout/index.html': '<!doctype html><h1>Checkout</h1>',
      'checkout/order.html': '<!doctype html><h1>Order</h1>',
      'checkout/order-waiting.html': '<!doctype html><h1>Order</h1>Waiting',
      'checkout/order-received.html': '<!doctype html><h1>Order</h1>Received',
      'checkout/404.html': '<!doctype html><h1>Page Not Found</h1>',
      'checkout/assets/a.js': '',
      'admin/index.html': '<!doctype html>',
      'admin/assets/a.js': '',
    })) {
      mkdirSync(join(dist, name, '..'), { recursive: true });
      writeFileSync(join(dist, name), content);
    }
    app = await TestApp.start({ ...trusting, MAIL_ALERTS: 'ops@trip.example' }, undefined, { webDist: dist });
  });
  afterAll(async () => {
    await app.stop();
    rmSync(dist, { recursive: true, force: true });
  });

  it('and all other links of every kind of mail change nothing when a scanner opens them', async () => {
    const email = `scanned.${randomUUID()}@example.com`;
    const { paymentId, referenceNumber } = await submit(app, { email });
    const statement = bankFile([{ day: day(0), text: `WIRE ${referenceNumber}`, amount: 100 }]);
    const { statementId } = await importFile(app, await createAccount(app), statement);
    const [{ _id, version }] = (await transactionsOf(app, statementId)) as [BankTransaction];
    const allocations = [{ paymentId, amount: 100 }];
    await app.admin.post(`/api/bank-transactions/${_id}/match`).send({ allocations, version }).expect(200);
    for (const status of ['paid', 'refunded'])
      await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status }).expect(200);
    const overdue = await submit(app, { email });
    await app.connection
      .collection('payments')
      .updateOne({ _id: new Types.ObjectId(overdue.paymentId) }, { $set: { transferDate: new Date(0) } });
    await app.admin.post(`/api/payments/${overdue.paymentId}/mails`).send({ kind: 'reminder' }).expect(201);
    const inParts = await submit(app, { email });
    const amounts = [1000, 1256.61];
    const plan = amounts.map((amount, index) => ({ amount, due: day(index + 1) }));
    await app.connection
      .collection('payments')
      .updateOne({ _id: new Types.ObjectId(inParts.paymentId) }, { $set: { plan, plannedOn: day(-30) } });
    await app.app.get(ReminderScheduler).queueDue();
    const cancelled = await submit(app, { email });
    await app.admin
      .patch(`/api/payments/${cancelled.paymentId}/status`)
      .send({ status: 'cancelled', notify: true })
      .expect(200);
    await app.visitor.post('/api/orders/links').set(newAddress()).send({ email }).expect(202);
    await app.admin.post('/api/people/invitations').send({ email, role: 'viewer' }).expect(201);
    await app.app.get(UsersService).add({ username: 'mona', email, role: 'viewer', password: randomUUID() });
    await app.admin.post('/api/comments').send({ paymentId, text: 'Ask @mona' }).expect(201);
    const stored = (name: string) => app.connection.collection(name).find().sort({ _id: 1 }).toArray();
    await waitFor(async () => (await stored('mails')).some(({ kind }) => kind === 'link'));
    await waitFor(async () => !(await stored('customers')).some(({ duplicatesDue }) => duplicatesDue));
    const state = async () =>
      JSON.stringify(
        await Promise.all(
          ['payments', 'customers', 'mails', 'banktransactions', 'invitations', 'users', 'audit'].map(stored),
        ),
      );
    const before = await state();
    const mails = await stored('mails');
    expect(new Set(mails.map(({ kind }) => kind as string))).toEqual(new Set(mailKinds));
    for (const { _id } of mails) {
      const { html } = (await app.admin.get(`/api/mails/${String(_id)}`).expect(200)).body as {
        html: string;
      };
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => new URL(url!).pathname);
      expect(links).not.toHaveLength(0);
      for (const path of links) {
        await app.visitor.head(path).set(newAddress());
        const { text } = await app.visitor.get(path).set(newAddress()).expect(200);
        // A link scanner that runs the page also makes the call that the page preloads.
        expect(text).toMatch(/^<!doctype html>/);
        if (path.startsWith('/order/')) await app.visitor.get(callOf(path)).set(newAddress()).expect(200);
      }
    }
    expect(await state()).toBe(before);
  });

  it('is served by a right link and at /order, and is the 404 page else', async () => {
    const { orderPath, paymentId } = await submit(app);
    for (const path of [orderPath, `${orderPath}/`, '/order', '/order/']) {
      const { text, headers } = await app.visitor.get(path).set(newAddress()).expect(200);
      expect(text).toContain('<h1>Order</h1>');
      expect(headers).toMatchObject(secretHeaders);
      expect(text.endsWith('Waiting')).toBe(path.startsWith(orderPath));
      const call = `</api/orders${orderPath.slice('/order'.length)}>; rel=preload; as=fetch; crossorigin=anonymous`;
      expect(headers.link).toBe(path.startsWith(orderPath) ? call : undefined);
    }
    for (const path of [`${orderPath}x`, '/order/none', '/order/CRTS-OTN-1/x']) {
      const { text, headers } = await app.visitor.get(path).set(newAddress()).expect(404);
      expect(text).toContain('Page Not Found');
      expect(headers).toMatchObject(secretHeaders);
    }
    const misspelled = await app.visitor.get('/%6frder/CRTS-OTN-1/x').set(newAddress()).expect(400);
    expect(misspelled.headers).toMatchObject(secretHeaders);
    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'paid' }).expect(200);
    expect((await app.visitor.get(orderPath).set(newAddress()).expect(200)).text).toContain('Received');
    const from = newAddress();
    for (let number = 0; number < 20; number++) await app.visitor.get(`${orderPath}x`).set(from).expect(404);
    const { headers } = await app.visitor.get(orderPath).set(from).expect(429);
    expect(headers).toMatchObject({ ...secretHeaders, 'retry-after': expect.any(String) });
  });
});
