import { Types } from 'mongoose';
import type { Mail } from '#domain/mail/mail';
import type { OverduePage } from '#domain/payments/overdue';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { bankDesk, bankFile, createAccount, importFile, transactionsOf } from '../testing/reconciliation.js';
import { buildCustomer, createCustomer, createPayment, receive } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';
import { MailReview } from '../mail/mail-review.js';
import { Outbox } from '../mail/outbox.js';
import { ReminderScheduler } from './reminder-scheduler.js';

const day = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

describe('mails and reconciliation', () => {
  let app: TestApp;
  let account: string;
  beforeAll(async () => {
    app = await TestApp.start({ REMINDER_DAYS: '3,10' });
    account = await createAccount(app);
  });
  afterAll(() => app.stop());

  const mailsOf = async (paymentId: string): Promise<Mail[]> =>
    (
      await app.admin
        .get('/api/mails')
        .query({ 'filter[paymentId]': paymentId, sort: 'createdAt' })
        .expect(200)
    ).body.mails;
  const remind = () => app.app.get(ReminderScheduler).queueDue();
  const storedMail = async (id: string) =>
    (await app.app.get(Outbox).mails.findOne({ _id: new Types.ObjectId(id) }))!;
  const keysOf = async (paymentId: string) => (await mailsOf(paymentId)).map(({ key }) => key);

  it('a reminder goes out by itself where a statement covers the expected day, once for each of its days', async () => {
    const { _id } = await createPayment(app, { transferDate: day(-4), amount: 311 });
    await remind();
    expect(await keysOf(_id)).toEqual([]);
    await importFile(
      app,
      account,
      bankFile([
        { day: day(-5), amount: 1 },
        { day: day(-1), amount: 2 },
      ]),
    );
    await remind();
    await remind();
    expect(await keysOf(_id)).toEqual([`reminder:${_id}:1`]);
    await app.connection
      .collection('payments')
      .updateOne(
        { transferDate: new Date(`${day(-4)}T00:00:00Z`) },
        { $set: { transferDate: new Date(`${day(-11)}T00:00:00Z`) } },
      );
    await importFile(app, account, bankFile([{ day: day(-11), amount: 3 }]));
    await remind();
    expect(await keysOf(_id)).toEqual([`reminder:${_id}:1`, `reminder:${_id}:2`]);
  });

  it('a reminder goes out although that of another payment fails', async () => {
    await importFile(
      app,
      account,
      bankFile([
        { day: day(-60), amount: 4 },
        { day: day(0), amount: 5 },
      ]),
    );
    const broken = await createPayment(app, { transferDate: day(-5), amount: 313 });
    const whole = await createPayment(app, { transferDate: day(-4), amount: 314 });
    const payments = app.connection.collection('payments');
    const one = { _id: new Types.ObjectId(broken._id) };
    await payments.updateOne(one, { $set: { reminders: 1 } });
    await remind();
    expect(await keysOf(whole._id)).toEqual([`reminder:${whole._id}:1`]);
    await payments.updateOne(one, { $unset: { reminders: '' } });
    await remind();
    expect(await keysOf(broken._id)).toEqual([`reminder:${broken._id}:1`]);
  });

  it('no reminder goes out for a payment that is settled, is not due, is long past, or has evidence', async () => {
    await importFile(
      app,
      account,
      bankFile([
        { day: day(-60), amount: 1 },
        { day: day(0), amount: 2.5 },
      ]),
    );
    const settled = await createPayment(app, { transferDate: day(-4), status: 'paid' });
    const early = await createPayment(app, { transferDate: day(-2) });
    const old = await createPayment(app, { transferDate: day(-50) });
    const { fullName } = buildCustomer({ fullName: 'Wilhelmina Evidence' });
    const customerId = await createCustomer(app, { fullName });
    const candidate = await createPayment(app, { customerId, transferDate: day(-4), amount: 412.34 });
    await importFile(
      app,
      account,
      bankFile([{ day: day(-1), text: 'E-TRANSFER WILHELMINA EVIDENCE', amount: 412.34 }]),
    );
    const noticed = await createPayment(app, { transferDate: day(-4), amount: 99 });
    await app.connection.collection('interacnotices').insertOne({
      createdAt: new Date(),
      amount: 5,
      currency: 'CAD',
      sender: 'Somebody',
      message: `for ${noticed.referenceNumber.toLowerCase().replaceAll('-', ' ')}`,
    });
    await remind();
    for (const { _id } of [settled, early, old, candidate, noticed]) expect(await keysOf(_id)).toEqual([]);
  });

  it('a reminder that waits goes to whom the payment is moved, and not out once its day lies ahead', async () => {
    const customerId = await createCustomer(app, { email: 'former@example.com' });
    const payment = await createPayment(app, { customerId, transferDate: day(-4), amount: 312 });
    const { _id } = payment;
    const { body: mail } = await app.admin
      .post(`/api/payments/${_id}/mails`)
      .send({ kind: 'reminder' })
      .expect(201);
    const next = await createCustomer(app, { email: 'next@example.com' });
    const put = async (fields: object) => {
      const { body } = await app.admin.get(`/api/payments/${_id}`).expect(200);
      await app.admin
        .put(`/api/payments/${_id}`)
        .send({ ...body, ...fields })
        .expect(200);
    };
    await put({ customerId: next });
    const { body: moved } = await app.admin.get(`/api/mails/${mail._id}`).expect(200);
    expect(moved).toMatchObject({ to: 'next@example.com', customerId: next });
    const verdict = async () => app.app.get(MailReview).decide(await storedMail(mail._id));
    expect(await verdict()).toEqual({ verdict: 'send' });
    await put({ transferDate: day(20) });
    expect(await verdict()).toEqual({
      verdict: 'cancel',
      reason: 'The expected transfer date of this payment has not passed',
    });
  });

  it('a reminder is not repeated once its mail is deleted, and the payment knows when it was written', async () => {
    const payment = await createPayment(app, { transferDate: day(-4), amount: 313 });
    await importFile(app, account, bankFile([{ day: day(-4), amount: 4 }]));
    await remind();
    const [mail] = await mailsOf(payment._id);
    await app.connection.collection('mails').deleteMany({ key: mail!.key });
    await remind();
    expect(await keysOf(payment._id)).toEqual([]);
    const { body } = await app.admin.get(`/api/payments/${payment._id}`).expect(200);
    expect(body.reminders).toEqual([{ at: mail!.createdAt, mailId: mail!._id, number: 1 }]);
    const { body: overdue } = await app.admin.get('/api/reports/overdue').query({ limit: 100 }).expect(200);
    const row = overdue.payments.find(({ _id }: { _id: string }) => _id === payment._id);
    expect(row.lastReminderAt).toBe(mail!.createdAt);
  });

  it('no reminder goes out by the statement of an account in a currency that the payment has not', async () => {
    const other = await createAccount(app, 'Dollars', 'USD');
    const transferDate = day(-12);
    await app.connection.collection('statements').deleteMany({});
    const cad = await createPayment(app, { transferDate, amount: 314 });
    const usd = await createPayment(app, { transferDate, amount: 315, currency: 'USD' });
    await importFile(app, other, bankFile([{ day: transferDate, amount: 6 }]));
    await remind();
    expect(await keysOf(cad._id)).toEqual([]);
    expect(await keysOf(usd._id)).toEqual([`reminder:${usd._id}:2`]);
  });

  it('a reminder goes out for money that the bank has reversed, which an earlier notice announced', async () => {
    const desk = bankDesk(app, account);
    const payment = await createPayment(app, { transferDate: day(-4), amount: 316 });
    await app.connection.collection('interacnotices').insertOne({
      createdAt: new Date(),
      amount: 316,
      currency: 'CAD',
      sender: 'Somebody',
      numberKey: 'REVERSED1',
      message: payment.referenceNumber,
    });
    const credit = await desk.arrive('REVERSED LATER', 316, day(-4));
    await remind();
    expect(await keysOf(payment._id)).toEqual([]);
    await desk.match(credit._id, payment._id, 316);
    const taken = await desk.arrive('REVERSAL', -316, day(-3));
    const reversal = { kind: 'reversal', transactionId: credit._id, amount: 316, version: 0 };
    await desk.act(taken._id, 'match', reversal).expect(200);
    await remind();
    expect(await keysOf(payment._id)).toContain(`reminder:${payment._id}:1`);
  });

  it('once a part has arrived, instructions and reminders ask for the rest alone', async () => {
    const payment = await createPayment(app, { amount: 2000, transferDate: day(-3) });
    await receive(app, payment._id, 1500);
    for (const kind of ['instructions', 'reminder']) {
      const { body: mail } = await app.admin
        .post(`/api/payments/${payment._id}/mails`)
        .send({ kind, preview: true })
        .expect(200);
      expect(mail.text).toContain('Amount: CA$2,000.00\nReceived so far: CA$1,500.00\nMissing: CA$500.00');
      expect(mail.text).not.toContain('2000.00 CAD');
      if (kind === 'instructions') expect(mail.text).toContain('Amount: 500.00 CAD\n');
      else
        expect(mail.subject).toBe(
          `${payment.referenceNumber}: we have not seen the rest of your payment yet`,
        );
    }
  });

  it('nothing asks for money of a payment that was opened again with all its money there', async () => {
    const [due, whole] = await Promise.all(
      [321, 322].map((amount) => createPayment(app, { amount, transferDate: day(-4) })),
    );
    await importFile(app, account, bankFile([{ day: day(-4), amount: 5 }]));
    const send = (kind: string) => app.admin.post(`/api/payments/${whole!._id}/mails`).send({ kind });
    const { body: early } = await send('instructions').expect(201);
    await receive(app, whole!._id, 322);
    const change = app.admin.patch(`/api/payments/${whole!._id}/status`);
    expect((await change.send({ status: 'pending' }).expect(200)).body).toMatchObject({
      status: 'pending',
      due: 0,
    });
    await remind();
    expect(await keysOf(due!._id)).toEqual([`reminder:${due!._id}:1`]);
    expect(await keysOf(whole!._id)).not.toContain(`reminder:${whole!._id}:1`);
    const { body: overdue } = await app.admin.get('/api/reports/overdue?limit=100').expect(200);
    const late = (overdue as OverduePage).payments.map(({ _id }) => _id);
    expect([due, whole].map((payment) => late.includes(payment!._id))).toEqual([true, false]);
    for (const kind of ['instructions', 'reminder'])
      expect((await send(kind).expect(409)).body.message).toBe('Nothing of this payment is due');
    expect(await app.app.get(MailReview).decide(await storedMail(early._id))).toEqual({
      verdict: 'cancel',
      reason: 'Nothing of this payment is due',
    });
  });

  it('a match that leaves something due tells what came and what is missing; one that settles it says thanks', async () => {
    const payment = await createPayment(app, { amount: 2000, transferDate: day(0) });
    const import1 = await importFile(
      app,
      account,
      bankFile([
        { day: day(0), text: 'PART ONE', amount: 1500 },
        { day: day(0), text: 'PART TWO', amount: 500 },
      ]),
    );
    const transactions = await transactionsOf(app, import1.statementId);
    const match = async ({ _id }: BankTransaction, amount: number) => {
      const { body } = await app.admin.get(`/api/bank-transactions/${_id}`).expect(200);
      const allocations = [{ paymentId: payment._id, amount }];
      await app.admin
        .post(`/api/bank-transactions/${_id}/match`)
        .send({ allocations, version: body.version })
        .expect(200);
      return body.version + 1;
    };
    const [one, two] = ['PART ONE', 'PART TWO'].map((text) =>
      transactions.find((row) => row.text.includes(text))!,
    );
    const version = await match(one!, 1500);
    const [partly] = await mailsOf(payment._id);
    expect(partly).toMatchObject({
      key: `partly:${one!._id}:${payment._id}`,
      subject: `${payment.referenceNumber}: we received CA$1,500.00, CA$500.00 is missing`,
    });
    // A match that is undone and made again is one event.
    await app.admin.post(`/api/bank-transactions/${one!._id}/undo`).send({ version }).expect(200);
    await match(one!, 1500);
    expect(await keysOf(payment._id)).toEqual([partly!.key]);
    await match(two!, 500);
    const { body: settled } = await app.admin.get(`/api/payments/${payment._id}`).expect(200);
    expect(settled.status).toBe('paid');
    const entry = settled.statusHistory.length - 1;
    expect(await keysOf(payment._id)).toEqual([partly!.key, `paid:${payment._id}:${entry}`]);
  });

  it('thanks names what went back before the payment was paid beside all of the money that came', async () => {
    const { _id } = await createPayment(app, { amount: 1000 });
    const { version } = await receive(app, _id, 400);
    const money = { kind: 'refund', way: 'cash', amount: 200, day: day(0), version };
    await app.admin.post(`/api/payments/${_id}/ledger`).send(money).expect(201);
    await receive(app, _id, 800);
    const thanks = (await mailsOf(_id)).find(({ kind }) => kind === 'paid');
    const { body } = await app.admin.get(`/api/mails/${thanks!._id}`).expect(200);
    expect(body.text).toContain('Amount: CA$1,200.00\nRefund: CA$200.00');
  });
});
