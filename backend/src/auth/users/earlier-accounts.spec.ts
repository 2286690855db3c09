import { createHmac } from 'node:crypto';
import type { SignInTokens } from '#domain/auth/auth';
import { forgetChain } from '../../audit/forget-chain.js';
import type { Config } from '../../programs/settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { TestApp, testSecret } from '../../testing/test-app.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token as versions without a second secret signed it: its header names no key. */
function ofEarlierVersion(token: string): string {
  const [, payload = ''] = token.split('.');
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}`;
  return `${text}.${createHmac('sha256', testSecret).update(text).digest('base64url')}`;
}

describe('the accounts of a version without roles in use and second factors', () => {
  let app: TestApp;
  let tokens: SignInTokens;
  let device = '';

  beforeAll(async () => {
    const earlier = await TestApp.start();
    tokens = await earlier.login();
    // That version proved a device by the password's hash only.
    device = String(tokens.device).split('.').slice(0, 3).join('.');
    const { connection } = earlier;
    await connection.collection('sessions').updateMany({}, { $unset: { authenticatedAt: '' } });
    await connection.collection('users').updateMany({}, { $unset: { lastSignInAt: '', holds: '' } });
    await connection.dropCollection('signins');
    await forgetChain(earlier.app.get<Config>(CONFIG), connection);
    await earlier.stop({ keep: true });
    app = await TestApp.start({}, earlier.uri);
  });
  afterAll(() => app.stop());

  const newDevices = () => app.connection.collection('audit').countDocuments({ action: 'new-device' });

  it('sign in exactly as before, and their owners hear of no new device where they have signed in before', async () => {
    const before = await newDevices();
    const { body } = await app.visitor
      .post('/api/auth/login')
      .send({ username: app.adminUsername, password: app.adminPassword, device })
      .expect(200);
    expect(Object.keys(body as object).sort()).toEqual(['device', 'refreshToken', 'token']);
    expect(await newDevices()).toBe(before);
  });

  it('keep their sessions, whose sign-in counts as the last proof of who it is', async () => {
    const token = ofEarlierVersion(tokens.token);
    await app.visitor.get('/api/auth/verify').auth(token, { type: 'bearer' }).expect(200);
    const invitation = { email: 'mia@example.com', role: 'viewer' };
    const invite = () =>
      app.visitor.post('/api/people/invitations').auth(token, { type: 'bearer' }).send(invitation);
    await invite().expect(201);
    await app.connection
      .collection('sessions')
      .updateMany(
        { authenticatedAt: { $exists: false } },
        { $set: { createdAt: new Date(Date.now() - 3_600_000) } },
      );
    expect((await invite().expect(403)).body).toMatchObject({ reason: 'reauthenticate' });
    const { body } = await app.visitor
      .post('/api/auth/refresh')
      .send({ refreshToken: tokens.refreshToken })
      .expect(200);
    await app.visitor
      .get('/api/account')
      .auth((body as SignInTokens).token, { type: 'bearer' })
      .expect(200);
  });

  it('are people with their role, and have no second factor', async () => {
    const { body } = await app.admin.get('/api/people').expect(200);
    expect(body.people).toMatchObject([{ username: 'admin', role: 'admin', state: 'active' }]);
    const { body: factor } = await app.admin.get('/api/account/second-factor').expect(200);
    expect(factor).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 });
  });
});
