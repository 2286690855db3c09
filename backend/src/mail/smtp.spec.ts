import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Types } from 'mongoose';
import type { Mail, MailStatus } from '#domain/mail/mail';
import { waitFor } from '../testing/wait-for.js';
import { aCheckout, createPayment, receive } from '../testing/builders.js';
import { mailEnv, refuse, TestSmtpServer } from '../testing/smtp-server.js';
import { TestApp } from '../testing/test-app.js';
import type { MailConfig } from './mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { MAIL_TIMES, type MailTimes } from './mail-times.js';

/** Sets shorter times in an application. */
const setTimes = (app: TestApp, times: Partial<MailTimes>) =>
  Object.assign(app.app.get<MailTimes>(MAIL_TIMES), times);

async function submit(app: TestApp, details: Parameters<typeof aCheckout>[0] = {}) {
  const { body } = await app.visitor.post('/api/payments/checkout').send(aCheckout(details)).expect(201);
  return body as { paymentId: string; referenceNumber: string };
}

/** The instructions of a payment. */
async function mailOf(app: TestApp, paymentId: string): Promise<Mail> {
  const query = { 'filter[paymentId]': paymentId, 'filter[kind]': 'instructions' };
  return (await app.admin.get('/api/mails').query(query).expect(200)).body.mails[0];
}

async function waitForState(app: TestApp, paymentId: string, state: string): Promise<Mail> {
  await waitFor(async () => (await mailOf(app, paymentId)).state === state);
  return mailOf(app, paymentId);
}

const statusOf = async (app: TestApp): Promise<MailStatus> =>
  (await app.admin.get('/api/mails/status').expect(200)).body;

/** Makes all mails due, as after their pauses. */
const endWaits = (app: TestApp) =>
  app.connection
    .collection('mails')
    .updateMany({ dueAt: { $exists: true } }, { $set: { dueAt: new Date(0) } });

const waitOf = ({ nextAttemptAt }: Mail): number => (Date.parse(nextAttemptAt) - Date.now()) / 60_000;

