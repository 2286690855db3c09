import { setTimeout as delay } from 'node:timers/promises';
import { calendarOf } from '#domain/platform/calendar';
import { createAccount, bankFile, importFile } from '../../testing/reconciliation.js';
import { createCustomer, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { rebuildStats, verifyStats } from './rebuild.js';
import { mergeCounterId, type StatsBucket, type StatsDelta } from './stats.schema.js';
import { StatsService } from './stats.service.js';

describe('a rebuild of the statistics, part by part', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    const customerId = await createCustomer(app);
    for (const status of ['paid', 'pending'] as const) await createPayment(app, { customerId, status });
    const account = await createAccount(app);
    await importFile(
      app,
      account,
      bankFile([
        { day: '2026-03-04', amount: 12 },
        { day: '2026-05-01', amount: 3 },
      ]),
    );
    const old = await createPayment(app, { customerId });
    await app.connection
      .collection('payments')
      .updateOne(
        { _id: new app.connection.base.mongo.ObjectId(old._id) },
        { $set: { createdAt: new Date('2024-02-29T23:30:00Z') } },
      );
  });
  afterAll(() => app.stop());

  const buckets = () => app.connection.collection<StatsBucket>('figures');
  const counters = () => app.connection.collection<StatsDelta>('figurechanges');
  const merge = () => app.app.get(StatsService).merge();
  /** Falsifies merged statistics of each kind, and adds some of a record that is not there. */
  async function falsify(): Promise<void> {
    while (await merge());
    for await (const { _id, cells } of buckets().find())
      await buckets().updateOne(
        { _id },
        { $inc: { [`cells.${Object.keys(cells)[0]}.count`]: _id.includes('month') ? 5 : 7 } },
      );
    for (const _id of ['day:2020-01-01', 'month:2020-01', 'unknown'])
      await buckets().updateOne({ _id }, { $set: { 'cells.a|b': { count: 1, cents: 2 } } }, { upsert: true });
    await buckets().updateOne(
      { _id: 'customers' },
      { $set: { 'cells.nowhere|new': { count: 2, cents: 0 } } },
    );
  }

  it('corrects every kind of figure, and what has no records', async () => {
    await falsify();
    const lines = await verifyStats(app.connection);
    for (const kind of [
      'month:2026-',
      'day:2024-02-29',
      'arrival-day:2026-03-04',
      'arrival-month:2026-05',
      'customers canada',
      'customers nowhere',
      'unknown',
      'day:2020',
    ])
      expect(lines).toContainEqual(expect.stringContaining(kind));
    await rebuildStats(app.connection);
    expect(await verifyStats(app.connection)).toEqual([]);
    const { total } = (await app.admin.get('/api/customers/stats').expect(200)).body;
    expect(total).toBe(await app.connection.collection('customers').countDocuments());
  });

  it('is exact while records are written and deltas merged', async () => {
    await falsify();
    let isOver = false;
    const writes = async () => {
      for (let done = 0; !isOver || done < 3; done++) {
        const { _id } = await createPayment(app, { status: 'paid' });
        await app.admin.patch(`/api/payments/${_id}/status`).send({ status: 'refunded' }).expect(200);
        if (done % 2) await app.admin.delete(`/api/payments/${_id}`).expect(204);
      }
    };
    const merges = async () => {
      // The leader merges each second; here more often.
      for (; !isOver; await delay(50)) await merge();
    };
    const load = Promise.all([writes(), writes(), merges()]);
    await rebuildStats(app.connection);
    await rebuildStats(app.connection);
    isOver = true;
    await load;
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('goes on where it was interrupted', async () => {
    await falsify();
    const names: number[] = [];
    const stopAt = (part: number) => (done: number) => {
      names.push(done);
      if (done === part) throw new Error('killed');
    };
    await expect(rebuildStats(app.connection, undefined, stopAt(4))).rejects.toThrow('killed');
    expect((await counters().findOne({ _id: mergeCounterId }))?.rebuild).toMatchObject({ zone: 'UTC' });
    await rebuildStats(app.connection, undefined, stopAt(Infinity));
    expect(names).toEqual(Array.from({ length: names.length }, (_, at) => at + 1));
    expect((await counters().findOne({ _id: mergeCounterId }))?.rebuild).toBeUndefined();
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('begins again where the interrupted one counted by the days of another zone', async () => {
    const tokyo = calendarOf('Asia/Tokyo');
    await expect(
      rebuildStats(app.connection, tokyo, (done) => {
        if (done === 6) throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await rebuildStats(app.connection);
    expect(await verifyStats(app.connection)).toEqual([]);
    await rebuildStats(app.connection, tokyo);
    expect(await verifyStats(app.connection)).toEqual([]);
    expect(await buckets().findOne({ _id: 'day:2024-03-01' })).not.toBeNull();
    await rebuildStats(app.connection, calendarOf('UTC'));
    expect(await verifyStats(app.connection)).toEqual([]);
  });
});
