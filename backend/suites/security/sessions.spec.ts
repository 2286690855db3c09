import { createHmac } from 'node:crypto';
import { TestApp } from '../../src/testing/test-app.js';

const secret = 'a secret that only the tests know of';
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string, key: string, hash = 'sha256'): string =>
  createHmac(hash, key).update(text).digest('base64url');

describe('sessions', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const users = () => app.connection.collection('users');
  const verify = (token: string) =>
    app.visitor.get('/api/auth/verify').set('Authorization', `Bearer ${token}`);
  const refresh = (refreshToken: string) => app.visitor.post('/api/auth/refresh').send({ refreshToken });

  describe('take no token', () => {
    /** Returns a token with this header and this change of a real payload, signed with a key. */
    async function forged(
      header: object,
      change: object = {},
      key = secret,
      hash = 'sha256',
    ): Promise<string> {
      const { token } = await app.login();
      const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
      const text = `${encode(header)}.${encode({ ...payload, ...change })}`;
      return `${text}.${sign(text, key, hash)}`;
    }
    const hs256 = { alg: 'HS256', typ: 'JWT' };

    it('but their own', async () => {
      await verify(await forged(hs256)).expect(200);
    });

    it.each([
      ['without a signature', async () => (await forged({ alg: 'none', typ: 'JWT' })).replace(/[^.]*$/, '')],
      ['that says "none" and is signed', () => forged({ alg: 'none' })],
      ['that says "NONE"', () => forged({ alg: 'NONE' })],
      ['of another hash', () => forged({ alg: 'HS512' }, {}, secret, 'sha512')],
      ['of a public-key algorithm', () => forged({ alg: 'RS256' })],
      ['signed with another key', () => forged(hs256, {}, 'another secret that is long enough to be one')],
      ['signed with an empty key', () => forged(hs256, {}, '')],
      [
        'signed with the key that its header names',
        () => forged({ ...hs256, kid: '/dev/null', jku: 'http://localhost' }, {}, ''),
      ],
      ['with a key in its header', () => forged({ ...hs256, jwk: { kty: 'oct', k: '' } }, {}, '')],
      ['that has expired', () => forged(hs256, { exp: 1 })],
      ['without an end', () => forged(hs256, { exp: undefined })],
      ['that is not valid yet', () => forged(hs256, { nbf: 4_000_000_000 })],
      ['of a session that never was', () => forged(hs256, { sid: '0123456789abcdef01234567' })],
      ['of no session', () => forged(hs256, { sid: undefined })],
      ['whose session is an operator', () => forged(hs256, { sid: { $ne: null } })],
      ['whose session is no id', () => forged(hs256, { sid: 'x' })],
      ['of no account', () => forged(hs256, { id: '0123456789abcdef01234567' })],
      ['whose account is an operator', () => forged(hs256, { id: { $ne: null } })],
      ['whose account is no id', () => forged(hs256, { id: 'x' })],
    ])('%s', async (_, make) => {
      const { body } = await verify(await make()).expect(401);
      expect(body).toEqual({ statusCode: 401, message: 'Invalid token' });
    });

    it('in the address or a cookie', async () => {
      const { token } = await app.login();
      await app.visitor.get(`/api/auth/verify?access_token=${token}&token=${token}`).expect(401);
      await app.visitor
        .get('/api/auth/verify')
        .set('Cookie', `token=${token}; auth_token=${token}`)
        .expect(401);
    });

    it('whose role was raised by its holder', async () => {
      await users().updateOne({ usernameKey: 'admin' }, { $set: { role: 'viewer' } });
      const { body } = await verify(await forged(hs256, { role: 'admin' })).expect(401);
      expect(body.message).toBe('Invalid token');
      await users().updateOne({ usernameKey: 'admin' }, { $set: { role: 'admin' } });
    });
  });

  it('feel at once what becomes of the account', async () => {
    const { token, refreshToken } = await app.login();
    await verify(token).expect(200);
    await users().updateOne({ usernameKey: 'admin' }, { $set: { role: 'viewer' } });
    await verify(token).expect(401);
    const { body: renewed } = await refresh(refreshToken).expect(200);
    expect((await verify(renewed.token).expect(200)).body.user.role).toBe('viewer');
    await users().updateOne({ usernameKey: 'admin' }, { $set: { role: 'admin', disabled: true } });
    await verify(token).expect(401);
    await refresh(renewed.refreshToken).expect(401);
    await app.visitor
      .post('/api/auth/login')
      .send({ username: 'admin', password: app.adminPassword })
      .expect(401, { statusCode: 401, message: 'Invalid username or password' });
    await users().updateOne({ usernameKey: 'admin' }, { $set: { disabled: false } });
  });

  it('end after thirty days without use', async () => {
    const { refreshToken } = await app.login();
    const family = refreshToken.split('.')[0];
    const sessions = app.connection.collection('sessions');
    const session = await sessions.findOne({ family });
    const days = (Number(session?.expiresAt) - Date.now()) / (24 * 3_600_000);
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    await sessions.updateOne({ family }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    await refresh(refreshToken).expect(401);
  });

  it('end after half a year however often they are renewed', async () => {
    const { refreshToken } = await app.login();
    const sessions = app.connection.collection('sessions');
    const old = new Date(Date.now() - 181 * 24 * 3_600_000);
    const family = refreshToken.split('.')[0];
    await sessions.updateOne({ family }, { $set: { createdAt: old } });
    await refresh(refreshToken).expect(401);
    expect(await sessions.countDocuments({ family })).toBe(0);
  });

  it('are ended by a token of theirs, used or not, and not by the part that is no secret', async () => {
    const { refreshToken } = await app.login();
    const [family] = refreshToken.split('.');
    for (const guess of [family!, `${family}.`, `${family}.x`, `${family}.x.y`, `${refreshToken}x`]) {
      await refresh(guess).expect(401);
      await app.visitor.post('/api/auth/logout').send({ refreshToken: guess }).expect(204);
    }
    // Two rotations on, the first token is none of the stored ones.
    const { body: second } = await refresh(refreshToken).expect(200);
    const { body: third } = await refresh(second.refreshToken).expect(200);
    await refresh(refreshToken).expect(401);
    await refresh(third.refreshToken).expect(401);
  });

  it('keep no token that could be used', async () => {
    const { token, refreshToken } = await app.login();
    const stored = JSON.stringify(await app.connection.collection('sessions').find().toArray());
    expect(stored).not.toContain(refreshToken);
    expect(stored).not.toContain(refreshToken.split('.')[1]);
    expect(stored).not.toContain(token);
  });

  it('keep passwords as argon2id with the parameters that OWASP names', async () => {
    const user = await users().findOne({ usernameKey: 'admin' });
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(user)).not.toContain(app.adminPassword);
  });
});