describe('a mail server that refuses', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  /** The mail server's responses to the next commands. */
  const answers: { rcpt?: Error | undefined; mail?: Error | undefined; data?: Error | undefined } = {};
  beforeAll(async () => {
    smtp = await TestSmtpServer.start({
      onMailFrom: (_address, _session, done) => done(answers.mail),
      onRcptTo: (_address, _session, done) => done(answers.rcpt),
      hideSMTPUTF8: true,
    });
    smtp.onMail = () => {
      if (answers.data) throw answers.data;
    };
    app = await TestApp.start({ ...smtp.env, MAIL_ALERTS: 'ops@trip.example' });
  });
  afterEach(() => {
    for (const command of ['rcpt', 'mail', 'data'] as const) delete answers[command];
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  it.each([
    ['mail', 421],
    ['rcpt', 450],
    ['data', 451],
    ['mail', 530],
    ['mail', 454],
  ] as const)(
    'for now (%s answered by %i) is asked again after a minute, with the same Message-ID',
    async (command, code) => {
      answers[command] = refuse(code, 'Not now');
      const { paymentId, referenceNumber } = await submit(app);
      const waiting = await waitForState(app, paymentId, 'retrying');
      expect(waiting).toMatchObject({ attempts: 1, smtpResponse: expect.stringContaining(`${code} `) });
      expect(waitOf(waiting)).toBeGreaterThan(0.8);
      expect(waitOf(waiting)).toBeLessThan(1.2);
      delete answers[command];
      await endWaits(app);
      const sent = await waitForState(app, paymentId, 'sent');
      expect(sent).toMatchObject({ attempts: 2, messageId: waiting.messageId });
      const arrived = smtp.mails.filter(({ email }) => email.subject!.startsWith(referenceNumber));
      expect(arrived.find(({ to }) => to[0] !== 'ops@trip.example')!.email.messageId).toBe(sent.messageId);
    },
  );

  it.each(['mail', 'rcpt', 'data'] as const)(
    'for good (550 to %s) makes the mail fail at once, and alerts',
    async (command) => {
      answers[command] = refuse(550, 'No such user');
      const { paymentId, referenceNumber } = await submit(app, { email: `${command}.gone@example.com` });
      const instructions = await waitForState(app, paymentId, 'failed');
      delete answers[command];
      expect(instructions).toMatchObject({
        state: 'failed',
        attempts: 1,
        smtpResponse: expect.stringMatching(/^550 /),
      });
      await waitFor(async () => {
        const { body: alerts } = await app.admin.get('/api/mails?filter[kind]=alert&limit=50');
        return (alerts.mails as Mail[]).some(({ key }) => key === `alert:failed:${instructions._id}`);
      });
      const { body: alerts } = await app.admin.get('/api/mails?filter[kind]=alert&limit=50');
      const alert = (alerts.mails as Mail[]).find(({ key }) => key === `alert:failed:${instructions._id}`)!;
      const { subject, text } = (await app.admin.get(`/api/mails/${alert._id}`).expect(200)).body;
      expect(subject).toBe(`A mail could not be sent: Payment instructions, ${referenceNumber}`);
      expect(text).toContain(`The mail "Payment instructions" about ${referenceNumber} could not be sent.`);
      expect(text).not.toContain('gone@example.com');
      // A failed alert queues no further alert.
      const failedAlerts = (alerts.mails as Mail[]).filter(({ state }) => state === 'failed');
      for (const { _id } of failedAlerts)
        expect((alerts.mails as Mail[]).map(({ key }) => key)).not.toContain(`alert:failed:${_id}`);
    },
  );

  it('has failed for good after the seventh attempt, with growing waits', async () => {
    answers.rcpt = refuse(450, 'Busy');
    const { paymentId } = await submit(app);
    const waits = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      await waitFor(async () => (await mailOf(app, paymentId)).attempts === attempt);
      await waitFor(async () => (await mailOf(app, paymentId)).state === 'retrying');
      waits.push(waitOf(await mailOf(app, paymentId)));
      await endWaits(app);
    }
    await waitFor(async () => (await mailOf(app, paymentId)).state === 'failed');
    expect((await mailOf(app, paymentId)).attempts).toBe(7);
    for (const [index, minutes] of [1, 5, 30, 120, 480, 1440].entries()) {
      expect(waits[index]).toBeGreaterThan(minutes * 0.8);
      expect(waits[index]).toBeLessThan(minutes * 1.2);
    }
  });

  it('is asked as often for a mail that cannot be written, which has failed then', async () => {
    answers.rcpt = refuse(450, 'Busy');
    const { paymentId } = await submit(app);
    await waitForState(app, paymentId, 'retrying');
    const about = new Types.ObjectId(paymentId);
    await app.connection.collection('payments').updateOne({ _id: about }, { $set: { language: 'none' } });
    await endWaits(app);
    const smtpResponse = 'The mail could not be written';
    await waitFor(async () => (await mailOf(app, paymentId)).attempts === 2);
    expect(await waitForState(app, paymentId, 'retrying')).toMatchObject({ attempts: 2, smtpResponse });
    await app.connection.collection('mails').updateMany({ paymentId: about }, { $set: { attempts: 6 } });
    await endWaits(app);
    expect(await waitForState(app, paymentId, 'failed')).toMatchObject({ attempts: 7, smtpResponse });
  });

  it('is cancelled where there is nothing to tell any more at its next attempt', async () => {
    const email = 'deleted@example.com';
    const { paymentId } = await submit(app, { email });
    await waitForState(app, paymentId, 'sent');
    answers.rcpt = refuse(450, 'Busy');
    await app.visitor.post('/api/orders/links').send({ email }).expect(202);
    const link = async (): Promise<Mail | undefined> =>
      (await app.admin.get('/api/mails').query({ 'filter[kind]': 'link' }).expect(200)).body.mails[0];
    await waitFor(async () => (await link())?.state === 'retrying');
    await app.admin.delete(`/api/payments/${paymentId}`).expect(204);
    await endWaits(app);
    await waitFor(async () => (await link())?.state === 'cancelled');
    expect(await link()).toMatchObject({ to: email, smtpResponse: 'There is nothing to tell any more' });
  });

  it('a failed mail counts as such until it is sent again, written anew by hand, or dismissed', async () => {
    // The alert of an earlier test may have been refused temporarily, and wait for another attempt.
    await waitFor(async () => {
      await endWaits(app);
      return (await statusOf(app)).queued === 0;
    });
    const failedNow = async () => (await statusOf(app)).failed;
    const before = await failedNow();
    const failOne = async () => {
      answers.rcpt = refuse(550, 'No such user');
      const { paymentId } = await submit(app);
      const mail = await waitForState(app, paymentId, 'failed');
      await waitFor(async () => (await statusOf(app)).queued === 0);
      delete answers.rcpt;
      return mail;
    };
    const open = async (): Promise<string[]> => {
      const query = { 'filter[state]': 'failed', 'filter[dismissed]': 'false', limit: 100 };
      const { body } = await app.admin.get('/api/mails').query(query).expect(200);
      return (body.mails as Mail[]).map(({ _id }) => _id);
    };
    // Each failed mail to a visitor causes an alert, which fails too.
    const [resent, rewritten, dismissed] = [await failOne(), await failOne(), await failOne()];
    const alerts = (await failedNow()) - before - 3;
    expect(await open()).toEqual(expect.arrayContaining([resent._id, rewritten._id, dismissed._id]));

    const { body: again } = await app.admin.post(`/api/mails/${resent._id}/resend`).expect(201);
    await app.admin
      .post(`/api/payments/${rewritten.paymentId}/mails`)
      .send({ kind: 'instructions' })
      .expect(201);
    const dismiss = (id: string) => app.admin.post(`/api/mails/${id}/dismiss`);
    const { body: settled } = await dismiss(dismissed._id).expect(200);
    expect(settled).toMatchObject({
      state: 'failed',
      dismissed: { at: expect.stringMatching(/Z$/), by: 'admin' },
      version: 1,
    });
    expect((await dismiss(dismissed._id).expect(200)).body).toEqual(settled);
    await dismiss(again._id).expect(409);
    await dismiss('0123456789abcdef01234567').expect(404);
    expect(await failedNow()).toBe(before + alerts);
    for (const { _id } of [resent, rewritten, dismissed]) expect(await open()).not.toContain(_id);
    const { body: audit } = await app.admin
      .get(`/api/audit?filter[resource]=mails&filter[resourceId]=${dismissed._id}`)
      .expect(200);
    expect(audit.entries.map(({ action }: { action: string }) => action)).toEqual(['dismiss']);
    await app.admin.get('/api/mails?filter[dismissed]=maybe').expect(400);

    // A failed resend counts as a failure of its own.
    answers.rcpt = refuse(550, 'No such user');
    const { body: another } = await app.admin.post(`/api/mails/${resent._id}/resend`).expect(201);
    await waitFor(async () => (await open()).includes(another._id));
    expect(await open()).not.toContain(resent._id);
  });

  it.each(['instructions', 'reminder'])(
    '%s that wait say what is true when they are sent, as do those of an earlier version with a text',
    async (kind) => {
      answers.data = refuse(451, 'Not now');
      const transferDate = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
      const { _id: paymentId, referenceNumber } = await createPayment(app, {
        amount: 2000,
        transferDate,
      });
      const { body: queued } = await app.admin
        .post(`/api/payments/${paymentId}/mails`)
        .send({ kind })
        .expect(201);
      const mail = async (): Promise<Mail> => (await app.admin.get(`/api/mails/${queued._id}`)).body;
      await waitFor(async () => (await mail()).state === 'retrying');
      const mails = app.connection.collection('mails');
      const ofKind = { kind, paymentId: new Types.ObjectId(paymentId) };
      const { text, subject } = (await mails.findOne(ofKind))!;
      expect(text).toBeUndefined();
      expect(subject).toContain(referenceNumber);
      expect((await mail()).text).toContain('CA$2,000.00');
      if (kind === 'reminder') await mails.updateOne(ofKind, { $set: { text: 'Pay all', html: 'Pay all' } });
      delete answers.data;
      await receive(app, paymentId, 1500);
      await endWaits(app);
      await waitFor(async () => (await mail()).state === 'sent');
      expect((await mail()).text).toContain('Missing: CA$500.00');
      const { messageId } = await mail();
      const sent = smtp.mails.find(({ email }) => email.messageId === messageId)!;
      expect(sent.email.text).toContain('Missing: CA$500.00');
      await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'paid' }).expect(200);
      expect((await mail()).text).toContain('Missing: CA$500.00');
    },
  );

  it('an address beyond ASCII, having no SMTPUTF8, makes the mail fail by name', async () => {
    const { paymentId } = await submit(app, { email: 'jörg@example.com' });
    await waitFor(async () => (await mailOf(app, paymentId)).state === 'failed');
    expect((await mailOf(app, paymentId)).smtpResponse).toBe(
      'jörg@example.com needs SMTPUTF8, which the mail server does not offer',
    );
    const { paymentId: other } = await submit(app, { email: 'ada@münchen.example' });
    await waitFor(async () => (await mailOf(app, other)).state === 'sent');
  });
});

