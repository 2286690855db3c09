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
    const late = await createPayment(app, { amount: 1000, transferDate: day(5) });
    const parts = [
      { amount: 250, due: day(-9) },
      { amount: 750, due: day(-2) },
    ];
    await put(late._id, { plan: parts, version: 0 }).expect(200);
    const later = await createPayment(app, { amount: 1000, transferDate: day(-5) });
    const waiting = await createPayment(app, { amount: 1000, transferDate: day(-5) });
    await put(waiting._id, { plan, version: 0 }).expect(200);
    const listed = async (query: object) => {
      const { body } = await app.admin.get('/api/payments').query(query).expect(200);
      return (body as PaymentPage).payments.map(({ _id }) => _id);
    };
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
    await receive(app, late._id, 750);
    expect(await overdue()).toEqual([later._id]);
    const found = await listed({ 'filter[plan]': 'true', limit: 100 });
    expect(found).toEqual(expect.arrayContaining([late._id, waiting._id]));
    expect(found).not.toContain(later._id);
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
    expect(Object.keys(await errors([first, { amount: '750', due: first.due }]))).toEqual([
      'plan.1.amount',
      'plan.1.due',
    ]);
  });

  it('gives the difference of a changed amount to its last part, which stays above 0', async () => {
    const { _id, customerId } = await planned();
    const change = (amount: number) =>
      app.admin.put(`/api/payments/${_id}`).send({
        ...{ customerId, amount, currency: 'CAD', paymentMethod: 'bankTransfer', status: 'pending' },
      });
    expect((await change(600).expect(200)).body.plan).toMatchObject([{ amount: 250 }, { amount: 350 }]);
    expect((await change(250).expect(400)).body.errors).toHaveProperty('amount');
  });
});
