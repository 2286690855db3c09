import mongoose from 'mongoose';
import { countLimit } from '#domain/platform/lists';
import { createCustomer, createPayment } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';

describe('the total of a list', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const many = countLimit + 50;
  const fill = async (collection: string, make: (number: number, at: Date) => object) => {
    const records = Array.from({ length: many }, (_, number) => ({
      _id: new mongoose.Types.ObjectId(),
      ...make(number, new Date(Date.now() - number)),
    }));
    await app.connection.collection(collection).insertMany(records);
  };
  const get = async (path: string, query: object = {}) =>
    (await app.admin.get(`/api/${path}`).query(query).expect(200)).body;

  it('of mails is counted up to the limit, and exact below it', async () => {
    await fill('mails', (number, createdAt) => ({
      key: `alert:${number}`,
      messageId: `<${number}@example.com>`,
      createdAt,
      kind: 'alert',
      to: 'desk@example.com',
      subject: 'One',
      searchText: 'one',
      attempts: 0,
      state: number < 30 ? 'failed' : 'held',
      nextAttemptAt: new Date(),
    }));
    expect((await get('mails')).pagination).toEqual({
      page: 1,
      limit: 10,
      total: countLimit,
      pages: countLimit / 10,
      atLeast: true,
    });
    const failed = await get('mails', { 'filter[state]': 'failed', page: 2 });
    expect(failed.pagination).toEqual({ page: 2, limit: 10, total: 30, pages: 3 });
    const last = await get('mails', { 'filter[state]': 'failed', limit: 25, page: 2 });
    expect([last.mails.length, last.pagination.total]).toEqual([5, 30]);
    expect(await get('mails/status')).toMatchObject({ held: countLimit, failed: 30, queued: 0 });
    expect((await get('counts')).mails).toMatchObject({ held: countLimit, failed: 30 });
  });

  it('of mails of one kind is that of an index', async () => {
    const ofKind = app.connection.collection('mails').find({ kind: 'paid' }).sort({ createdAt: -1, _id: -1 });
    const plan = JSON.stringify(await ofKind.explain('queryPlanner'));
    expect(plan).toContain('kind_1_createdAt_1__id_1');
    expect(plan).not.toContain('"SORT"');
    expect((await get('mails', { 'filter[kind]': 'paid' })).pagination.total).toBe(0);
  });

  it('of audit entries is counted likewise', async () => {
    const customer = await createCustomer(app);
    await fill('audit', (number, at) => ({
      at,
      by: number < 20 ? 'ann' : 'ben',
      action: 'update',
      resource: 'customers',
      ip: '::1',
      requestId: '1',
      resourceId: number < 12 ? customer : 'another',
    }));
    expect((await get('audit')).pagination).toMatchObject({ total: countLimit, atLeast: true });
    expect((await get('audit', { 'filter[by]': 'ann' })).pagination).toEqual({
      page: 1,
      limit: 10,
      total: 20,
      pages: 2,
    });
    const history = await get('audit', { 'filter[resource]': 'customers', 'filter[id]': customer });
    expect(history.pagination.total).toBe(13);
  });

  it('of bank transactions is counted likewise in each state', async () => {
    const [bankAccountId, statementId] = [new mongoose.Types.ObjectId(), new mongoose.Types.ObjectId()];
    await fill('banktransactions', (number, createdAt) => ({
      bankAccountId,
      statementIds: [statementId],
      createdAt,
      day: '2026-01-02',
      cents: 100,
      currency: 'CAD',
      text: 'ONE',
      searchText: 'one',
      restCents: 0,
      version: 0,
      candidates: [],
      allocations: [],
      textFingerprint: String(number),
      state: number < 15 ? 'ignored' : 'matched',
    }));
    const all = await get('bank-transactions');
    expect(all.counts).toEqual({ ready: 0, review: 0, matched: countLimit, ignored: 15 });
    expect(all.pagination).toMatchObject({ total: countLimit + 15, atLeast: true });
    const ignored = await get('bank-transactions', { 'filter[state]': 'ignored' });
    expect(ignored.pagination).toEqual({ page: 1, limit: 10, total: 15, pages: 2 });
  });

  it('of customers of a country comes from the statistics, and is exact', async () => {
    for (const place of [
      { country: 'usa', state: 'NY', postalCode: '10001' },
      { country: 'other', postalCode: '50100' },
    ] as const)
      for (let made = 0; made < 2; made++) await createCustomer(app, place);
    const stored = (country: string) => app.connection.collection('customers').countDocuments({ country });
    for (const country of ['usa', 'other', 'canada'])
      expect((await get('customers', { 'filter[country]': country, limit: 1 })).pagination.total).toBe(
        await stored(country),
      );
  });

  it('of payments expected on some days is exact, by status', async () => {
    for (const [status, transferDate] of [
      ['pending', '2026-02-03'],
      ['paid', '2026-02-03'],
      ['pending', '2026-02-05'],
    ] as const)
      await createPayment(app, { status, transferDate });
    const days = {
      'filter[transferDate][gte]': '2026-02-01',
      'filter[transferDate][lte]': '2026-02-04',
      limit: 1,
    };
    expect(await get('payments', days)).toMatchObject({
      pagination: { total: 2 },
      counts: { pending: 1, paid: 1, failed: 0 },
    });
    expect((await get('payments', { ...days, 'filter[status]': 'paid' })).pagination.total).toBe(1);
  });
});
