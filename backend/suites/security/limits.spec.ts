import { randomUUID } from 'node:crypto';
import { clientNetwork } from '../../src/http/client-network.js';
import { beginLimitWindows } from '../../src/testing/clock.js';
import { aCheckout, createCustomer, createPayment } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';

const statuses = (answers: { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('limits', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8::192.0.2.1', '2001:db8:0:0::/64'],
    ['nonsense', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ])('count the address %# as its network', (ip, key) => expect(clientNetwork(ip)).toBe(key));

  it('count guesses that come at once like guesses in a row', async () => {
    beginLimitWindows();
    const app = await TestApp.start();
    const guess = (password: string) =>
      app.visitor.post('/api/auth/login').send({ username: 'admin', password });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => guess(`guess ${number}`)));
    expect(statuses(answers)).toEqual({ 401: 10, 429: 30 });
    await guess(app.adminPassword).expect(429);
    await app.stop();
  });

  it('do not count sign-ins that succeed as guesses', async () => {
    const app = await TestApp.start();
    for (let number = 0; number < 15; number++) await app.login();
    await app.stop();
  });

  it('are not got round by a forwarded address when no proxy is trusted', async () => {
    beginLimitWindows();
    const app = await TestApp.start({ RATE_LIMIT_CHECKOUT: '3' });
    const answers = [];
    for (let number = 0; number < 5; number++)
      answers.push(
        await app.visitor
          .post('/api/payments/checkout')
          .set('X-Forwarded-For', `192.0.2.${number}`)
          .set('Forwarded', `for=192.0.2.${number}`)
          .set('X-Real-IP', `192.0.2.${number}`)
          .send(aCheckout()),
      );
    expect(statuses(answers)).toEqual({ 201: 3, 429: 2 });
    await app.stop();
  });

  it('believe only what the trusted proxy itself added', async () => {
    beginLimitWindows();
    const app = await TestApp.start({ RATE_LIMIT_CHECKOUT: '3', TRUST_PROXY: '1' });
    const submit = (forwarded: string) =>
      app.visitor.post('/api/payments/checkout').set('X-Forwarded-For', forwarded).send(aCheckout());
    const answers = [];
    for (let number = 0; number < 5; number++) answers.push(await submit(`192.0.2.${number}, 198.51.100.1`));
    expect(statuses(answers)).toEqual({ 201: 3, 429: 2 });
    await submit('198.51.100.2').expect(201);
    for (let number = 0; number < 3; number++) await submit(`2001:db8::${number}`).expect(201);
    await submit('2001:db8::ffff').expect(429);
    await app.stop();
  });

  it('keep one email from being booked again and again', async () => {
    const app = await TestApp.start();
    const email = 'often@example.com';
    const customerId = await createCustomer(app, { email });
    await createPayment(app, { customerId });
    const submit = (body: object, key: string = randomUUID()) =>
      app.visitor.post('/api/payments/checkout').set('Idempotency-Key', key).send(body);
    const [first, key] = [aCheckout({ email }), randomUUID()];
    const answers = [await submit(first, key), await submit(first, key)];
    for (let number = 0; number < 10; number++)
      answers.push(
        await submit(aCheckout({ email })),
        await submit(aCheckout({ email: 'Often@Example.com' })),
      );
    // Payments recorded by an admin and repeated submissions do not count against the limit.
    expect(statuses(answers)).toEqual({ 201: 21, 429: 1 });
    const wait = Number(answers.at(-1)?.headers['retry-after']);
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    await submit(first, key).expect(201);
    await submit(aCheckout({ email: 'seldom@example.com' })).expect(201);
    await app.stop();
  });

  it('keep one email from being booked by many who submit at once', async () => {
    const app = await TestApp.start();
    const submit = () =>
      app.visitor.post('/api/payments/checkout').send(aCheckout({ email: 'at.once@example.com' }));
    const answers = await Promise.all(Array.from({ length: 24 }, submit));
    expect(statuses(answers)).toEqual({ 201: 20, 429: 4 });
    await app.stop();
  });

  it('keep no email, name or address in readable form', async () => {
    const app = await TestApp.start();
    await app.visitor
      .post('/api/payments/checkout')
      .send(aCheckout({ email: 'private@example.com' }))
      .expect(201);
    const kept = JSON.stringify(await app.connection.collection('limits').find().toArray());
    expect(kept).toMatch(/expiresAt/);
    expect(kept).not.toMatch(/private|127\.0\.0\.1|admin/);
    await app.stop();
  });
});

describe('simultaneous submissions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { limits: { maxPerNetwork: 1000 } });
    await app.app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.stop());

  const submit = async (body: object, key: string) => {
    const { port } = app.app.getHttpServer().address() as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/api/payments/checkout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { referenceNumber: string } };
  };

  it('of 100 equal requests are one payment', async () => {
    const body = aCheckout({ email: 'equal@example.com' });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(body, key)));
    expect(statuses(answers)).toEqual({ 201: 100 });
    expect(new Set(answers.map(({ body: { referenceNumber } }) => referenceNumber)).size).toBe(1);
    expect(await app.connection.collection('payments').countDocuments()).toBe(1);
  });

  it('of 300 different requests are 300 payments', async () => {
    const before = await app.connection.collection('payments').countDocuments();
    const answers = await Promise.all(Array.from({ length: 300 }, () => submit(aCheckout(), randomUUID())));
    expect(statuses(answers)).toEqual({ 201: 300 });
    expect(new Set(answers.map(({ body: { referenceNumber } }) => referenceNumber)).size).toBe(300);
    expect(await app.connection.collection('payments').countDocuments()).toBe(before + 300);
    const { body } = await app.admin.get('/api/payments/stats').expect(200);
    expect(body.statuses).toEqual([{ _id: 'pending', count: before + 300 }]);
  });

  it('are known again by a hash of what was sent, and by nothing that could be read', async () => {
    const key = randomUUID();
    await submit(aCheckout({ fullName: 'Private Person', email: 'private@example.com' }), key);
    const kept = await app.connection.collection('checkoutkeys').findOne({ _id: key as never });
    expect(kept).toMatchObject({ bodyHash: expect.stringMatching(/^[\w-]{43}=?$|^[0-9a-f]{64}$/) });
    expect(JSON.stringify(kept)).not.toMatch(/private/i);
  });
});
