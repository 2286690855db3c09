import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { aCheckout, buildCustomer, createCustomer } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { FaultProxy } from './fault-proxy.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** DATABASE_BREAKS=20 npx jest faults/database: more. */
const breaks = Number(process.env.DATABASE_BREAKS ?? 2);

describe('a server whose database', () => {
  let proxy: FaultProxy;
  let app: TestApp;
  beforeAll(async () => {
    const name = `faults_${randomUUID().slice(0, 8)}`;
    proxy = await FaultProxy.start(uriForDatabase(process.env.MONGODB_URI ?? '', name));
    app = await TestApp.start({}, proxy.uri);
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await waitFor(isHealthy);
    await app.stop();
    await proxy.close();
  });

  const isHealthy = async () => (await app.visitor.get('/api/health')).status === 200;
  const count = (collection: string) => app.connection.collection(collection).countDocuments();
  const checkout = (body = aCheckout(), key = randomUUID()) =>
    app.visitor.post('/api/payments/checkout').set('Idempotency-Key', key).send(body);

  it('is away answers 503 and says when to try again, on every route, and recovers by itself', async () => {
    proxy.away();
    // Each waits for the database as long as it may: beside each other.
    const answers = await Promise.all([
      app.visitor.get('/api/health'),
      app.admin.get('/api/customers'),
      app.admin.post('/api/customers').send(buildCustomer()),
      app.visitor.post('/api/auth/login').send({ username: 'admin', password: app.adminPassword }),
      checkout(),
      app.admin.get('/api/payments/export?format=csv'),
    ]);
    for (const { status, body, headers } of answers) {
      expect(body).toEqual({ statusCode: 503, message: expect.any(String) });
      expect([status, Number(headers['retry-after'])]).toEqual([503, 5]);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(JSON.stringify(body)).not.toMatch(/mongo|127\.0\.0\.1|ECONN/i);
    }
    await app.visitor.get('/api/health/live').expect(200);
    await app.visitor.get('/api/checkout/options').expect(200);
    proxy.heal();
    await waitFor(isHealthy);
    await checkout().expect(201);
  });

  it(
    'breaks all its connections at once is found again each time it is back',
    async () => {
      for (let time = 0; time < breaks; time++) {
        const running = Array.from({ length: 10 }, () => app.admin.get('/api/customers'));
        const answers = Promise.all(running);
        // The driver's last heartbeat is a while ago, so that it sends one as soon as a call fails.
        await delay(600 + 150 * time);
        proxy.away();
        await answers;
        proxy.heal();
        await waitFor(isHealthy);
      }
    },
    60_000 + breaks * 10_000,
  );

  it.each([6, 7, 24, 46, 64, 89, 133, 134, 202, 262, 365, 9001, 11602])(
    'refuses commands with the temporary error %i answers 503 and says when to try again',
    async (code) => {
      proxy.refuse(/find.*customers/s, code);
      const { body, headers } = await app.admin.get('/api/customers').expect(503);
      expect(body).toEqual({ statusCode: 503, message: expect.any(String) });
      expect(headers['retry-after']).toBe('5');
      proxy.refuse(/commitTransaction|insert.*payments/s, code);
      await checkout().expect(503);
      proxy.heal();
      await waitFor(isHealthy);
    },
  );

  it('is asked for durable records only where a submission is sent again', async () => {
    const key = randomUUID();
    await checkout(aCheckout(), key);
    proxy.heard = '';
    await checkout(aCheckout(), key);
    expect(proxy.heard).toMatch(/find.*checkoutkeys.*readConcern.{1,12}level.{1,8}majority/s);
  });

  it('answers nothing is given up in time, for reads and for writes', async () => {
    const before = await count('payments');
    proxy.freeze();
    const started = Date.now();
    const answers = await Promise.all([
      app.admin.get('/api/customers'),
      app.visitor.get('/api/health'),
      checkout(),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { headers } of answers) expect(headers['retry-after']).toBe('5');
    expect(Date.now() - started).toBeLessThan(25_000);
    proxy.heal();
    await waitFor(isHealthy);
    expect(await count('payments')).toBe(before);
  });

  it.each(['insert', 'commitTransaction'])(
    'is cut off at the %s of a submission has it once',
    async (command) => {
      const before = await count('payments');
      const body = aCheckout();
      const key = randomUUID();
      proxy.cutOn(new RegExp(`${command}.*payments|${command}.*lsid`, 's'));
      const first = await checkout(body, key);
      expect([201, 503]).toContain(first.status);
      // A visitor sends again while the server has no connection to its database yet.
      let second = first;
      await waitFor(async () => (second = await checkout(body, key)).status !== 503);
      expect(second.status).toBe(201);
      if (first.status === 201) expect(second.body).toEqual(first.body);
      expect(await count('payments')).toBe(before + 1);
      const { paymentId } = second.body as { paymentId: string };
      const entries = app.connection.collection('audit').find({ resourceId: paymentId });
      expect((await entries.toArray()).map(({ action }) => action as string)).toEqual(['create']);
    },
  );

  it('refuses the audit entry keeps nothing of the change', async () => {
    const id = await createCustomer(app, { fullName: 'As It Was' });
    const counts = async () => [await count('customers'), await count('payments')];
    // Allows one entry from now on, and inserts it: the next one is refused.
    const entries = app.connection.collection('audit');
    const now = new Date();
    const onlyOne = { name: 'onlyOne', unique: true, partialFilterExpression: { at: { $gt: now } } };
    await entries.createIndex({ nothing: 1 }, onlyOne);
    const { insertedId } = await entries.insertOne({ at: new Date(now.getTime() + 1) });
    try {
      const before = await counts();
      const input = buildCustomer({ fullName: 'Half Done' });
      expect((await app.admin.put(`/api/customers/${id}`).send(input)).status).toBeGreaterThanOrEqual(500);
      expect((await checkout()).status).toBeGreaterThanOrEqual(500);
      expect((await app.admin.delete(`/api/customers/${id}`)).status).toBeGreaterThanOrEqual(500);
      const { body } = await app.admin.get(`/api/customers/${id}`).expect(200);
      expect(body.fullName).toBe('As It Was');
      expect(await counts()).toEqual(before);
    } finally {
      await entries.dropIndex(onlyOne.name);
      await entries.deleteOne({ _id: insertedId });
    }
  });
});
