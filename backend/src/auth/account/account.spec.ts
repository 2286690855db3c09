import { Types } from 'mongoose';
import type { AccountSession } from '#domain/auth/auth';
import { TestApp } from '../../testing/test-app.js';
import { UsersService } from '../users/users.service.js';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const next = 'a new and longer passphrase 91';

describe("the admin's own account", () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(() => app.reset());
  afterAll(() => app.stop());

  const as = (token: string) => ({
    get: (path: string) => app.visitor.get(path).auth(token, { type: 'bearer' }),
    delete: (path: string) => app.visitor.delete(path).auth(token, { type: 'bearer' }),
  });
  const sessions = async (): Promise<AccountSession[]> =>
    (await app.admin.get('/api/account/sessions').expect(200)).body.sessions;
  const change = (body: object) => app.admin.post('/api/account/password').send(body);

  it('is shown, and takes another email with the password', async () => {
    const { body } = await app.admin.get('/api/account').expect(200);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      username: 'admin',
      email: 'admin@example.com',
      role: 'admin',
    });
    const { body: changed } = await app.admin
      .put('/api/account')
      .send({
        email: ' boss@example.com ',
        currentPassword: app.adminPassword,
        role: 'viewer',
        username: 'x',
      })
      .expect(200);
    expect(changed).toEqual({ ...body, email: 'boss@example.com' });
    expect((await app.admin.get('/api/account').expect(200)).body).toEqual(changed);
    expect((await app.admin.get('/api/auth/verify').expect(200)).body.user.email).toBe('boss@example.com');
    const { body: audit } = await app.admin.get('/api/audit?filter[action]=email').expect(200);
    expect(audit.entries).toMatchObject([
      { by: 'admin', changes: [{ field: 'email', from: 'admin@example.com', to: 'boss@example.com' }] },
    ]);
    await app.app
      .get(UsersService)
      .add({ username: 'bea', email: 'bea@example.com', password: next, role: 'admin' });
    const { body: taken } = await app.admin
      .put('/api/account')
      .send({ email: 'BEA@example.com', currentPassword: app.adminPassword })
      .expect(400);
    expect(taken.errors).toEqual({ email: 'Another account has this email address' });
    const { body: bad } = await app.admin.put('/api/account').send({ email: 'nothing' }).expect(400);
    expect(Object.keys(bad.errors).sort()).toEqual(['currentPassword', 'email']);
    const { body: wrong } = await app.admin
      .put('/api/account')
      .send({ email: 'eve@example.com', currentPassword: 'a guess' })
      .expect(400);
    expect(wrong.errors).toEqual({ currentPassword: 'The current password is wrong' });
    expect((await app.admin.get('/api/account').expect(200)).body).toEqual(changed);
  });

  it('proves again who it is by the password, which every confirmed password does too', async () => {
    const sessions = app.connection.collection('sessions');
    const longAgo = new Date(Date.now() - 3_600_000);
    const age = () => sessions.updateMany({}, { $set: { authenticatedAt: longAgo } });
    const isFresh = async () => {
      const [session] = await sessions.find().toArray();
      return (session?.authenticatedAt as Date) > longAgo;
    };
    const prove = (body: object) => app.admin.post('/api/auth/reauthenticate').send(body);
    await app.visitor.post('/api/auth/reauthenticate').send({ password: app.adminPassword }).expect(401);
    await age();
    const { body: wrong } = await prove({ password: 'a guess' }).expect(400);
    expect(wrong.errors).toEqual({ password: 'The current password is wrong' });
    expect(await isFresh()).toBe(false);
    await prove({ password: app.adminPassword }).expect(204);
    expect(await isFresh()).toBe(true);
    await age();
    await app.admin
      .put('/api/account')
      .send({ email: 'boss@example.com', currentPassword: app.adminPassword })
      .expect(200);
    expect(await isFresh()).toBe(true);
  });

  it('takes another password with the current one, and ends every other session', async () => {
    const other = await app.login();
    await change({ currentPassword: app.adminPassword, newPassword: next }).expect(204);
    await as(other.token).get('/api/auth/verify').expect(401);
    await app.visitor.post('/api/auth/refresh').send({ refreshToken: other.refreshToken }).expect(401);
    await app.admin.get('/api/auth/verify').expect(200);
    await app.visitor
      .post('/api/auth/login')
      .send({ username: 'admin', password: app.adminPassword })
      .expect(401);
    await app.login(next);
  });

  it('keeps its password where the current one is wrong or the new one is weak', async () => {
    const { body: wrong } = await change({ currentPassword: 'wrong', newPassword: next }).expect(400);
    expect(wrong.errors).toEqual({ currentPassword: 'The current password is wrong' });
    const weak = {
      'takes 8 to 256 characters': ['short', 'x'.repeat(257)],
      'must not be one of the most common passwords': ['password123', 'Baseball1'],
      'must not be made up of the names of the product, the company and the account': [
        'admin thailand trip',
        'Thailand Trip 2026',
        'ADMIN-12345',
        'Sample.Company#1',
        'admin@example.com',
        'ThailandRealEstateTrip1',
      ],
      'is too easy to guess: take several words that have nothing to do with each other': [
        'P@ssw0rd2026',
        'Summer2026',
        'aaaaaaaa',
      ],
    };
    for (const [fault, passwords] of Object.entries(weak))
      for (const newPassword of passwords) {
        const { body } = await change({ currentPassword: app.adminPassword, newPassword }).expect(400);
        expect([newPassword, body.errors]).toEqual([
          newPassword,
          { newPassword: `The new password ${fault}` },
        ]);
      }
    const { body: empty } = await change({}).expect(400);
    expect(empty.errors).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'New password is required',
    });
    await change({ currentPassword: { $ne: 1 }, newPassword: [next] }).expect(400);
    await app.login();
  });

  it('takes a password that is neither common nor names alone', async () => {
    let currentPassword = app.adminPassword;
    for (const newPassword of ['Thailand by bicycle 7', '849302716650', 'ยาวพอที่จะไม่มีใครเดา']) {
      await change({ currentPassword, newPassword }).expect(204);
      await app.login(newPassword);
      currentPassword = newPassword;
    }
  });

  it('slows the guessing of its password in a session, and locks no other person out', async () => {
    for (let count = 0; count < 9; count++)
      await change({ currentPassword: `guess ${count}`, newPassword: next }).expect(400);
    await change({ currentPassword: 'guess 10', newPassword: next }).expect(400);
    const { headers } = await change({ currentPassword: app.adminPassword, newPassword: next }).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await app.visitor
      .post('/api/auth/login')
      .send({ username: 'admin', password: app.adminPassword })
      .expect(200);
  });

  it('lists its sessions with device, address and last use, and ends one', async () => {
    const { body: tokens } = await app.visitor
      .post('/api/auth/login')
      .set('User-Agent', windows)
      .send({ username: 'admin', password: app.adminPassword })
      .expect(200);
    const [other, own] = await sessions();
    expect(other).toEqual({
      _id: expect.any(String),
      current: false,
      device: 'Chrome on Windows',
      address: '127.0.0.1',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    });
    expect(own).toMatchObject({ current: true, device: 'Unknown device' });
    const { body: renewed } = await app.visitor
      .post('/api/auth/refresh')
      .set('User-Agent', '$device <b>Firefox/1 (Linux)</b>')
      .send({ refreshToken: tokens.refreshToken })
      .expect(200);
    const ended = new Date(Date.now() - 181 * 86_400_000);
    const stored = app.connection.collection('sessions');
    const { insertedId } = await stored.insertOne({
      ...(await stored.findOne({ device: 'Firefox on Linux' })),
      _id: new Types.ObjectId(),
      family: 'ended',
      current: [],
      createdAt: ended,
    });
    expect((await sessions()).map(({ _id }) => _id)).not.toContain(String(insertedId));
    const [used] = await sessions();
    expect(used).toMatchObject({ _id: other!._id, device: 'Firefox on Linux' });
    expect(Date.parse(used!.lastUsedAt)).toBeGreaterThan(Date.parse(other!.lastUsedAt));

    await app.app
      .get(UsersService)
      .add({ username: 'bea', email: 'bea@example.com', password: next, role: 'admin' });
    const { body: bea } = await app.visitor
      .post('/api/auth/login')
      .send({ username: 'bea', password: next })
      .expect(200);
    await as(bea.token).delete(`/api/account/sessions/${other!._id}`).expect(404);
    await app.admin.delete(`/api/account/sessions/${other!._id}`).expect(204);
    await app.admin.delete(`/api/account/sessions/${other!._id}`).expect(404);
    await app.admin.delete('/api/account/sessions/nonsense').expect(404);
    await as(renewed.token).get('/api/auth/verify').expect(401);
    expect(await sessions()).toHaveLength(1);
  });
});
