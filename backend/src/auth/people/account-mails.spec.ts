import { generateSync } from 'otplib';
import type { AuditEntry } from '#domain/audit/audit';
import type { Account } from '#domain/auth/auth';
import type { PasskeyRequest, RecoveryCodes, SecondFactorStep } from '#domain/auth/second-factor';
import { hashLinkToken, newLinkToken } from '../../platform/secrets/link-token.js';
import { UsersService } from '../users/users.service.js';
import { TestSmtpServer } from '../../testing/smtp-server.js';
import { TestApp } from '../../testing/test-app.js';
import { VirtualAuthenticator } from '../../testing/virtual-authenticator.js';

const next = 'quite another set of words';
const origin = 'https://office.example.com';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('the owner of an account', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    // Mails about payments wait for an hour.
    app = await TestApp.start({
      ...smtp.env,
      PUBLIC_URL: origin,
      MAIL_DELAY_SECONDS: '3600',
      TIME_ZONE: 'Asia/Bangkok',
    });
  });
  beforeEach(async () => {
    await app.reset();
    smtp.mails.length = 0;
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  it('is told at once of a changed password, with time, device and address', async () => {
    const change = { currentPassword: app.adminPassword, newPassword: next };
    await app.admin.post('/api/account/password').set('User-Agent', firefox).send(change).expect(204);
    const [mail] = await smtp.waitForMails(1);
    expect(mail?.to).toEqual(['admin@example.com']);
    expect(mail?.email.subject).toBe('Your password was changed');
    expect(mail?.email.text).toMatch(
      /Account: admin\nTime: \d{4}-\d\d-\d\d \d\d:\d\d Asia\/Bangkok\nDevice: Firefox on Linux\nNetwork address: \S+\n/,
    );
    expect(mail?.email.text).not.toContain(next);
    const { body } = await app.admin.get('/api/mails?filter[kind]=account').expect(200);
    expect(body.mails).toHaveLength(1);
  });

  const changeEmail = (email: string) =>
    app.admin.put('/api/account').send({ email, currentPassword: app.adminPassword });
  const confirm = (token: string) => app.visitor.post('/api/auth/email/confirm').send({ token });
  const tokenIn = (text = ''): string => /\/admin\/confirm-email#([\w-]{43})\b/.exec(text)?.[1] ?? '';
  const account = async (): Promise<Account> => (await app.admin.get('/api/account').expect(200)).body;

  it('confirms a new email address by the link of the one mail to it, and is told at the former one', async () => {
    const { body: asked } = await changeEmail('boss@example.com').expect(200);
    expect(asked).toMatchObject({ email: 'admin@example.com', pendingEmail: 'boss@example.com' });
    const [mail] = await smtp.waitForMails(1);
    expect(mail?.to).toEqual(['boss@example.com']);
    const token = tokenIn(mail?.email.text);
    expect(await account()).toMatchObject({ email: 'admin@example.com', pendingEmail: 'boss@example.com' });
    expect(JSON.stringify(await app.connection.collection('emaillinks').findOne({}))).not.toContain(token);
    await confirm('x'.repeat(43)).expect(404);
    await confirm(token).expect(204);
    await confirm(token).expect(404);
    expect(await account()).not.toHaveProperty('pendingEmail');
    expect((await account()).email).toBe('boss@example.com');
    const [, told] = await smtp.waitForMails(2);
    expect([told?.to, told?.email.subject]).toEqual([
      ['admin@example.com'],
      'Your email address was changed',
    ]);
    expect(told?.email.text).toContain('New address: boss@example.com');
    const { body: trail } = await app.admin.get('/api/audit?filter[resource]=accounts').expect(200);
    const acts = trail.entries.map(({ by, action }: AuditEntry) => [by, action]);
    expect(acts.slice(0, 2)).toEqual([
      ['admin', 'email'],
      ['admin', 'email-asked'],
    ]);
    expect(JSON.stringify(trail)).not.toContain(token);
  });

  it('keeps the address where the link is a former one, has ended, or another account took the address', async () => {
    await changeEmail('one@example.com').expect(200);
    await changeEmail('two@example.com').expect(200);
    const mails = await smtp.waitForMails(2);
    const links = new Map(mails.map(({ to: [to], email }) => [to, tokenIn(email.text)]));
    await confirm(links.get('one@example.com') ?? '').expect(404);
    const users = app.app.get(UsersService);
    await users.add({ username: 'bea', email: 'two@example.com', role: 'admin', password: next });
    const { body: taken } = await confirm(links.get('two@example.com') ?? '').expect(409);
    expect(taken.message).toBe('Another account has this email address');
    await app.connection.collection('users').deleteOne({ username: 'bea' });
    const change = { currentPassword: app.adminPassword, newPassword: next };
    await app.admin.post('/api/account/password').send(change).expect(204);
    await confirm(links.get('two@example.com') ?? '').expect(404);
    expect((await account()).email).toBe('admin@example.com');
  });

  it('has an address alone, also where two accounts confirm it at once', async () => {
    const users = app.app.get(UsersService);
    const bea = { username: 'bea', email: 'bea@example.com', role: 'admin', password: next };
    const ids = [(await users.findByName('admin'))?._id, (await users.add(bea))._id];
    for (let round = 0; round < 6; round++) {
      const expiresAt = new Date(Date.now() + 3_600_000);
      const links = ids.map((_id, at) => {
        const token = newLinkToken();
        const email = at ? `Round${round}@example.com` : `round${round}@example.com`;
        return { token, link: { _id, email, tokenHash: hashLinkToken(token), expiresAt } };
      });
      await app.connection.collection('emaillinks').deleteMany({});
      await app.connection.collection('emaillinks').insertMany(links.map(({ link }) => link));
      const answers = await Promise.all(links.map(({ token }) => confirm(token)));
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.message).toBe('Another account has this email address');
    }
  });

  it('changes the address three times an hour at most, and sends strangers one mail each', async () => {
    for (const number of [1, 2, 3]) await changeEmail(`stranger${number}@example.com`).expect(200);
    await changeEmail('stranger4@example.com').expect(429);
    await changeEmail('admin@example.com').expect(200);
    const mails = await smtp.waitForMails(3);
    expect(mails.map(({ to: [to = ''] }) => to).sort()).toEqual([
      'stranger1@example.com',
      'stranger2@example.com',
      'stranger3@example.com',
    ]);
  });

  const post = (path: string, body: object = {}) => app.admin.post(`/api/${path}`).send(body);
  const visit = (path: string, body: object = {}) => app.visitor.post(`/api/auth/${path}`).send(body);
  const signIn = (device?: string) =>
    visit('login', { username: app.adminUsername, password: app.adminPassword, device }).expect(200);
  const subjects = async () => {
    const mails = await app.connection.collection('mails').find({}).sort({ _id: 1 }).toArray();
    return mails.map(({ subject }) => subject as string);
  };

  it('is told of each change of a second factor, of a used recovery code, and of a passkey that may be a copy', async () => {
    const { body: offer } = await post('account/totp').expect(200);
    const code = generateSync({ secret: String(offer.secret) });
    const { body } = await post('account/totp/confirm', { code }).expect(200);
    const authenticator = new VirtualAuthenticator(origin);
    const { body: creation } = await post('account/passkeys/options').expect(200);
    const credential = authenticator.register(creation);
    const { body: passkey } = await post('account/passkeys', { name: 'Desk', credential }).expect(201);
    const { device } = app;
    const { body: begun } = await visit('login', { username: 'admin', password: app.adminPassword, device });
    const { ticket } = (begun as SecondFactorStep).secondFactor;
    const [recoveryCode] = (body as RecoveryCodes).recoveryCodes;
    await visit('second-factor', { ticket, recoveryCode }).expect(200);
    const sign = async () => {
      const { body: asked } = await visit('passkey/options').expect(200);
      return visit('passkey', { credential: authenticator.sign(asked as PasskeyRequest), device });
    };
    expect((await sign()).status).toBe(200);
    authenticator.counter = 0;
    expect((await sign()).status).toBe(401);
    await app.admin.delete(`/api/account/passkeys/${passkey._id}`).expect(204);
    await app.admin.delete('/api/account/totp').expect(204);
    expect(await subjects()).toEqual([
      'A second factor was set up',
      'A passkey was added',
      'A recovery code was used',
      'A passkey was refused',
      'A passkey was removed',
      'Your authenticator app was removed',
    ]);
    const used = await app.connection.collection('mails').findOne({ subject: 'A recovery code was used' });
    expect(used?.text).toContain('Recovery codes left: 9');
    expect(used?.text).not.toContain(recoveryCode);
  });

  it('is told of a sign-in from a device that was not used for 90 days', async () => {
    const told = 'New sign-in to your account';
    const { body: first } = await signIn(app.device);
    expect(await subjects()).toEqual([]);
    await signIn();
    expect(await subjects()).toEqual([told]);
    const ago = (days: number) => ({ $set: { at: new Date(Date.now() - days * 24 * 3_600_000) } });
    const signIns = app.connection.collection('signins');
    await signIns.updateMany({}, ago(89));
    const { body: again } = await signIn(first.device);
    expect(await subjects()).toEqual([told]);
    await signIns.updateMany({}, ago(91));
    await signIn(again.device);
    expect(await subjects()).toEqual([told, told]);
  });

  it('is not told where the change fails', async () => {
    const users = app.app.get(UsersService);
    await users.add({ username: 'bea', email: 'bea@example.com', role: 'admin', password: next });
    const change = { email: 'bea@example.com', currentPassword: app.adminPassword };
    await app.admin.put('/api/account').send(change).expect(400);
    expect(await app.connection.collection('mails').countDocuments({})).toBe(0);
  });
});