describe('a mail server that breaks off', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  let onConnection: (socket: Socket) => void = () => undefined;
  let app: TestApp;
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    app = await TestApp.start(mailEnv(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`));
    setTimes(app, { connectTimeoutMs: 300, commandTimeoutMs: 300 });
  });
  afterAll(async () => {
    await app.stop();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Responds to each line with the result of `reply`; undefined sends nothing, null closes the connection. */
  const talk = (reply: (line: string) => string | null | undefined) => (socket: Socket) => {
    socket.write('220 test\r\n');
    let isData = false;
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        const answer = isData ? '354 go on' : reply(line);
        if (answer === null) socket.destroy();
        else if (answer !== undefined) socket.write(`${answer}\r\n`);
      }
    });
  };

  it.each([
    ['after the greeting’s time', () => undefined],
    ['with a greeting of 554', (socket: Socket) => void socket.end('554 go away\r\n')],
    ['with silence after EHLO', talk(() => undefined)],
    ['with silence after the mail', talk((line) => (line === '.' ? undefined : '250 ok'))],
    ['closing the connection after the mail', talk((line) => (line === '.' ? null : '250 ok'))],
    ['closing the connection at once', (socket: Socket) => void socket.destroy()],
    ['with nonsense', (socket: Socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('%s is asked again later', async (_, behave) => {
    onConnection = behave;
    const { paymentId } = await submit(app);
    const waiting = await waitForState(app, paymentId, 'retrying');
    expect(waiting).toMatchObject({ attempts: 1, smtpResponse: expect.any(String) });
    expect((await statusOf(app)).stopped).toBeUndefined();
    const { messageId } = waiting;
    const seen: string[] = [];
    onConnection = (socket) => {
      socket.on('data', (chunk) => seen.push(String(chunk)));
      talk(() => '250 ok')(socket);
    };
    await endWaits(app);
    await waitForState(app, paymentId, 'sent');
    expect(seen.join('')).toContain(messageId);
    // Otherwise the next test's mail could be sent on this test's connection.
    await waitFor(() => sockets.size === 0);
  });
});

describe('a mail server that cannot be trusted or does not let us in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trip-tls-'));
  const certificate = { key: '', cert: '' };
  beforeAll(() => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'].concat(
        ['-subj', '/CN=mail.example', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
      ),
      { stdio: 'ignore' },
    );
    Object.assign(certificate, { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['smtps', 'smtp'] as const)(
    'stops the queue by its certificate (%s), fails no mail and gets no password',
    async (protocol) => {
      const logins: unknown[] = [];
      const smtp = await TestSmtpServer.start({
        ...certificate,
        secure: protocol === 'smtps',
        disabledCommands: [],
        onAuth: (login, _session, done) => {
          logins.push(login);
          done(null, { user: 'x' });
        },
      });
      const app = await TestApp.start(mailEnv(`${protocol}://user:secret-word@127.0.0.1:${smtp.port}`));
      const [one, two] = [await submit(app), await submit(app)];
      await waitFor(async () => (await statusOf(app)).stopped !== undefined);
      await waitForState(app, one.paymentId, 'queued');
      await waitForState(app, two.paymentId, 'queued');
      const status = await statusOf(app);
      expect(status).toMatchObject({ configured: true, held: 0, queued: 2, failed: 0 });
      expect(status.stopped).toMatch(
        /^The connection to the mail server could not be secured: .*certificate/,
      );
      expect((await mailOf(app, one.paymentId)).attempts).toBe(0);
      expect(logins).toEqual([]);
      expect(smtp.mails).toEqual([]);
      await app.stop();
      await smtp.stop();
    },
  );

  it('stops the queue where it refuses the password, tries one mail a time, and goes on by itself', async () => {
    let attempts = 0;
    let password = 'another';
    const smtp = await TestSmtpServer.start({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (login, _session, done) => {
        attempts += 1;
        if (login.password === password) done(null, { user: 'user' });
        else done(refuse(535, 'Authentication failed'));
      },
    });
    // smtp:// with a password requires STARTTLS, which this server lacks: the queue stops as well.
    const insecure = await TestApp.start(mailEnv(`smtp://user:secret-word@127.0.0.1:${smtp.port}`));
    await submit(insecure);
    await waitFor(async () => (await statusOf(insecure)).stopped !== undefined);
    expect((await statusOf(insecure)).stopped).toContain('could not be secured');
    expect(attempts).toBe(0);
    await insecure.stop();
    await smtp.stop();

    const secure = await TestSmtpServer.start({
      ...certificate,
      secure: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (login, _session, done) => {
        attempts += 1;
        if (login.password === password) done(null, { user: 'user' });
        else done(refuse(535, 'Authentication failed'));
      },
    });
    const app = await TestApp.start(mailEnv(`smtps://user:secret-word@127.0.0.1:${secure.port}`));
    trustCertificate(app);
    setTimes(app, { probeMs: 200 });
    const payments = [await submit(app), await submit(app), await submit(app), await submit(app)];
    await waitFor(async () => (await statusOf(app)).stopped !== undefined);
    const { stopped, failed, queued } = await statusOf(app);
    expect(stopped).toMatch(/^The mail server refused the sign-in: 535 .*Authentication failed/);
    expect(stopped).not.toContain('secret-word');
    expect([failed, queued]).toEqual([0, 4]);
    const before = attempts;
    await waitFor(() => attempts >= before + 2);
    for (const { paymentId } of payments)
      expect((await mailOf(app, paymentId)).attempts).toBeLessThanOrEqual(1);
    password = 'secret-word';
    for (const { paymentId } of payments) await waitForState(app, paymentId, 'sent');
    expect((await statusOf(app)).stopped).toBeUndefined();
    await app.stop();
    await secure.stop();
  });
  /** Lets an application trust the test's certificate, as NODE_EXTRA_CA_CERTS would for a process. */
  const trustCertificate = (app: TestApp) =>
    Object.assign(app.app.get<MailConfig>(CONFIG).mail.smtp!, { ca: certificate.cert });
});
