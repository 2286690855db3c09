import type { Counts } from '#domain/office/counts';
import type { ListedOverduePayment, OverduePage } from '#domain/payments/overdue';
import type { BankTransaction } from '#domain/bank/reconciliation';
import {
  bankFile,
  createAccount,
  createDue,
  importFile,
  transactionsOf,
} from '../../testing/reconciliation.js';
import { createCustomer, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';

const day = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

describe('overdue payments', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(() => app.reset());
  afterAll(() => app.stop());

  const overdue = async (query: object = {}): Promise<OverduePage> =>
    (await app.admin.get('/api/reports/overdue').query(query).expect(200)).body as OverduePage;
  const references = ({ payments }: OverduePage) => payments.map(({ referenceNumber }) => referenceNumber);
  const row = async (id: string): Promise<ListedOverduePayment | undefined> =>
    (await overdue()).payments.find(({ _id }) => _id === id);

  it('are the pending ones past their transfer date, the longest overdue first, in pages', async () => {
    const customerId = await createCustomer(app, { fullName: 'Late Lee' });
    const old = await createPayment(app, { customerId, transferDate: '2020-02-02' });
    const yesterday = await createPayment(app, { transferDate: day(-1) });
    for (const transferDate of [day(0), day(1), undefined]) await createPayment(app, { transferDate });
    for (const status of ['paid', 'failed'] as const)
      await createPayment(app, { transferDate: '2020-02-02', status });
    const all = await overdue();
    expect(references(all)).toEqual([old.referenceNumber, yesterday.referenceNumber]);
    expect(all.pagination).toEqual({ page: 1, limit: 10, total: 2, pages: 1 });
    expect(all.payments[0]).toMatchObject({
      customerId: { _id: customerId, fullName: 'Late Lee' },
      version: 0,
      due: 100,
      mayHaveArrived: false,
    });
    expect(references(await overdue({ sort: '-transferDate', limit: 1 }))).toEqual([
      yesterday.referenceNumber,
    ]);
    expect(references(await overdue({ page: 2, limit: 1 }))).toEqual([yesterday.referenceNumber]);
    const { body: matching } = await app.admin
      .get('/api/reports/overdue/matching')
      .query({ count: 2, 'filter[search]': '' })
      .expect(200);
    expect(matching).toEqual({ payments: all.payments, total: 2 });
    await app.admin.get('/api/reports/overdue/matching?count=3').expect(409);
    await app.admin
      .post('/api/payments/status')
      .send({ ids: [old._id], status: 'paid' })
      .expect(200);
    expect(references(await overdue())).toEqual([yesterday.referenceNumber]);
  });

  it('tell when the payer was reminded last, by a reminder that was not cancelled', async () => {
    const { _id } = await createPayment(app, { transferDate: day(-3) });
    expect((await row(_id))?.lastReminderAt).toBeUndefined();
    const remind = async () =>
      (await app.admin.post(`/api/payments/${_id}/mails`).send({ kind: 'reminder' }).expect(201)).body;
    await app.admin.post(`/api/payments/${_id}/mails`).send({ kind: 'instructions' }).expect(201);
    expect((await row(_id))?.lastReminderAt).toBeUndefined();
    const first = await remind();
    expect((await row(_id))?.lastReminderAt).toBe(first.createdAt);
    expect((await row(_id))?.isReminderHeld).toBe(true);
    const second = await remind();
    expect((await row(_id))?.lastReminderAt).toBe(second.createdAt);
    await app.admin.post(`/api/mails/${second._id}/cancel`).expect(200);
    expect((await row(_id))?.lastReminderAt).toBe(first.createdAt);
  });

  it('tell which of them a bank transaction may have paid already, by its reference, or by name and amount', async () => {
    const account = await createAccount(app);
    const customerId = await createCustomer(app, { fullName: 'Wilhelmina Evidence' });
    const named = await createPayment(app, { customerId, transferDate: day(-4), amount: 412.34 });
    const referred = await createPayment(app, { transferDate: day(-4), amount: 600 });
    const waiting = await createPayment(app, { transferDate: day(-4), amount: 77 });
    const text = 'E-TRANSFER WILHELMINA EVIDENCE';
    await importFile(
      app,
      account,
      bankFile([
        { day: day(-1), text, amount: 412.34 },
        { day: day(-1), text: `WIRE ${referred.referenceNumber}`, amount: 580 },
        { day: day(-1), text: 'SOMEBODY ELSE', amount: 77 },
      ]),
    );
    expect((await row(named._id))?.mayHaveArrived).toBe(true);
    expect((await row(referred._id))?.mayHaveArrived).toBe(true);
    expect((await row(waiting._id))?.mayHaveArrived).toBe(false);
  });

  it('may have arrived by a known payer who sent the amount that is due, not by one who sent another amount', async () => {
    const account = await createAccount(app);
    const [customerId, other] = [
      await createCustomer(app, { fullName: 'Ann Wife' }),
      await createCustomer(app, { fullName: 'Ben Spouse' }),
    ];
    const paid = await createPayment(app, { customerId, amount: 300 });
    const paidToo = await createPayment(app, { customerId: other, amount: 301 });
    const first = await importFile(
      app,
      account,
      bankFile([
        { day: day(-9), text: 'INTERAC E-TRANSFER FROM CARL PAYER', amount: 300 },
        { day: day(-9), text: 'INTERAC E-TRANSFER FROM DORA PAYER', amount: 301 },
      ]),
    );
    for (const transaction of await transactionsOf(app, first.statementId)) {
      const payment = transaction.amount === 300 ? paid : paidToo;
      await app.admin
        .post(`/api/bank-transactions/${transaction._id}/match`)
        .send({
          allocations: [{ paymentId: payment._id, amount: transaction.amount }],
          version: transaction.version,
        })
        .expect(200);
    }
    const late = await createPayment(app, { customerId, transferDate: day(-4), amount: 412 });
    const lateToo = await createPayment(app, { customerId: other, transferDate: day(-4), amount: 413 });
    await importFile(
      app,
      account,
      bankFile([
        { day: day(-1), text: 'INTERAC E-TRANSFER FROM CARL PAYER', amount: 45 },
        { day: day(-1), text: 'INTERAC E-TRANSFER FROM DORA PAYER', amount: 413 },
      ]),
    );
    const { body } = await app.admin.get('/api/bank-transactions?filter[state]=review').expect(200);
    expect(body.transactions.flatMap(({ candidates }: BankTransaction) => candidates)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ paymentId: late._id, why: ['payer'] })]),
    );
    expect((await row(late._id))?.mayHaveArrived).toBe(false);
    expect((await row(lateToo._id))?.mayHaveArrived).toBe(true);
  });

  it('count a notice with the reference until its money is matched', async () => {
    const account = await createAccount(app);
    const payment = await createPayment(app, { transferDate: day(-4), amount: 500 });
    const short = await createPayment(app, { transferDate: day(-4), referenceNumber: '7', amount: 500 });
    const text = [
      'Hi Company,\nYour funds have been deposited!\n$200.00\n\nTransfer Details\n\nMessage:',
      `for ${payment.referenceNumber.toLowerCase().replaceAll('-', ' ')} 7`,
      '\nDate: November 21, 2026\nReference Number: C7ratNotice7\nSent From: JANE SMITH',
      'Amount: $200.00 (CAD)\nInterac e-Transfer',
    ].join('\n');
    await app.admin.post('/api/interac-notices').send({ text }).expect(201);
    expect((await row(payment._id))?.mayHaveArrived).toBe(true);
    expect((await row(short._id))?.mayHaveArrived).toBe(false);
    const { statementId } = await importFile(
      app,
      account,
      bankFile([{ day: day(-1), text: 'INTERAC E-TRANSFER JANE SMITH C7RATNOTICE7', amount: 200 }]),
    );
    expect((await row(payment._id))?.mayHaveArrived).toBe(true);
    const [transaction] = await transactionsOf(app, statementId);
    await app.admin
      .post(`/api/bank-transactions/${transaction!._id}/match`)
      .send({ allocations: [{ paymentId: payment._id, amount: 200 }], version: transaction!.version })
      .expect(200);
    expect(await row(payment._id)).toMatchObject({ due: 300, mayHaveArrived: false });
  });

  it('are searched by every word of payer and reference, and counted beside what else waits', async () => {
    const [one, other] = [
      await createDue(app, 'Anna Overdue', { transferDate: day(-3) }),
      await createDue(app, 'Berta Overdue', { transferDate: day(-2) }),
    ];
    const found = async (search: string) => references(await overdue({ filter: { search } }));
    expect(await found('overdue')).toEqual([one.referenceNumber, other.referenceNumber]);
    expect(await found('berta')).toEqual([other.referenceNumber]);
    expect(await found(one.referenceNumber)).toEqual([one.referenceNumber]);
    const counts = async () => (await app.admin.get('/api/counts').expect(200)).body as Counts;
    const before = await counts();
    expect(before.mails).toEqual((await app.admin.get('/api/mails/status').expect(200)).body);
    await app.admin.patch(`/api/payments/${one._id}/status`).send({ status: 'paid' }).expect(200);
    expect(await counts()).toMatchObject({ overdue: before.overdue - 1 });
    const { statementId } = await importFile(
      app,
      await createAccount(app),
      bankFile([
        { text: other.referenceNumber, amount: 2256.61 },
        { text: 'NOBODY', amount: 5 },
      ]),
    );
    const states = (await transactionsOf(app, statementId)).map(({ state }) => state);
    expect(states.sort()).toEqual(['ready', 'review']);
    expect(await counts()).toMatchObject({ ready: before.ready + 1, review: before.review + 1 });
  });

  it.each(['filter[status]=paid', 'sort=nothing', 'limit=101', 'page=0'])(
    'refuse the query %s',
    async (query) => {
      await app.admin.get(`/api/reports/overdue?${query}`).expect(400);
    },
  );
});
