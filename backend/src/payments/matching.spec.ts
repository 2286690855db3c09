import { getConnectionToken } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { maximumSelected } from '#domain/platform/selection';
import type { MatchingPayments } from '#domain/payments/payments';
import type { StatusResult } from '#domain/payments/status-batch';
import { verifyStats } from '../ledger/stats/rebuild.js';
import { createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';

describe('all payments that match', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const findMatching = (customerId: string, query: object = {}) =>
    app.admin.get('/api/payments/matching').query({ 'filter[customerId]': customerId, ...query });
  const matching = async (customerId: string, query?: object): Promise<MatchingPayments> =>
    (await findMatching(customerId, query).expect(200)).body as MatchingPayments;
  const createMany = async (count: number, customerId: string) => {
    for (let made = 0; made < count; made++) await createPayment(app, { customerId, amount: 100 + made });
  };

  it.each([
    [
      'are marked in calls of one batch, which tell what a colleague changed meanwhile and are undone at once',
      9,
    ],
    ['are so where they are thirty @long', 30],
  ])('%s', async (_title, count) => {
    const customerId = await createCustomer(app);
    await createMany(count, customerId);
    const { payments, total } = await matching(customerId, { count, sort: 'amount' });
    expect([payments.length, total]).toEqual([count, count]);
    expect(payments.map(({ amount }) => amount)).toEqual(Array.from({ length: count }, (_, at) => 100 + at));
    const theirs = payments[3]!;
    await app.admin.patch(`/api/payments/${theirs._id}/status`).send({ status: 'refunded' }).expect(200);

    let batch: string | undefined;
    const results: StatusResult[] = [];
    const mark = async (those: typeof payments) => {
      const ids = those.map(({ _id }) => _id);
      const versions = Object.fromEntries(those.map(({ _id, version }) => [_id, version]));
      const body = { ids, versions, status: 'paid', ...(batch && { batch }) };
      return (await app.admin.post('/api/payments/status').send(body).expect(200)).body;
    };
    for (const those of [payments.slice(0, -4), payments.slice(-4)]) {
      const answer = await mark(those);
      ({ batch } = answer);
      results.push(...answer.results);
      // Sent again, as when its answer was lost.
      expect(await mark(those)).toEqual(answer);
    }
    expect(results.filter(({ ok }) => !ok)).toEqual([
      { id: theirs._id, ok: false, message: 'This payment was changed meanwhile. It is Refunded now.' },
    ]);
    expect(await matching(customerId, { 'filter[status]': 'paid' })).toMatchObject({ total: count - 1 });
    expect(await verifyStats(app.app.get(getConnectionToken()))).toEqual([]);

    const undo = () => app.admin.post('/api/payments/status/undo').send({ batch }).expect(200);
    expect((await undo()).body.results).toHaveLength(count - 1);
    await undo();
    expect(await matching(customerId, { 'filter[status]': 'pending' })).toMatchObject({ total: count - 1 });
    for (const { _id } of payments.filter((payment) => payment !== theirs)) {
      const { body } = await app.admin.get(`/api/payments/${_id}`).expect(200);
      expect(body.statusHistory.map(({ status }: { status: string }) => status)).toEqual([
        'pending',
        'paid',
        'pending',
      ]);
      const { body: audit } = await app.admin
        .get('/api/audit')
        .query({ 'filter[resourceId]': _id, 'filter[action]': 'status' })
        .expect(200);
      expect(audit.entries).toHaveLength(2);
    }
    expect(await verifyStats(app.app.get(getConnectionToken()))).toEqual([]);
  });

  it('are refused where another number matches than was shown', async () => {
    const customerId = await createCustomer(app);
    await createMany(2, customerId);
    const { body } = await findMatching(customerId, { count: 3 }).expect(409);
    expect(body.message).toBe('The list has changed: 2 match now, not 3. Nothing more was selected.');
    for (const count of ['0', 'many', '-1']) await findMatching(customerId, { count }).expect(400);
    await app.admin.get('/api/payments/matching?filter[color]=red').expect(400);
    await app.visitor.get('/api/payments/matching').expect(401);
  });

  it('are the first thousand of more, in the order of the list', async () => {
    const customerId = await createCustomer(app);
    const { _id, ...payment } = (await app.app
      .get(getConnectionToken())
      .collection('payments')
      .findOne({ customerId: new Types.ObjectId((await createPayment(app, { customerId })).customerId) }))!;
    const others = Array.from({ length: maximumSelected }, (_, at) => ({
      ...payment,
      amount: 5000 + at,
      referenceNumber: `MANY-${at}`,
      referenceKey: `MANY-${at}`,
    }));
    await app.app.get(getConnectionToken()).collection('payments').insertMany(others);
    const query = { count: maximumSelected + 1, sort: '-amount' };
    const { payments, total } = await matching(customerId, query);
    expect([payments.length, total]).toEqual([maximumSelected, maximumSelected + 1]);
    expect([payments[0]!.amount, payments.at(-1)!.amount]).toEqual([5999, 5000]);
    expect(payments.map(({ _id: id }) => id)).not.toContain(String(_id));
  });

  it('or chosen ones are exported, newest first, with an audit entry', async () => {
    const customerId = await createCustomer(app);
    await createMany(3, customerId);
    const { payments } = await matching(customerId, { sort: 'createdAt' });
    const chosen = payments.slice(0, 2);
    const ids = chosen.map(({ _id }) => _id);
    const { text, headers } = await app.admin
      .post('/api/payments/export?format=csv')
      .send({ ids })
      .expect(200);
    expect(headers['x-total-rows']).toBe('2');
    const rows = text.trim().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',')[0]!.replaceAll('"', ''))).toEqual(
      chosen.map(({ referenceNumber }) => referenceNumber).reverse(),
    );
    for (const wrong of [[], ['x'], undefined, Array.from({ length: maximumSelected + 1 }, () => ids[0])])
      await app.admin.post('/api/payments/export').send({ ids: wrong }).expect(400);
    const { body } = await app.admin.get('/api/audit?filter[action]=export').expect(200);
    expect(body.entries).toMatchObject([{ resource: 'payments' }]);
  });
});
