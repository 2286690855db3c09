import { createSecretKey } from 'node:crypto';
import type { Invitation } from '#domain/auth/people';
import { waitFor } from '../../testing/wait-for.js';
import { TestSmtpServer } from '../../testing/smtp-server.js';
import { TestApp, testSecret } from '../../testing/test-app.js';
import { loadConfig } from '../../programs/settings.js';
import { replaceSecret } from './replace-secret.js';

const otherSecret = 'another secret that only the tests know of';

describe('a link that waits for a mail server', () => {
  let smtp: TestSmtpServer;
  beforeAll(async () => (smtp = await TestSmtpServer.start()));
  beforeEach(() => (smtp.mails.length = 0));
  afterAll(() => smtp.stop());

  const apps: TestApp[] = [];
  const start = async (...args: Parameters<typeof TestApp.start>) => {
    const app = await TestApp.start(...args);
    apps.push(app);
    return app;
  };
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop();
  });
  const stop = (app: TestApp) => {
    apps.splice(apps.indexOf(app), 1);
    return app.stop({ keep: true });
  };
  const mailsOf = (app: TestApp) => app.connection.collection('mails');
  const tokenOf = (link: string) => link.split('#')[1] ?? '';

  /** Waits for the mail to Mia, whose link has to open. */
  async function expectLink(app: TestApp, token: string): Promise<void> {
    const find = () => smtp.mails.find(({ to }) => to.includes('mia@example.com'));
    await waitFor(() => find() !== undefined);
    expect(find()?.email.text).toContain(`/admin/invitation#${token}`);
    await app.visitor.get(`/api/auth/invitations/${token}`).expect(200);
  }

  async function holdLink(): Promise<{ earlier: TestApp; token: string }> {
    const earlier = await start();
    const input = { email: 'mia@example.com', role: 'viewer' };
    const { body } = await earlier.admin.post('/api/people/invitations').send(input).expect(201);
    return { earlier, token: tokenOf((body as Invitation).link ?? '') };
  }

  it('is encrypted anew by a replacement of the secret', async () => {
    const { earlier, token } = await holdLink();
    const keys = {
      jwtKey: createSecretKey(Buffer.from(otherSecret)),
      formerJwtKey: createSecretKey(Buffer.from(testSecret)),
    };
    await replaceSecret(earlier.connection, { ...loadConfig({}), ...keys });
    await stop(earlier);
    const app = await start({ ...smtp.env, JWT_SECRET: otherSecret }, earlier.uri);
    await expectLink(app, token);
  });

  it('fails, and says why, under another secret of the server', async () => {
    const { earlier } = await holdLink();
    await stop(earlier);
    const app = await start({ ...smtp.env, JWT_SECRET: otherSecret }, earlier.uri);
    const failed = () => mailsOf(app).findOne({ subject: /invitation/, state: 'failed' });
    await waitFor(async () => (await failed()) !== null);
    const smtpResponse = 'Its link was encrypted under another secret of the server';
    expect(await failed()).toMatchObject({ smtpResponse });
    expect(await failed()).not.toHaveProperty('sealedToken');
  });
});
