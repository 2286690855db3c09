import { hashLinkToken } from '../../platform/secrets/link-token.js';
import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';
import { beginLimitWindows } from '../../testing/clock.js';
import { TestApp } from '../../testing/test-app.js';
import { UsersService } from './users.service.js';

/** Takes zxcvbn seconds, as each part of it may be several characters of many words. */
const slow = 'p@ssw0rd$'.repeat(28);
const weak = 'The new password must not be one of the most common passwords';

describe('the check of a chosen password', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(() => app.reset());
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.stop());

  const change = (newPassword: string, currentPassword = app.adminPassword) =>
    app.admin.post('/api/account/password').send({ currentPassword, newPassword });
  const invitation = async () => {
    const input = { email: 'mia@example.com', role: 'viewer' };
    const { body } = await app.admin.post('/api/people/invitations').send(input).expect(201);
    return String(body.link).split('#')[1];
  };
  const accept = (token: unknown, password: string, username = 'mia') =>
    app.visitor.post(`/api/auth/invitations/${String(token)}`).send({ username, password });

  const count = async (key: string, times: number) => {
    for (let time = 0; time < times; time++) await app.app.get(RateLimitService).consume(key, 100, 3600);
  };

  it('keeps no other request waiting, however long the password takes', async () => {
    let isDone = false;
    const began = performance.now();
    const checks = Promise.all([change(slow), change(slow)]).finally(() => (isDone = true));
    const ends = [began];
    while (!isDone) {
      await app.visitor.get('/api/health/live').expect(200);
      ends.push(performance.now());
    }
    // On a busy machine a check may not come in time.
    for (const { status } of await checks) expect([400, 503]).toContain(status);
    const gaps = ends.slice(1).map((end, index) => end - ends[index]!);
    expect(Math.max(...gaps)).toBeLessThan((performance.now() - began) / 3);
  });

  it('comes last: neither a wrong current password nor a taken name has one', async () => {
    const { body: wrong } = await change('password1', 'a guess').expect(400);
    expect(wrong.errors).toEqual({ currentPassword: 'The current password is wrong' });
    const { body: taken } = await accept(await invitation(), 'password1', 'admin').expect(400);
    expect(Object.keys(taken.errors)).toEqual(['username']);
  });

  it('is limited by account, and by link, whatever the address', async () => {
    beginLimitWindows();
    ({ token: app.token } = await app.login());
    const { body: account } = await app.admin.get('/api/account').expect(200);
    await count(`password:account:${account._id}`, 19);
    expect((await change('password1').expect(400)).body.errors).toEqual({ newPassword: weak });
    await change('password1').expect(429);
    // A refused length needs no check.
    await change('short').expect(400);
    const token = await invitation();
    await count(`password:link:${hashLinkToken(String(token))}`, 19);
    await accept(token, 'password1').expect(400);
    await accept(token, 'password1').expect(429);
  });

  it('refuses a setting for the first admin where there is no account yet, and creates none', async () => {
    const users = app.app.get(UsersService);
    const ensure = (username: string, password: string) =>
      users.ensureFirstAdmin({ username, password, email: 'dana@example.com' }, 'Trips');
    const weakSettings = {
      trustno1: 'ADMIN_PASSWORD must not be one of the most common passwords',
      'Dana-2026!': 'ADMIN_PASSWORD must not be made up of the names of the product, the company',
    };
    for (const password of Object.keys(weakSettings))
      await expect(ensure('dana', password)).resolves.toBeUndefined();
    await app.connection.collection('users').deleteMany({});
    for (const [password, fault] of Object.entries(weakSettings))
      await expect(ensure('dana', password)).rejects.toThrow(fault);
    expect(await users.list()).toEqual([]);
  });
});
