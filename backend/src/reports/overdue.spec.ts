import type { ListedOverduePayment, OverduePage } from '../../../domain/overdue.js';
import { bankFile, createAccount, importFile } from '../reconciliation/testing.js';
import { createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';

const day = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

describe('overdue payments', () => {
  let app: TestApp;
  beforeEach(async () => (app = await TestApp.start()));
  afterEach(() => app.stop());

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
    const second = await remind();
    expect((await row(_id))?.lastReminderAt).toBe(second.createdAt);
    await app.admin.post(`/api/mails/${second._id}/cancel`).expect(200);
    expect((await row(_id))?.lastReminderAt).toBe(first.createdAt);
  });

  it('tell which of them a bank transaction or a notice may have paid already', async () => {
    const account = await createAccount(app);
    const customerId = await createCustomer(app, { fullName: 'Wilhelmina Evidence' });
    const arrived = await createPayment(app, { customerId, transferDate: day(-4), amount: 412.34 });
    const waiting = await createPayment(app, { transferDate: day(-4) });
    const text = 'E-TRANSFER WILHELMINA EVIDENCE';
    await importFile(app, account, bankFile([{ day: day(-1), text, amount: 412.34 }]));
    expect((await row(arrived._id))?.mayHaveArrived).toBe(true);
    expect((await row(waiting._id))?.mayHaveArrived).toBe(false);
  });

  it.each(['filter[status]=paid', 'sort=nothing', 'limit=101', 'page=0'])(
    'refuse the query %s',
    async (query) => {
      await app.admin.get(`/api/reports/overdue?${query}`).expect(400);
    },
  );
});
