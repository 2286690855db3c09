import { createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';
import { sheetsBetween } from './cells.js';
import { FiguresService } from './figures.service.js';
import { checkFigures, rebuildFigures } from './recount.js';

describe('kept figures', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const total = async (query: object): Promise<number> =>
    (
      await app.admin
        .get('/api/payments')
        .query({ limit: 1, ...query })
        .expect(200)
    ).body.pagination.total;
  const stored = (filter: object) => app.connection.collection('payments').countDocuments(filter);

  it('are right before, while and after changes are folded', async () => {
    const { _id } = await createPayment(app, { status: 'paid' });
    await createPayment(app);
    await app.admin.patch(`/api/payments/${_id}/status`).send({ status: 'failed' }).expect(200);
    const { _id: gone } = await createPayment(app);
    await app.admin.delete(`/api/payments/${gone}`).expect(204);
    const stats = async () => (await app.admin.get('/api/payments/stats').expect(200)).body;
    const before = await stats();
    expect(before.statuses).toEqual(
      expect.arrayContaining([
        { _id: 'failed', count: 1 },
        { _id: 'pending', count: 1 },
      ]),
    );
    await app.app.get(FiguresService).fold();
    expect(await stats()).toEqual(before);
    expect(await checkFigures(app.connection)).toEqual([]);
  });

  it('stay right under simultaneous writes and folds', async () => {
    const figures = app.app.get(FiguresService);
    const customerId = await createCustomer(app);
    await Promise.all([
      ...Array.from({ length: 15 }, () => createPayment(app, { customerId })),
      ...Array.from({ length: 5 }, () => figures.fold()),
    ]);
    expect(await checkFigures(app.connection)).toEqual([]);
  });

  it('give the totals of filtered lists, edges of days included', async () => {
    const at = async (moment: string, status: 'paid' | 'pending') => {
      const { _id } = await createPayment(app, { status });
      const { ObjectId } = app.connection.base.mongo;
      await app.connection
        .collection('payments')
        .updateOne({ _id: new ObjectId(_id) }, { $set: { createdAt: new Date(moment) } });
    };
    await at('2026-01-31T23:59:59.999Z', 'paid');
    await at('2026-02-01T00:00:00.000Z', 'paid');
    await at('2026-02-28T12:00:00.000Z', 'pending');
    await at('2026-03-02T06:00:00.000Z', 'paid');
    await rebuildFigures(app.connection);
    for (const [from, to] of [
      ['2026-01-31T23:59:59.999Z', '2026-03-02'],
      ['2026-02-01', '2026-02-28'],
      ['2026-02-01T00:00:00.001Z', '2026-03-02T05:59:59.999Z'],
      ['2026-02-28T11:00:00Z', '2026-02-28T13:00:00Z'],
      ['2026-02-10', '2026-02-01'],
    ] as const)
      for (const status of ['paid', undefined]) {
        const end = to.length === 10 ? `${to}T23:59:59.999Z` : to;
        const range = { createdAt: { $gte: new Date(from), $lte: new Date(end) } };
        expect(
          await total({
            'filter[createdAt][gte]': from,
            'filter[createdAt][lte]': to,
            ...(status && { 'filter[status]': status }),
          }),
        ).toBe(await stored({ ...range, ...(status && { status }) }));
      }
    expect(await total({ 'filter[createdAt][lte]': '2026-02-15' })).toBe(2);
    expect(await total({ 'filter[status]': 'paid', 'filter[paymentMethod]': 'bankTransfer' })).toBe(
      await stored({ status: 'paid', paymentMethod: 'bankTransfer' }),
    );
    expect(await total({})).toBe(await stored({}));
  });

  it('show where they are wrong, and are counted anew', async () => {
    await app.connection.collection<{ _id: string }>('figures').deleteOne({ _id: 'month:2026-02' });
    expect((await checkFigures(app.connection)).length).toBeGreaterThan(0);
    await rebuildFigures(app.connection);
    expect(await checkFigures(app.connection)).toEqual([]);
  });
});

describe('the sheets of a range', () => {
  it('are months where they are whole and days at the edges', () => {
    expect(sheetsBetween('2026-01-30', '2026-03-02')).toEqual([
      'day:2026-01-30',
      'day:2026-01-31',
      'month:2026-02',
      'day:2026-03-01',
      'day:2026-03-02',
    ]);
    expect(sheetsBetween('2026-02-01', '2026-02-28')).toEqual(['month:2026-02']);
    expect(sheetsBetween('2026-02-02', '2026-02-01')).toEqual([]);
  });
});
