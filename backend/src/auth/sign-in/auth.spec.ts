import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';
import { PeopleService } from '../people/people.service.js';
import { beginLimitWindows } from '../../testing/clock.js';
import { TestApp } from '../../testing/test-app.js';
import type { User } from '../users/user.schema.js';
import { UsersService } from '../users/users.service.js';

const operator = { by: 'command line', actor: { kind: 'operator' as const }, ip: 'local', requestId: 'test' };

describe('accounts', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const login = (body: object) => app.visitor.post('/api/auth/login').send(body);
  const refresh = (refreshToken: unknown) => app.visitor.post('/api/auth/refresh').send({ refreshToken });
  const verify = (token: string) =>
    app.visitor.get('/api/auth/verify').set('Authorization', `Bearer ${token}`);

  it('signs in with a name in any case, and tells who it is', async () => {
    const { body } = await login({ username: ' ADMIN ', password: app.adminPassword }).expect(200);
    expect(Object.keys(body).sort()).toEqual(['device', 'refreshToken', 'token']);
    const payload = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(payload).toMatchObject({ username: 'admin', email: 'admin@example.com', role: 'admin' });
    expect(payload.exp - payload.iat).toBe(15 * 60);
    const { body: verified } = await verify(body.token).expect(200);
    expect(verified).toEqual({
      user: { id: payload.id, username: 'admin', email: 'admin@example.com', role: 'admin' },
    });
  });

  it.each([
    [{}, { username: 'Username is required', password: 'Password is required' }],
    [{ username: '  ', password: 'x' }, { username: 'Username is required' }],
    [{ username: 'admin', password: '' }, { password: 'Password is required' }],
    [
      { username: { $ne: '' }, password: { $ne: '' } },
      { username: 'Username is required', password: 'Password is required' },
    ],
    [{ username: 'x'.repeat(129), password: 'x' }, { username: 'Invalid username or password' }],
  ])('refuses %j', async (body, errors) => {
    const { body: answer } = await login(body).expect(400);
    expect(answer).toEqual({ statusCode: 400, message: Object.values(errors)[0], errors });
  });

  it('answers the same for an unknown name and a wrong password', async () => {
    const unknown = await login({ username: 'nobody', password: app.adminPassword }).expect(401);
    const wrong = await login({ username: 'admin', password: 'wrong' }).expect(401);
    expect(unknown.body).toEqual({ statusCode: 401, message: 'Invalid username or password' });
    expect(wrong.body).toEqual(unknown.body);
  });

  it('rotates refresh tokens', async () => {
    const first = await app.login();
    const { body: second } = await refresh(first.refreshToken).expect(200);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    await verify(second.token).expect(200);
    await refresh(second.refreshToken).expect(200);
  });

  it('lets two tabs refresh with the same token at once', async () => {
    const { refreshToken } = await app.login();
    const [a, b] = await Promise.all([refresh(refreshToken).expect(200), refresh(refreshToken).expect(200)]);
    await refresh(a.body.refreshToken).expect(200);
    await refresh(b.body.refreshToken).expect(200);
  });

  it('ends the whole login when an old refresh token comes back', async () => {
    const first = await app.login();
    const second = (await refresh(first.refreshToken).expect(200)).body;
    const third = (await refresh(second.refreshToken).expect(200)).body;
    const { body } = await refresh(first.refreshToken).expect(401);
    expect(body).toEqual({ statusCode: 401, message: 'Token refresh failed' });
    await refresh(third.refreshToken).expect(401);
    await verify(third.token).expect(401);
  });

  it('ends the session at logout, and accepts any token there', async () => {
    const { token, refreshToken } = await app.login();
    await app.visitor.post('/api/auth/logout').send({ refreshToken }).expect(204);
    await refresh(refreshToken).expect(401);
    await verify(token).expect(401);
    await app.visitor.post('/api/auth/logout').send({ refreshToken: 'unknown' }).expect(204);
    await app.visitor.post('/api/auth/logout').send().expect(204);
    await app.visitor.post('/api/auth/logout').send({ refreshToken: 1 }).expect(400);
    await app.visitor.post('/api/auth/logout').type('json').send('null').expect(400);
  });

  it.each([
    [undefined, 400, 'No refresh token available'],
    ['nonsense', 401, 'Token refresh failed'],
    [{ $ne: '' }, 400, 'No refresh token available'],
  ])('refuses the refresh token %j', async (token, status, message) => {
    const { body } = await refresh(token).expect(status);
    expect(body.message).toBe(message);
  });

  it.each(['', 'nonsense', 'eyJhbGciOiJub25lIn0.eyJpZCI6IjEifQ.'])(
    'refuses the token "%s"',
    async (token) => {
      const { body } = await verify(token).expect(401);
      expect(body).toEqual({ statusCode: 401, message: 'Invalid token' });
    },
  );

  it('opens a session for each of many sign-ins at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => app.login()));
    for (const { token } of tokens) await verify(token).expect(200);
  });

  it('keeps an unknown role out', async () => {
    const setRole = (role: string) =>
      app.connection.collection('users').updateOne({ usernameKey: 'admin' }, { $set: { role } });
    await setRole('boss');
    const { token } = await app.login();
    const { body } = await verify(token).expect(403);
    await setRole('admin');
    expect(body).toEqual({ statusCode: 403, message: 'You do not have access to this' });
  });
});

