import { randomUUID } from 'node:crypto';
import { aCheckout } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';

/** Only Date is faked; timers and monotonic clocks stay real. */
const doNotFake = [
  ...([
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ] as const),
  ...(['nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const),
];

describe('a clock that goes back', () => {
  const now = Date.now();
  const setClock = (minutes: number) => jest.setSystemTime(now + minutes * 60_000);
  let app: TestApp;
  beforeAll(async () => {
    jest.useFakeTimers({ doNotFake: [...doNotFake], now });
    app = await TestApp.start({ RATE_LIMIT_CHECKOUT: '5' });
  });
  beforeEach(async () => {
    setClock(0);
    app.token = (await app.login()).token;
  });
  afterAll(async () => {
    jest.useRealTimers();
    await app.stop();
  });

  const submit = (key: string, body = aCheckout()) =>
    app.visitor.post('/api/payments/checkout').set('Idempotency-Key', key).send(body);
  const refresh = (refreshToken: string) => app.visitor.post('/api/auth/refresh').send({ refreshToken });

  it('gives no payment a reference that another one has, and keeps the order of its history', async () => {
    const [key, body] = [randomUUID(), aCheckout({ email: 'clock@example.com' })];
    const first = (await submit(key, body).expect(201)).body;
    setClock(-60);
    const second = (await submit(randomUUID(), body).expect(201)).body;
    setClock(0);
    const third = (await submit(randomUUID(), body).expect(201)).body;
    expect(new Set([first, second, third].map(({ referenceNumber }) => referenceNumber)).size).toBe(3);
    expect((await submit(key, body).expect(201)).body).toEqual(first);
    setClock(-60);
    const status = (name: string) =>
      app.admin.patch(`/api/payments/${first.paymentId}/status`).send({ status: name }).expect(200);
    await status('paid');
    const { body: payment } = await status('refunded');
    expect(payment.statusHistory.map((entry: { status: string }) => entry.status)).toEqual([
      'pending',
      'paid',
      'refunded',
    ]);
  });

  it('leaves limits in place', async () => {
    setClock(-600);
    for (let number = 0; number < 5; number++) await submit(randomUUID()).expect(201);
    await submit(randomUUID()).expect(429);
    setClock(-630);
    for (let number = 0; number < 5; number++) await submit(randomUUID()).expect(201);
    setClock(-600);
    await submit(randomUUID()).expect(429);
  });

  it('keeps sessions going, and makes the grace for old refresh tokens no longer', async () => {
    const { refreshToken } = await app.login();
    const next = (await refresh(refreshToken).expect(200)).body;
    setClock(-60);
    await app.visitor.get('/api/auth/verify').auth(next.token, { type: 'bearer' }).expect(200);
    await refresh(refreshToken).expect(401);
    await refresh(next.refreshToken).expect(401);
  });

  it('keeps statistics right', async () => {
    const counted = async () => {
      const { body } = await app.admin.get('/api/payments/stats').expect(200);
      return body.statuses.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    };
    const before = await counted();
    setClock(-24 * 60);
    await submit(randomUUID()).expect(201);
    setClock(0);
    expect(await counted()).toBe(before + 1);
    const yesterday = new Date(now - 24 * 3_600_000).toISOString().slice(0, 10);
    const { body } = await app.admin
      .get(`/api/reports/summary?from=${yesterday}&to=${yesterday}`)
      .expect(200);
    expect(body.statuses).toContainEqual({ _id: 'pending', count: expect.any(Number) });
  });
});
