import { randomBytes, randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import type { Test } from 'supertest';
import type { SecondFactorStep } from '#domain/auth/second-factor';
import { UsersService } from '../../src/auth/users/users.service.js';
import { MAIL_TIMES, type MailTimes } from '../../src/mail/mail-times.js';
import { expectSameTime } from '../../src/testing/expect-same-time.js';
import { TestSmtpServer } from '../../src/testing/smtp-server.js';
import { TestApp } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';

/** The collections of requests: work in the background touches none of them. */
const ofRequests = new Set([
  'users',
  'limits',
  'audit',
  'sessions',
  'signins',
  'signintickets',
  'secondfactors',
  'passkeys',
  'passkeychallenges',
  'passwordlinks',
]);

interface CommandStarted {
  commandName: string;
  command: Record<string, unknown>;
}

describe('an answer takes the same time, and the same work of the database,', () => {
  let app: TestApp;
  let smtp: TestSmtpServer;
  const commands: string[] = [];
  let caller = 0;

  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `timing_${randomUUID().slice(0, 8)}`);
    const monitored = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
    app = await TestApp.start({ ...smtp.env, TRUST_PROXY: '1' }, monitored);
    // Mails are written long after the answer.
    Object.assign(app.app.get<MailTimes>(MAIL_TIMES), { linkPauseMs: [60_000, 60_000] });
    app.connection.getClient().on('commandStarted', ({ commandName, command }: CommandStarted) => {
      const name = command[commandName];
      // The chain reads the audit trail in its own time; no sign-in does.
      if (commandName === 'find' && name === 'audit') return;
      if (typeof name === 'string' && ofRequests.has(name)) commands.push(`${commandName} ${name}`);
    });
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  /** A call from an address of its own, which no limit slows. */
  const from = (path: string, body: object): Test =>
    app.visitor
      .post(`/api/auth/${path}`)
      .set('X-Forwarded-For', `203.0.113.${caller++ % 250}`)
      .send(body);

  async function measure(call: () => Test): Promise<{ time: number; work: string[]; answer: unknown }> {
    commands.length = 0;
    const start = performance.now();
    const { status, body } = await call();
    return {
      time: performance.now() - start,
      work: [...commands],
      answer: { status, body: body as unknown },
    };
  }

  /** Compares the answers of both calls, their work and the time that they take. */
  async function compare(known: () => Test, unknown: () => Test): Promise<void> {
    let first: Omit<Awaited<ReturnType<typeof measure>>, 'time'> | undefined;
    const timeOf = (call: () => Test) => async () => {
      const { time, ...result } = await measure(call);
      expect(result).toEqual((first ??= result));
      expect(result.work.length).toBeGreaterThan(0);
      return time;
    };
    await expectSameTime(timeOf(known), timeOf(unknown));
  }

  it('for a known name and an unknown one that sign in', async () => {
    const signIn = (username: string) => () => from('login', { username, password: 'a wrong guess' });
    await compare(signIn(app.adminUsername), signIn('nobody'));
  });

  it('for a disabled account and an unknown name that sign in', async () => {
    const users = app.app.get(UsersService);
    const password = 'a long passphrase of this test';
    await users.add({ username: 'mia', email: 'mia@example.com', role: 'viewer', password });
    await app.connection.collection('users').updateOne({ username: 'mia' }, { $set: { disabled: true } });
    const signIn = (username: string) => () => from('login', { username, password });
    await compare(signIn('mia'), signIn('eve'));
  });

  it('for a known address and an unknown one whose password is forgotten', async () => {
    const ask = (email: string) => () => from('password/forgotten', { email });
    await compare(ask('admin@example.com'), ask('nobody@example.com'));
  });

  it.each(['second-factor', 'passkey/options'])(
    'for an ended ticket and a made-up one, at %s',
    async (path) => {
      const { body: offer } = await app.admin.post('/api/account/totp').expect(200);
      const code = generateSync({ secret: String(offer.secret) });
      await app.admin.post('/api/account/totp/confirm').send({ code }).expect(200);
      const { body } = await from('login', { username: app.adminUsername, password: app.adminPassword });
      await app.connection.collection('signintickets').updateMany({}, { $set: { expiresAt: new Date(0) } });
      const answer = (ticket: string) => () =>
        from(path, { ticket, ...(path === 'second-factor' && { code: '123456' }) });
      const { ticket } = (body as SecondFactorStep).secondFactor;
      await compare(answer(ticket), answer(randomBytes(32).toString('base64url')));
      await app.admin.delete('/api/account/totp').expect(204);
    },
  );
});