describe('guessing', () => {
  beforeEach(beginLimitWindows);
  afterEach(() => jest.restoreAllMocks());

  it('is slowed by address', async () => {
    const app = await TestApp.start({ RATE_LIMIT_LOGIN: '2' });
    const guess = () => app.visitor.post('/api/auth/login').send({ username: 'admin', password: 'guess' });
    await guess().expect(401);
    await guess().expect(401);
    const { headers } = await guess().expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await app.stop();
  });

  it('of refresh tokens is slowed by address', async () => {
    const app = await TestApp.start({ RATE_LIMIT_REFRESH: '3' });
    const refresh = (refreshToken: string) => app.visitor.post('/api/auth/refresh').send({ refreshToken });
    for (let guess = 0; guess < 3; guess++) await refresh(`guess.${guess}`).expect(401);
    const { refreshToken } = await app.login();
    const { headers } = await refresh(refreshToken).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await app.stop();
  });

  it('stores an address that a proxy passes on, and "unknown" for what is no address', async () => {
    const app = await TestApp.start({ TRUST_PROXY: '1' });
    const { refreshToken } = await app.login();
    const session = { family: refreshToken.split('.')[0] };
    let next = refreshToken;
    for (const [forwarded, address] of [
      ['$current', 'unknown'],
      ['$$ROOT', 'unknown'],
      ['192.0.2.1', '192.0.2.1'],
      ['$', 'unknown'],
      ['[2001:db8::1]:443', '2001:db8::1'],
    ] as const) {
      const { body } = await app.visitor
        .post('/api/auth/refresh')
        .set('X-Forwarded-For', forwarded)
        .send({ refreshToken: next })
        .expect(200);
      expect(await app.connection.collection('sessions').findOne(session)).toMatchObject({ address });
      next = body.refreshToken;
    }
    await app.stop();
  });

  it('is slowed by account, without locking out an admin at a known address', async () => {
    const app = await TestApp.start({ TRUST_PROXY: '1' });
    const from = (address: string, password: string) =>
      app.visitor
        .post('/api/auth/login')
        .set('X-Forwarded-For', address)
        .send({ username: 'admin', password });
    await from('192.0.2.1', app.adminPassword).expect(200);
    for (let guess = 0; guess < 50; guess++) await from(`198.51.100.${guess}`, 'guess').expect(401);
    const { body } = await from('203.0.113.9', app.adminPassword).expect(429);
    expect(body.message).toBe('Too many failed sign-ins. Please try again later.');
    await from('192.0.2.1', app.adminPassword).expect(200);
    await app.stop();
  });

  it('locks no admin out of a device that signed in before, wherever the guesses come from', async () => {
    const app = await TestApp.start();
    const submit = (password: string, device?: string) =>
      app.visitor.post('/api/auth/login').send({ username: 'admin', password, device });
    const { body: first } = await submit(app.adminPassword).expect(200);
    expect(first).toEqual({
      token: expect.any(String),
      refreshToken: expect.any(String),
      device: expect.any(String),
    });
    for (let guess = 0; guess < 10; guess++) await submit('guess').expect(401);
    await submit(app.adminPassword).expect(429);
    const { body: again } = await submit(app.adminPassword, first.device).expect(200);
    // A device has a count of its own.
    for (let guess = 0; guess < 10; guess++) await submit('guess', again.device).expect(401);
    await submit(app.adminPassword, first.device).expect(429);
    // A token that another server signed, or that was changed, is no device's.
    for (const device of ['', 'x', 'a.b.c', `${first.device}x`, first.device.replace(/^./, '!')])
      await submit(app.adminPassword, device).expect(429);
    await app.stop();
  });

  it('is recorded in the audit trail from the first attempt that is slowed', async () => {
    const app = await TestApp.start({ RATE_LIMIT_LOGIN: '2' });
    const guess = () => app.visitor.post('/api/auth/login').send({ username: 'admin', password: 'guess' });
    for (let count = 0; count < 2; count++) await guess().expect(401);
    for (let count = 0; count < 5; count++) await guess().expect(429);
    const { body } = await app.admin.get('/api/audit?filter[action]=login-refused').expect(200);
    expect(body.entries).toHaveLength(3);
    await app.stop();
  });

  it('of a device ends with the password, and is of one account only', async () => {
    const app = await TestApp.start({ RATE_LIMIT_LOGIN: '1' });
    const submit = (username: string, password: string, device?: string) =>
      app.visitor.post('/api/auth/login').send({ username, password, device });
    const device = app.device;
    await submit('admin', app.adminPassword).expect(200);
    await submit('admin', app.adminPassword).expect(429);
    await submit('admin', 'wrong', device).expect(401);
    const users = app.app.get(UsersService);
    await users.add({ username: 'bea', email: 'bea@example.com', role: 'admin', password: 'x' });
    await submit('bea', 'x', device).expect(429);
    const admin = await users.findByName('admin');
    await app.app.get(PeopleService).setPassword(admin!._id, 'another password of hers', operator);
    await submit('admin', 'another password of hers', device).expect(429);
    await app.stop();
  });

  it('is slowed for a quarter of an hour: no account is locked for good', async () => {
    const app = await TestApp.start();
    const submit = (password: string) =>
      app.visitor.post('/api/auth/login').send({ username: 'admin', password });
    for (let guess = 0; guess < 10; guess++) await submit('guess').expect(401);
    await submit(app.adminPassword).expect(429);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 900_000);
    await submit(app.adminPassword).expect(200);
    await app.stop();
  });
});

