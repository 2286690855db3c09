import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { TestApp } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { FaultProxy } from './fault-proxy.js';

const long = 'x'.repeat(1000);

/** Returns the read commands sent to the database, each up to the database's name, which ends a command. */
const readsOf = (heard: string) =>
  heard
    .replaceAll('\0', ' ')
    .split('$db')
    .filter((command) => /\W(?:find|aggregate|count|distinct) /.test(command));

describe('a query that takes too long', () => {
  let proxy: FaultProxy;
  let app: TestApp;
  beforeAll(async () => {
    const name = `faults_${randomUUID().slice(0, 8)}`;
    proxy = await FaultProxy.start(uriForDatabase(process.env.MONGODB_URI ?? '', name), 15_000);
    app = await TestApp.start({}, proxy.uri);
    const customers = Array.from({ length: 20_000 }, (_, number) => ({
      fullName: `Customer ${number}`,
      nameKey: `${long}${number}`,
      country: 'other',
      version: 0,
      email: `${number}@example.com`,
      emailKey: `${number}@example.com`,
      createdAt: new Date(number),
    }));
    for (let done = 0; done < customers.length; done += 1000)
      await app.connection.collection('customers').insertMany(customers.slice(done, done + 1000));
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });

  it.each([
    'customers?filter[search]=nobody',
    'customers/stats',
    'payments?filter[referenceNumber]=none',
    'payments/stats',
    'reports/summary',
    'audit?filter[by]=nobody',
  ])('is ended by the database itself: GET /api/%s', async (path) => {
    const from = proxy.heard.length;
    await app.admin.get(`/api/${path}`).expect(200);
    const reads = readsOf(proxy.heard.slice(from));
    expect(reads.length).toBeGreaterThan(0);
    // These do not grow with the data: look-ups by id, unmerged deltas and stored totals.
    const quick = /\Wfind .{1,4}(?:users|sessions|customers .*\$in|figurechanges) |\Wcount /s;
    const unbounded = reads.filter((read) => !read.includes('maxTimeMS') && !quick.test(read));
    expect(
      unbounded.map((read) => /\W(find|aggregate|count|distinct) .{1,4}?(\w+)/s.exec(read)?.slice(1)),
    ).toEqual([]);
  });

  it('is answered 503, and the next one is not', async () => {
    const timeoutMs: unknown = mongoose.get('maxTimeMS');
    mongoose.set('maxTimeMS', 1);
    try {
      const { body, headers } = await app.admin.get('/api/customers?filter[search]=no-one').expect(503);
      expect(headers['retry-after']).toBe('5');
      expect(body).toEqual({ statusCode: 503, message: expect.any(String) });
    } finally {
      mongoose.set('maxTimeMS', timeoutMs as number);
    }
    await app.admin.get('/api/customers?filter[search]=no-one').expect(200);
  });
});
