import { randomUUID } from 'node:crypto';
import { StatsService } from '../../src/ledger/stats/stats.service.js';
import { aCheckout, buildCustomer, createCustomer } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';

describe('two servers on one database', () => {
  let one: TestApp;
  let two: TestApp;
  beforeAll(async () => {
    one = await TestApp.start({ RATE_LIMIT_CHECKOUT: '30' });
    two = await TestApp.start({ RATE_LIMIT_CHECKOUT: '30' }, one.uri);
  });
  afterAll(async () => {
    await two.stop({ keep: true });
    await one.stop();
  });

  const either = (number: number) => (number % 2 ? one : two);
  const submit = (app: TestApp, body: object, key: string) =>
    app.visitor.post('/api/payments/checkout').set('Idempotency-Key', key).send(body);

  it('make one payment of one submission', async () => {
    const [body, key] = [aCheckout(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => submit(either(number), body, key).expect(201)),
    );
    expect(new Set(answers.map(({ body: { paymentId } }) => paymentId)).size).toBe(1);
  });

  it('count towards one limit', async () => {
    const answers = [];
    for (let number = 0; number < 70; number++)
      answers.push(await submit(either(number), aCheckout(), randomUUID()));
    const refused = answers.filter(({ status }) => status === 429);
    // A minute may begin in between, which allows a second full count.
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => ![201, 429].includes(status))).toEqual([]);
  });

  it('end a login for each other, at once', async () => {
    const { token, refreshToken } = await one.login();
    const verify = (app: TestApp) => app.visitor.get('/api/auth/verify').auth(token, { type: 'bearer' });
    await verify(two).expect(200);
    await one.visitor.post('/api/auth/logout').send({ refreshToken }).expect(204);
    await verify(two).expect(401);
    await two.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(401);
  });

  it('notice an old refresh token whichever of them gets it', async () => {
    const { refreshToken } = await one.login();
    const second = (await two.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(200)).body;
    const third = (await one.visitor.post('/api/auth/refresh').send(second).expect(200)).body;
    await two.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(401);
    await one.visitor.post('/api/auth/refresh').send(third).expect(401);
  });

  it('lose no change to each other', async () => {
    const id = await createCustomer(one);
    const save = (app: TestApp, fullName: string) =>
      app.admin.put(`/api/customers/${id}`).send(buildCustomer({ fullName, version: 0 }));
    const answers = await Promise.all([save(one, 'One'), save(two, 'Two')]);
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
  });

  it('keep the statistics exact while both merge them', async () => {
    const merge = (app: TestApp) => app.app.get(StatsService).merge();
    const writes = Array.from({ length: 30 }, (_, number) =>
      either(number).admin.post('/api/customers').send(buildCustomer()).expect(201),
    );
    await Promise.all([...writes, ...Array.from({ length: 10 }, (_, number) => merge(either(number)))]);
    const stored = await one.connection.collection('customers').countDocuments();
    for (const app of [one, two]) {
      const { body } = await app.admin.get('/api/customers/stats').expect(200);
      expect(body.total).toBe(stored);
    }
  });
});