describe('a sign-in', () => {
  it.each<[string, (app: TestApp, user: User) => Promise<void>]>([
    [
      'the password is changed',
      ({ app }, { _id }) => app.get(PeopleService).setPassword(_id, 'another password', operator),
    ],
    [
      'the account is disabled',
      async ({ app }, { _id }) => void (await app.get(PeopleService).setDisabled(_id, true, operator)),
    ],
  ])('opens no session when %s while the password is checked', async (_, change) => {
    const other = await TestApp.start();
    const user = (await other.app.get(UsersService).findByName('admin'))!;
    // There must always be an active admin.
    await other.app
      .get(UsersService)
      .add({ username: 'bea', email: 'bea@example.com', role: 'admin', password: 'x' });
    const sessions = () => other.connection.collection('sessions').countDocuments({});
    const refund = jest.spyOn(other.app.get(RateLimitService), 'refund').mockImplementation(async () => {
      refund.mockRestore();
      await change(other, user);
    });
    const credentials = { username: 'admin', password: other.adminPassword };
    await other.visitor.post('/api/auth/login').send(credentials).expect(401);
    expect(await sessions()).toBe(0);
    // The sign-in at the test's own start.
    expect(await other.connection.collection('audit').countDocuments({ action: 'login' })).toBe(1);
    await other.stop();
  });
});
