import { createCustomer, createPayment } from '../../testing/builders.js';
import { waitFor } from '../../testing/wait-for.js';
import { TestApp } from '../../testing/test-app.js';
import { splitDateRange } from './stats-keys.js';
import { FaultProxy } from '../../../suites/faults/fault-proxy.js';
import { uriForDatabase } from '../../testing/uri-for-database.js';
import { StatsService } from './stats.service.js';
import { verifyStats, rebuildStats } from './rebuild.js';

describe('kept statistics', () => {
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

  it('are right before and after deltas are merged', async () => {
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
    await app.app.get(StatsService).merge();
    expect(await stats()).toEqual(before);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('stay right under simultaneous writes and merges', async () => {
    const stats = app.app.get(StatsService);
    const customerId = await createCustomer(app);
    await Promise.all([
      ...Array.from({ length: 15 }, () => createPayment(app, { customerId })),
      ...Array.from({ length: 5 }, () => stats.merge()),
    ]);
    expect(await verifyStats(app.connection)).toEqual([]);
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
    await rebuildStats(app.connection);
    for (const [from, to] of [
      ['2026-01-31T23:59:59.999Z', '2026-03-02'],
      ['2026-02-01', '2026-02-28'],
      ['2026-02-01T00:00:00.001Z', '2026-03-02T05:59:59.999Z'],
      ['2026-02-28T11:00:00Z', '2026-02-28T13:00:00Z'],
      ['2026-02-10', '2026-02-01'],
      ['2026-01-05', '2026-03-20'],
      ['0001-01-01', '9999-12-31'],
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
    const last = '9999-12-31T12:00:00-12:00';
    expect(await total({ 'filter[createdAt][lte]': last })).toBe(await stored({}));
    expect(await total({ 'filter[createdAt][gte]': last })).toBe(0);
    expect(await total({ 'filter[createdAt][gte]': '9999-12-31T12:00:00Z' })).toBe(0);
  });

  it('show where they are wrong, and are counted anew', async () => {
    // A delta that is not merged yet would still stand for what is removed here.
    while (await app.app.get(StatsService).merge());
    await app.connection.collection<{ _id: string }>('figures').deleteOne({ _id: 'month:2026-02' });
    expect((await verifyStats(app.connection)).length).toBeGreaterThan(0);
    await rebuildStats(app.connection);
    expect(await verifyStats(app.connection)).toEqual([]);
  });
});

describe('the parts of a range of days', () => {
  const days = Array.from({ length: 122 }, (_, number) =>
    new Date(Date.UTC(2023, 11, 1 + number)).toISOString().slice(0, 10),
  );
  /** The days counted once; all others are not counted. */
  const within = (from: string | undefined, to: string | undefined) => {
    const { times } = splitDateRange(from, to);
    const counted = days.map((day) => times(day.slice(0, 7)) + times(day));
    return counted.every((count) => count === 0 || count === 1)
      ? days.filter((_, index) => counted[index])
      : counted;
  };

  it('are those days and no others, by few buckets', () => {
    for (let first = 0; first < days.length; first++)
      for (let last = first; last < days.length; last += 3) {
        const range = [days[first], days[last]] as const;
        expect(within(...range)).toEqual(days.slice(first, last + 1));
        expect(splitDateRange(...range).days.length).toBeLessThanOrEqual(31);
      }
  });

  it('go on to wherever an end is open', () => {
    for (const [index, day] of days.entries()) {
      expect(within(day, undefined)).toEqual(days.slice(index));
      expect(within(undefined, day)).toEqual(days.slice(0, index + 1));
    }
    expect(within('0001-01-01', '9999-12-31')).toEqual(days);
    expect(within(undefined, undefined)).toEqual(days);
  });

  it('are whole months but for the fewer days at their edges', () => {
    expect(splitDateRange('2024-02-01', '2024-03-30').days).toEqual(['2024-03-31']);
    expect(splitDateRange('2024-01-31', '2024-03-01').days).toEqual(['2024-01-31', '2024-03-01']);
  });
});

describe('the timer of the statistics', () => {
  it('starts no merge while one runs, and the server stops after it', async () => {
    const other = await TestApp.start();
    let [running, most, merges] = [0, 0, 0];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const merge = jest.spyOn(other.app.get(StatsService), 'merge').mockImplementation(async () => {
      most = Math.max(most, ++running);
      merges += 1;
      await held;
      running -= 1;
      return 0;
    });
    await waitFor(() => merges > 0);
    // Waits for two more periods of the timer.
    const end = performance.now() + 2500;
    await waitFor(() => performance.now() > end);
    expect([most, merges]).toEqual([1, 1]);
    let stopped = false;
    const stop = other.stop().then(() => (stopped = true));
    expect(stopped).toBe(false);
    release();
    await stop;
    expect([running, merges]).toEqual([0, 1]);
    merge.mockRestore();
  });
});

describe('statistics that are read while another server changes them', () => {
  it('are those of one moment, also where its deltas lie on both sides of what is read already', async () => {
    const proxy = await FaultProxy.start(uriForDatabase(process.env.MONGODB_URI ?? '', 'stats_moment'));
    const app = await TestApp.start({}, proxy.uri);
    try {
      // The deltas stay unmerged.
      await app.app.get(StatsService).onModuleDestroy();
      await createPayment(app, { status: 'pending' });
      const counts = async () => (await app.admin.get('/api/payments/stats').expect(200)).body.statuses;
      const before = await counts();
      const deltas = app.connection.collection('figurechanges');
      const [pending] = await deltas
        .find({ cell: /pending/ })
        .sort({ _id: -1 })
        .toArray();
      const { ObjectId } = app.connection.base.mongo;
      const idAt = (seconds: number) => ObjectId.createFromTime(Date.now() / 1000 + seconds);
      const none = Array.from({ length: 2100 }, () => ({
        ...pending,
        _id: new ObjectId(),
        count: 0,
        cents: 0,
      }));
      await deltas.insertMany(none);
      const held = proxy.hold(/getMore.*figurechanges/s);
      const read = counts();
      const release = await held;
      // A payment becomes another one, as one transaction of a server whose clock is behind writes it.
      await app.connection.transaction(async (session) => {
        const less = { ...pending, _id: idAt(-60), count: -1, cents: -pending!.cents };
        const more = { ...pending, _id: idAt(60), cell: String(pending!.cell).replace('pending', 'failed') };
        await deltas.insertMany([less, more], { session });
      });
      release();
      expect(await read).toEqual(before);
      expect(await counts()).toEqual([{ _id: 'failed', count: 1 }]);
    } finally {
      await app.stop();
      await proxy.close();
    }
  });
});
