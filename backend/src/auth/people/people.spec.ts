import { generateSync } from 'otplib';
import type { Person } from '#domain/auth/people';
import { type Role, roles } from '#domain/platform/roles';
import { UsersService } from '../users/users.service.js';
import { TestApp } from '../../testing/test-app.js';

const password = 'a long passphrase of this test';
const unknownId = '0123456789abcdef01234567';

describe('people', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(() => app.reset());
  afterAll(() => app.stop());

  async function add(username: string, role: Role): Promise<string> {
    const account = { username, email: `${username}@example.com`, role, password };
    return String((await app.app.get(UsersService).add(account))._id);
  }
  const signIn = async (username: string) => {
    const { body } = await app.visitor.post('/api/auth/login').send({ username, password }).expect(200);
    return body as { token: string; refreshToken: string };
  };
  const people = async (): Promise<Person[]> => (await app.admin.get('/api/people').expect(200)).body.people;
  const verify = (token: string) => app.visitor.get('/api/auth/verify').auth(token, { type: 'bearer' });
  const setRole = (id: string, role: string) => app.admin.patch(`/api/people/${id}`).send({ role });
  const ownId = async () => (await app.admin.get('/api/account').expect(200)).body._id as string;
  const entries = async (id: string) =>
    (await app.admin.get(`/api/audit?filter[resource]=accounts&filter[id]=${id}&sort=at`).expect(200)).body
      .entries as { by: string; action: string; changes?: unknown[] }[];

  it('are listed with role, last sign-in and state, and without anything secret', async () => {
    await add('mia', 'manager');
    const { body } = await app.admin.get('/api/people?sort=username').expect(200);
    expect(body).toEqual({
      people: [
        {
          _id: await ownId(),
          username: 'admin',
          email: 'admin@example.com',
          role: 'admin',
          secondFactor: false,
          lastSignInAt: expect.stringMatching(/Z$/),
          state: 'active',
          createdAt: expect.stringMatching(/Z$/),
        },
        expect.objectContaining({ username: 'mia', role: 'manager', state: 'active' }),
      ],
      pagination: { page: 1, limit: 10, total: 2, pages: 1 },
    });
    expect(body.people[1]).not.toHaveProperty('lastSignInAt');
  });

  it('get another role, which their access tokens end by and their refresh goes on with', async () => {
    const id = await add('mia', 'manager');
    const { token, refreshToken } = await signIn('mia');
    const { body } = await setRole(id, 'viewer').expect(200);
    expect(body).toMatchObject({ _id: id, role: 'viewer' });
    await verify(token).expect(401);
    const { body: renewed } = await app.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(200);
    expect((await verify(renewed.token).expect(200)).body.user.role).toBe('viewer');
    // The same role again is no change.
    await setRole(id, 'viewer').expect(200);
    const [, ...later] = await entries(id);
    expect(later).toMatchObject([
      { by: 'admin', action: 'role', changes: [{ field: 'role', from: 'manager', to: 'viewer' }] },
    ]);
    const { body: refused } = await setRole(id, 'boss').expect(400);
    expect(refused.errors).toEqual({ role: `Role must be one of ${roles.join(', ')}` });
    await setRole(unknownId, 'viewer').expect(404);
  });

  it('get their second factor reset for a reason, which their mail and the trail tell', async () => {
    const id = await add('mia', 'manager');
    const { token } = await signIn('mia');
    const call = (path: string, body: object = {}) =>
      app.visitor.post(`/api/account/${path}`).auth(token, { type: 'bearer' }).send(body);
    const { body: offer } = await call('totp').expect(200);
    await call('totp/confirm', { code: generateSync({ secret: offer.secret }) }).expect(200);
    const { body: begun } = await app.visitor.post('/api/auth/login').send({ username: 'mia', password });
    const reset = (body: object) => app.admin.delete(`/api/people/${id}/second-factor`).send(body);
    expect((await people()).find(({ _id }) => _id === id)).toMatchObject({ secondFactor: true });
    const { body: refused } = await reset({ reason: ' ' }).expect(400);
    expect(refused.errors).toEqual({ reason: 'Reason is required' });
    await reset({ reason: 'The phone is lost' }).expect(204);
    await reset({ reason: 'The phone is lost' }).expect(404);
    expect((await people()).find(({ _id }) => _id === id)).toMatchObject({ secondFactor: false });
    // The lost phone may be signed in, or just about to be.
    await verify(token).expect(401);
    const { ticket } = begun.secondFactor;
    const late = await app.visitor
      .post('/api/auth/second-factor')
      .send({ ticket, code: '123456' })
      .expect(401);
    expect(late.body.reason).toBe('ticket');
    await signIn('mia');
    expect(await entries(id)).toContainEqual(
      expect.objectContaining({
        by: 'admin',
        action: 'second-factor-reset',
        changes: [{ field: 'note', from: null, to: 'The phone is lost' }],
      }),
    );
    const mail = await app.connection
      .collection('mails')
      .findOne({ subject: 'Your second factor was reset' });
    expect(mail).toMatchObject({ to: 'mia@example.com', text: expect.stringContaining('The phone is lost') });
  });

  it('are disabled, which ends their sessions, and enabled', async () => {
    const id = await add('mia', 'manager');
    const { token, refreshToken } = await signIn('mia');
    const { body } = await app.admin.post(`/api/people/${id}/disable`).expect(200);
    expect(body.state).toBe('disabled');
    await verify(token).expect(401);
    await app.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(401);
    await app.visitor.post('/api/auth/login').send({ username: 'mia', password }).expect(401);
    expect((await app.admin.post(`/api/people/${id}/enable`).expect(200)).body.state).toBe('active');
    await signIn('mia');
  });

  it('lose their sessions, and their account', async () => {
    const id = await add('mia', 'manager');
    const { refreshToken } = await signIn('mia');
    await app.admin.delete(`/api/people/${id}/sessions`).expect(204);
    await app.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(401);
    const { token } = await signIn('mia');
    await app.admin.delete(`/api/people/${id}`).expect(204);
    await verify(token).expect(401);
    await app.visitor.post('/api/auth/login').send({ username: 'mia', password }).expect(401);
    expect((await people()).map(({ username }) => username)).toEqual(['admin']);
    await app.admin.delete(`/api/people/${id}`).expect(404);
    const trail = await entries(id);
    expect(trail.map(({ action }) => action)).toEqual([
      'login',
      'sessions-ended',
      'login',
      'new-device',
      'delete',
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/argon2|passwordHash/);
  });

  it.each([
    ['another role', (id: string) => setRole(id, 'manager')],
    ['disabling', (id: string) => app.admin.post(`/api/people/${id}/disable`)],
    ['deletion', (id: string) => app.admin.delete(`/api/people/${id}`)],
  ])('keep their last active admin from %s', async (_, end) => {
    const id = await ownId();
    const disabled = await add('bea', 'admin');
    await app.admin.post(`/api/people/${disabled}/disable`).expect(200);
    const { body } = await end(id).expect(409);
    expect(body.message).toBe('There must always be one active admin');
    await app.admin.get('/api/people').expect(200);
    await app.admin.post(`/api/people/${disabled}/enable`).expect(200);
    expect([200, 204]).toContain((await end(id)).status);
  });

  it('keep an active admin where two demote each other at once', async () => {
    const [mine, hers] = [await ownId(), await add('bea', 'admin')];
    const { token } = await signIn('bea');
    const byHer = app.visitor
      .patch(`/api/people/${mine}`)
      .auth(token, { type: 'bearer' })
      .send({ role: 'viewer' });
    const statuses = await Promise.all(
      [setRole(hers, 'viewer'), byHer].map(async (call) => (await call).status),
    );
    // The one that comes second meets its own lost role, or the last admin.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const users = await app.connection.collection('users').find({ role: 'admin' }).toArray();
    expect(users).toHaveLength(1);
  });

  it('are changed by an admin whose last proof of identity is recent', async () => {
    const id = await add('mia', 'manager');
    const old = new Date(Date.now() - 16 * 60_000);
    await app.connection.collection('sessions').updateMany({}, { $set: { authenticatedAt: old } });
    for (const call of [
      setRole(id, 'viewer'),
      app.admin.post(`/api/people/${id}/disable`),
      app.admin.post(`/api/people/${id}/enable`),
      app.admin.delete(`/api/people/${id}/sessions`),
      app.admin.delete(`/api/people/${id}`),
    ])
      expect((await call.expect(403)).body.reason).toBe('reauthenticate');
  });
});
