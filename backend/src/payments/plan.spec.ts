import type { PaymentPage } from '#domain/payments/payments';
import { createPayment, receive } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';

const day = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

const [first, second] = [
  { amount: 250, due: day(0) },
  { amount: 750, due: day(60) },
];
const plan = [first, second];

describe('a payment in parts', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const put = (id: string, body: object) => app.admin.put(`/api/payments/${id}/plan`).send(body);
  const planned = async () => {
    const { _id } = await createPayment(app, { amount: 1000, transferDate: day(5) });
    return (await put(_id, { plan, version: 0 }).expect(200)).body;
  };

  it('is expected by its open parts, together what is due, in sums and in a file', async () => {
    const parts = [
      { amount: 100, due: '2020-01-05' },
      { amount: 200, due: day(1) },
      { amount: 700, due: day(400) },
    ];
    const { _id, referenceNumber } = await createPayment(app, { amount: 1000 });
    await put(_id, { plan: parts, version: 0 }).expect(200);
    await receive(app, _id, 150);
    await createPayment(app, { amount: 30, currency: 'USD', transferDate: day(400) });
    await createPayment(app, { amount: 40, currency: 'USD' });
    const late = await createPayment(app, { amount: 50, currency: 'USD', transferDate: '2020-01-05' });
    await createPayment(app, { amount: 60, currency: 'USD', status: 'paid' });
    const month = (later: number) => day(later).slice(0, 7);
    const none = { amount: 0, count: 0 };
    const { body } = await app.admin.get('/api/reports/expected').expect(200);
    expect(body).toEqual({
      currencies: [
        {
          currency: 'CAD',
          overdue: none,
          undated: none,
          months: [
            { month: month(1), amount: 150, count: 1 },
            { month: month(400), amount: 700, count: 1 },
          ],
        },
        {
          currency: 'USD',
          overdue: { amount: 50, count: 1 },
          undated: { amount: 40, count: 1 },
          months: [{ month: month(400), amount: 30, count: 1 }],
        },
      ],
    });
    const { text } = await app.admin.get('/api/reports/expected/export').expect(200);
    const lines = text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(6);
    expect(lines[2]).toContain(`${day(1)},150.00,"CAD","2 of 3","${referenceNumber}","Grace Lee"`);
    await app.admin.get('/api/reports/expected/export?format=excel').expect(200);
    const { text: payments } = await app.admin.get('/api/payments/export').expect(200);
    expect(payments.split(/\r?\n/)[0]).toMatch(/Plan\W+Asked Now\W+Asked Until\W*$/);
    expect(payments).toContain(
      `100.00 by 2020-01-05; 200.00 by ${day(1)}; 700.00 by ${day(400)}",150.00,${day(1)}`,
    );
    await app.admin.delete(`/api/payments/${late._id}`).expect(204);
  });

  it('shows its parts and what is asked now wherever it is shown', async () => {
    const payment = await planned();
    const shown = {
      plan: [
        { ...first, open: 250, state: 'due' },
        { ...second, open: 750, state: 'due' },
      ],
      askedNow: first,
      due: 1000,
    };
    expect(payment).toMatchObject(shown);
    expect(payment.statusHistory.at(-1).note).toMatch(
      /^Paid in 2 parts: CA\$250\.00 by .+; CA\$750\.00 by .+$/,
    );
    const { body: page } = await app.admin.get('/api/payments').query({ 'filter[id]': payment._id });
    expect((page as PaymentPage).payments[0]).toMatchObject(shown);
    await receive(app, payment._id, 300);
    const { body } = await app.admin.get(`/api/payments/${payment._id}`).expect(200);
    expect(body).toMatchObject({
      plan: [
        { open: 0, state: 'paid' },
        { open: 700, state: 'partly' },
      ],
      askedNow: { amount: 700, due: second.due },
    });
  });

  it('takes the same again without a change, and another in its place', async () => {
    const { _id, version } = await planned();
    const { body: same } = await put(_id, { plan, version: 0 }).expect(200);
    expect(same).toMatchObject({ version, statusHistory: { length: 2 } });
    const { body: other } = await put(_id, {
      plan: [
        { ...first, extra: 1 },
        { ...second, due: day(90) },
      ],
      version,
    });
    expect(other.plan).toEqual([
      { ...first, open: 250, state: 'due' },
      { ...second, due: day(90), open: 750, state: 'due' },
    ]);
    await put(_id, { plan, version }).expect(409);
    const { body: trail } = await app.admin
      .get('/api/audit')
      .query({ 'filter[resourceId]': _id })
      .expect(200);
    expect(JSON.stringify(trail)).toContain(day(90));
  });

  it('ends with the last day as the transfer date, or with the former one', async () => {
    const { _id, version } = await planned();
    const { body: ended } = await put(_id, { plan: null, version }).expect(200);
    expect(ended).toMatchObject({ transferDate: `${second.due}T00:00:00.000Z`, version: version + 1 });
    expect(ended).not.toHaveProperty('plan');
    expect(ended).not.toHaveProperty('askedNow');
    const { body: again } = await put(_id, { plan: null, version: version + 1 }).expect(200);
    expect(again.version).toBe(version + 1);
    const other = await planned();
    const { body } = await put(other._id, { plan: null, transferDate: day(5), version: other.version });
    expect(body.transferDate).toBe(`${day(5)}T00:00:00.000Z`);
  });

  it('is overdue by its first open part, in lists, counts and the report alike, and found by its plan', async () => {
    const late = await createPayment(app, { amount: 1000 });
    const parts = [
      { amount: 250, due: day(-9) },
      { amount: 750, due: day(-2) },
    ];
    await put(late._id, { plan: parts, version: 0 }).expect(200);
    const later = await createPayment(app, { amount: 1000, transferDate: day(-5) });
    const waiting = await createPayment(app, { amount: 1000, transferDate: day(-5) });
    await put(waiting._id, { plan, version: 0 }).expect(200);
    const pageOf = async (query: object) => {
      const { body } = await app.admin.get('/api/payments').query(query).expect(200);
      return body as PaymentPage;
    };
    const listed = async (query: object) => (await pageOf(query)).payments.map(({ _id }) => _id);
    const overdue = async () => {
      const { body } = await app.admin.get('/api/reports/overdue').expect(200);
      const { body: counts } = await app.admin.get('/api/counts').expect(200);
      const { body: summary } = await app.admin.get('/api/reports/summary').expect(200);
      const ids = (body as PaymentPage).payments.map(({ _id }) => _id);
      expect(counts.overdue).toBe(ids.length);
      expect(summary.overdue.payments.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
      expect(await listed({ 'filter[overdue]': 'true', sort: 'expectedOn' })).toEqual(ids);
      return ids;
    };
    expect(await overdue()).toEqual([late._id, later._id]);
    await receive(app, late._id, 250);
    expect(await overdue()).toEqual([later._id, late._id]);
    const { body: summary } = await app.admin.get('/api/reports/summary').expect(200);
    expect(summary.overdue.payments).toMatchObject([
      { _id: later._id, amount: 1000, due: 1000 },
      { _id: late._id, amount: 1000, due: 750, askedNow: { amount: 750, due: day(-2) } },
    ]);
    await receive(app, late._id, 750);
    expect(await overdue()).toEqual([later._id]);
    const { payments, counts } = await pageOf({ 'filter[plan]': 'true', limit: 100 });
    const found = payments.map(({ _id }) => _id);
    expect(found).toEqual(expect.arrayContaining([late._id, waiting._id]));
    expect(found).not.toContain(later._id);
    expect(counts.paid).toBe(payments.filter(({ status }) => status === 'paid').length);
    expect(counts.pending).toBe(payments.filter(({ status }) => status === 'pending').length);
    expect([counts.paid, counts.pending]).not.toContain(0);
    await app.admin.get('/api/payments?filter[overdue]=yes').expect(400);
  });

  it('is refused without a version, for another one, and of a payment that is not pending', async () => {
    const { _id } = await createPayment(app, { amount: 1000 });
    const { body } = await put(_id, { plan }).expect(400);
    expect(body.errors).toEqual({ version: 'Version is required' });
    await put(_id, { version: 0 }).expect(400);
    await put(_id, { plan, version: 7 }).expect(409);
    await put('0123456789abcdef01234567', { plan, version: 0 }).expect(404);
    const paid = await createPayment(app, { amount: 1000, status: 'paid' });
    const { body: refused } = await put(paid._id, { plan, version: 0 }).expect(409);
    expect(refused.message).toBe('Only a pending payment can be paid in parts');
  });

  it('names what does not fit by its path', async () => {
    const { _id } = await createPayment(app, { amount: 1000 });
    const errors = async (parts: unknown) =>
      (await put(_id, { plan: parts, version: 0 }).expect(400)).body.errors as object;
    expect(await errors([first])).toEqual({ plan: 'A plan has 2 to 12 parts' });
    expect(await errors([first, { ...second, amount: 700 }])).toEqual({
      plan: 'The parts are CA$50.00 less than the payment',
    });
    expect(await errors([])).toEqual({ plan: 'A plan has 2 to 12 parts' });
    expect(Object.keys(await errors([first, { amount: '750', due: first.due }]))).toEqual([
      'plan.1.amount',
      'plan.1.due',
    ]);
  });

  it('gives the difference of a changed amount to its last part, which stays above 0', async () => {
    const { _id, customerId } = await planned();
    const change = (amount: number) =>
      app.admin.put(`/api/payments/${_id}`).send({
        customerId,
        amount,
        currency: 'CAD',
        paymentMethod: 'bankTransfer',
        status: 'pending',
      });
    expect((await change(600).expect(200)).body.plan).toMatchObject([{ amount: 250 }, { amount: 350 }]);
    expect((await change(250).expect(400)).body.errors).toHaveProperty('amount');
  });
});
