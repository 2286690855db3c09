import { randomUUID } from 'node:crypto';
import { clientNetwork } from '../../src/platform/http/client-network.js';
import { beginLimitWindows } from '../../src/testing/clock.js';
import { aCheckout } from '../../src/testing/builders.js';
import { UsersService } from '../../src/auth/users/users.service.js';
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
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['nonsense', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ])('count the address %# as its network', (ip, key) => expect(clientNetwork(ip)).toBe(key));

  it('count guesses that come at once like guesses in a row, and no sign-ins that succeed', async () => {
    beginLimitWindows();
    const app = await TestApp.start();
    for (let number = 0; number < 15; number++) await app.login();
    const guess = (password: string) =>
      app.visitor.post('/api/auth/login').send({ username: 'admin', password });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => guess(`guess ${number}`)));
    expect(statuses(answers)).toEqual({ 401: 10, 429: 30 });
    await guess(app.adminPassword).expect(429);
    await app.stop();
  });

  it('count the costly calls of an account, from wherever, and not those of others', async () => {
    beginLimitWindows();
    const app = await TestApp.start({ RATE_LIMIT_COSTLY: '4' });
    const other = { username: 'bea', email: 'bea@example.com', password: app.adminPassword };
    await app.app.get(UsersService).add({ ...other, role: 'manager' });
    const { body: bea } = await app.visitor.post('/api/auth/login').send(other).expect(200);
    const tokens = [app.token, (await app.login()).token];
    const call = (token: string, method: 'get' | 'post' | 'put', path: string, body?: object) =>
      app.visitor[method](`/api/${path}`).auth(token, { type: 'bearer' }).send(body);
    const prove = (token: string) =>
      call(token, 'post', 'auth/reauthenticate', { password: app.adminPassword });
    for (const token of tokens) await prove(token).expect(204);
    await call(app.token, 'get', 'payments/export?format=csv').expect(200);
    await call(app.token, 'post', 'account/recovery-codes').expect(409);
    const { headers } = await prove(tokens[1]!).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await call(app.token, 'put', 'account', {}).expect(429);
    await call(app.token, 'get', 'payments').expect(200);
    await prove(bea.token).expect(204);
    await app.stop();
  });

  it('let sign-ins go before the passwords that signed-in people confirm', async () => {
    const app = await TestApp.start();
    const tokens = [];
    for (let session = 0; session < 5; session++) tokens.push((await app.login()).token);
    const ends: string[] = [];
    const proofs = tokens.flatMap((token) =>
      Array.from({ length: 8 }, () =>
        app.visitor
          .post('/api/auth/reauthenticate')
          .auth(token, { type: 'bearer' })
          .send({ password: app.adminPassword })
          .then(() => ends.push('proof')),
      ),
    );
    await Promise.race(proofs);
    const signIn = app.login().then(() => ends.push('sign-in'));
    await Promise.all([...proofs, signIn]);
    expect(ends.indexOf('sign-in')).toBeLessThan(ends.length / 2);
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

  it('of everybody behind a proxy that is not trusted are shared, of which the back-office is warned', async () => {
    const warningsOf = async (app: TestApp) => (await app.admin.get('/api/warnings').expect(200)).body;
    const app = await TestApp.start();
    expect(await warningsOf(app)).toEqual({ warnings: [] });
    await app.visitor.get('/api/health').set('X-Forwarded-For', '192.0.2.1').expect(200);
    expect(await warningsOf(app)).toEqual({ warnings: ['untrustedProxy'] });
    await app.stop();
    const trusting = await TestApp.start({ TRUST_PROXY: '1' });
    await trusting.visitor.get('/api/health').set('X-Forwarded-For', '192.0.2.1').expect(200);
    expect(await warningsOf(trusting)).toEqual({ warnings: [] });
    await trusting.stop();
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

  describe('of mails', () => {
    const alerted = { MAIL_ALERTS: 'desk@trip.example' };
    const submit = (app: TestApp, email: string, from = '192.0.2.1') =>
      app.visitor
        .post('/api/payments/checkout')
        .set('X-Forwarded-For', from)
        .send(aCheckout({ email }))
        .expect(201);
    const mailsOf = (app: TestApp, kind: string) =>
      app.connection.collection('mails').find({ kind }).toArray();
    const statesOf = (mails: Record<string, unknown>[]) =>
      statuses(mails.map(({ state }) => ({ status: state as number }))) as Record<string, number>;

    it('refuse no purchase, and send ten mails an hour to one mailbox, however it is spelled', async () => {
      beginLimitWindows();
      const app = await TestApp.start({ RATE_LIMIT_MAILS: '1000', TRUST_PROXY: '1' });
      for (let number = 0; number < 25; number++)
        await submit(app, `Vic${number % 2 ? '.' : ''}tim+${number}@example.com`, `198.51.100.${number}`);
      await submit(app, 'v.ictim@EXAMPLE.com');
      // The page of a visitor says then that nothing was sent.
      expect((await submit(app, 'victim@example.com')).body).toMatchObject({ mail: false });
      expect((await submit(app, 'other@example.com')).body).not.toHaveProperty('mail');
      const mails = await mailsOf(app, 'instructions');
      expect(statesOf(mails)).toEqual({ held: 11, cancelled: 17 });
      const [stopped] = mails.filter(({ state }) => state === 'cancelled');
      expect(stopped).toMatchObject({
        smtpResponse: 'Not sent: this address was sent enough mails in this hour',
      });
      // An admin may send it all the same.
      await app.admin
        .post(`/api/payments/${String(stopped?.paymentId)}/mails`)
        .send({ kind: 'instructions' })
        .expect(201);
      await app.stop();
    });

    it('count the visitor, and all visitors together', async () => {
      beginLimitWindows();
      const app = await TestApp.start({ RATE_LIMIT_MAILS: '100', TRUST_PROXY: '1' });
      for (let number = 0; number < 7; number++) await submit(app, `a${number}@example.com`, '2001:db8::1');
      await submit(app, 'b@example.com', '2001:db8::2');
      await submit(app, 'c@example.com', '192.0.2.9');
      expect(statesOf(await mailsOf(app, 'instructions'))).toEqual({ held: 6, cancelled: 3 });
      await app.stop();
      const small = await TestApp.start({ RATE_LIMIT_MAILS: '2', TRUST_PROXY: '1' });
      for (let number = 0; number < 4; number++)
        await submit(small, `a${number}@example.com`, `192.0.2.${number}`);
      expect(statesOf(await mailsOf(small, 'instructions'))).toEqual({ held: 2, cancelled: 2 });
      await small.stop();
    });

    it('count what one of them stops for none of the wider ones', async () => {
      beginLimitWindows();
      const app = await TestApp.start({ RATE_LIMIT_MAILS: '100', TRUST_PROXY: '1' });
      for (let number = 0; number < 4; number++) await submit(app, 'a@example.com');
      expect(statesOf(await mailsOf(app, 'instructions'))).toEqual({ held: 1, cancelled: 3 });
      for (let number = 0; number < 4; number++) await submit(app, `b${number}@example.com`);
      expect(statesOf(await mailsOf(app, 'instructions'))).toEqual({ held: 5, cancelled: 3 });
      await app.stop();
    });

    it('gather what is above twenty alerts an hour in one digest', async () => {
      beginLimitWindows();
      const app = await TestApp.start({ ...alerted, RATE_LIMIT_MAILS: '1000', TRUST_PROXY: '1' });
      for (let number = 0; number < 25; number++)
        await submit(app, `a${number}@example.com`, `192.0.2.${number}`);
      const alerts = await mailsOf(app, 'alert');
      expect(alerts).toHaveLength(21);
      const digests = alerts.filter(({ key }) => (key as string).startsWith('alert:digest:'));
      expect(digests).toHaveLength(1);
      expect(digests[0]).toMatchObject({ text: expect.stringContaining('More than 20 alerts') });
      await app.stop();
    });
  });
});

describe('simultaneous submissions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
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

  it('of 100 different requests are 100 payments', async () => {
    const before = await app.connection.collection('payments').countDocuments();
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(aCheckout(), randomUUID())));
    expect(statuses(answers)).toEqual({ 201: 100 });
    expect(new Set(answers.map(({ body: { referenceNumber } }) => referenceNumber)).size).toBe(100);
    expect(await app.connection.collection('payments').countDocuments()).toBe(before + 100);
    const { body } = await app.admin.get('/api/payments/stats').expect(200);
    expect(body.statuses).toEqual([{ _id: 'pending', count: before + 100 }]);
  });

  it('are known again by a hash of what was sent, and by nothing that could be read', async () => {
    const key = randomUUID();
    await submit(aCheckout({ fullName: 'Private Person', email: 'private@example.com' }), key);
    const kept = await app.connection.collection('checkoutkeys').findOne({ _id: key as never });
    expect(kept).toMatchObject({ bodyHash: expect.stringMatching(/^[\w-]{43}=?$|^[0-9a-f]{64}$/) });
    expect(JSON.stringify(kept)).not.toMatch(/private/i);
  });

  it('leave no email, name or address in readable form among the limits', async () => {
    await submit(aCheckout({ email: 'private@example.com' }), randomUUID());
    await app.login();
    const kept = JSON.stringify(await app.connection.collection('limits').find().toArray());
    expect(kept).toMatch(/expiresAt/);
    expect(kept).not.toMatch(/private|127\.0\.0\.1|admin/);
  });
});
