import { type Invitation, peopleMessages } from '#domain/auth/people';
import { UsersService } from '../users/users.service.js';
import { waitFor } from '../../testing/wait-for.js';
import { TestSmtpServer } from '../../testing/smtp-server.js';
import { LaterWork } from '../../mail/later-work.js';
import { MAIL_TIMES, type MailTimes } from '../../mail/mail-times.js';
import { TestApp } from '../../testing/test-app.js';

const password = 'a long passphrase of this test';
const next = 'quite another set of words';
const unknown = 'x'.repeat(43);

/** The token of the link in the text of a mail. */
const tokenIn = (text: string): string => /#([\w-]{43})\b/.exec(text)?.[1] ?? '';

describe('a forgotten password', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    app = await TestApp.start({ ...smtp.env, MAIL_DELAY_SECONDS: '3600' });
    Object.assign(app.app.get<MailTimes>(MAIL_TIMES), { linkPauseMs: [0, 10] });
  });
  beforeEach(async () => {
    await app.reset();
    smtp.mails.length = 0;
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  const ask = (email: string) => app.visitor.post('/api/auth/password/forgotten').send({ email });
  const reset = (token: string, to = next) =>
    app.visitor.post('/api/auth/password/reset').send({ token, password: to });
  const mailed = async (number = 1) => (await smtp.waitForMails(number)).at(-1)!;
  const link = async () => {
    await ask('ADMIN@example.com').expect(202);
    return tokenIn((await mailed()).email.text ?? '');
  };

  it('is set by the link of a mail, which works once and ends every session', async () => {
    const { body: session } = await app.visitor
      .post('/api/auth/login')
      .send({ username: app.adminUsername, password: app.adminPassword, device: app.device })
      .expect(200);
    const { refreshToken } = session as { refreshToken: string };
    const token = await link();
    const { to, email } = smtp.mails[0]!;
    expect([to, email.subject]).toEqual([['admin@example.com'], 'Set a new password']);
    expect(email.text).toContain(`/admin/reset-password#${token}`);
    const { body: weak } = await reset(token, 'password1').expect(400);
    expect(weak.errors.password).toMatch(/^The password must not be/);
    await reset(token).expect(204);
    await app.visitor.post('/api/auth/refresh').send({ refreshToken }).expect(401);
    await app.admin.get('/api/auth/verify').expect(401);
    await app.visitor
      .post('/api/auth/login')
      .send({ username: app.adminUsername, password: next, device: app.device })
      .expect(200);
    const { body } = await reset(token).expect(404);
    expect(body.message).toBe('This link is not valid any more. Ask for a new one.');
    // The owner is told of the change, at once.
    expect((await mailed(2)).email.subject).toBe('Your password was changed');
  });

  it('is set once by two who use the link at once', async () => {
    const token = await link();
    const answers = await Promise.all([reset(token), reset(token, `${next} too`)]);
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([204, 404]);
  });

  it('is answered alike for a known and an unknown address, and mailed once by several at once', async () => {
    const answers = await Promise.all([
      ask('admin@example.com'),
      ask('nobody@example.com'),
      ask('admin@example.com'),
    ]);
    const seen = answers.map(({ status, body }) => ({ status, body: body as unknown }));
    expect(new Set(seen.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await mailed();
    expect(smtp.mails.map(({ to }) => to)).toEqual([['admin@example.com']]);
    expect(await app.connection.collection('mails').countDocuments({ kind: 'account' })).toBe(1);
  });

  const links = () => app.connection.collection<{ links: { createdAt: Date }[] }>('passwordlinks');
  /** Makes every sent link older. */
  const pass = async (minutes: number) => {
    const record = await links().findOne({});
    const older = (at: Date) => new Date(at.getTime() - minutes * 60_000);
    const aged = record!.links.map((one) => ({ ...one, createdAt: older(one.createdAt) }));
    await links().updateOne({}, { $set: { links: aged } });
  };

  it('is mailed again after five minutes, thrice an hour: whatever strangers ask, a mailed link works', async () => {
    const sent: string[] = [];
    const asked = async (isSent: boolean) => {
      // Strangers have many addresses.
      await app.connection.collection('limits').deleteMany({});
      await ask('admin@example.com').expect(202);
      if (isSent) sent.push(tokenIn((await mailed(sent.length + 1)).email.text ?? ''));
      // The next request is looked at after this one.
      const later = app.app.get(LaterWork);
      await waitFor(() => later.isIdle);
      expect(smtp.mails).toHaveLength(sent.length);
    };
    await asked(true);
    for (let minute = 5; minute <= 90; minute += 5) {
      await pass(5);
      await asked([5, 30, 60, 65, 90].includes(minute));
    }
    expect(new Set(sent).size).toBe(6);
    for (const ended of sent.slice(0, 4)) await reset(ended).expect(404);
    // Those of the last half hour work, and end by the use of one.
    await reset(sent[4]!, 'password1').expect(400);
    await reset(sent[5]!).expect(204);
    for (const used of sent.slice(4)) await reset(used).expect(404);
  });

  it('has an earlier link that works on beside the next one, also that of an earlier version', async () => {
    const first = await link();
    const record = await links().findOne({});
    const [{ createdAt, ...hash } = { createdAt: new Date() }] = record!.links;
    const before = new Date(createdAt.getTime() - 6 * 60_000);
    await links().replaceOne({}, { _id: record!._id, ...hash, createdAt: before } as never);
    await ask('admin@example.com').expect(202);
    const second = tokenIn((await mailed(2)).email.text ?? '');
    await reset(first, 'password1').expect(400);
    await reset(second, 'password1').expect(400);
    await reset(first).expect(204);
    await reset(second).expect(404);
  });

  it('has a link that ends after half an hour, and by a change of the account', async () => {
    const token = await link();
    expect(JSON.stringify(await links().findOne({}))).not.toContain(token);
    await pass(30);
    await reset(token).expect(404);
    await pass(-30);
    const change = { currentPassword: app.adminPassword, newPassword: next };
    await app.admin.post('/api/account/password').send(change).expect(204);
    await reset(token).expect(404);
  });

  it('is in no audit entry, which tells who asked, and tells nothing to a disabled account', async () => {
    const token = await link();
    const trail = await app.connection.collection('audit').find().toArray();
    expect(JSON.stringify(trail)).not.toContain(token);
    const asked = trail.find(({ action }) => action === 'password-forgotten');
    expect(asked).toMatchObject({ by: 'unknown account', resource: 'accounts', ip: expect.any(String) });
    expect(String(asked?.ip)).toMatch(/127\.0\.0\.1/);
    expect(JSON.stringify(smtp.mails.map(({ email }) => email.subject))).not.toContain(token);
    await app.connection.collection('users').updateMany({}, { $set: { disabled: true } });
    await reset(token).expect(404);
  });

  it('is stored sealed until it is sent, then not at all, and never shown', async () => {
    const mails = app.connection.collection('mails');
    let stored: unknown;
    smtp.onMail = async () => {
      stored = (await mails.find({ kind: 'account' }).toArray())[0];
    };
    const token = await link();
    smtp.onMail = () => undefined;
    expect(stored).toMatchObject({ state: 'sending', sealedToken: expect.any(String) });
    expect(JSON.stringify(stored)).not.toContain(token);
    await waitFor(async () => (await mails.countDocuments({ state: 'sent' })) === 1);
    const [sent] = await mails.find({ kind: 'account' }).toArray();
    expect(sent).not.toHaveProperty('sealedToken');
    expect(JSON.stringify(sent)).not.toContain(token);
    const path = `/api/mails/${String(sent?._id)}`;
    const { text, body: mail } = await app.admin.get(path).expect(200);
    expect(text).not.toContain(token);
    expect(mail.text).toContain('/admin/reset-password#…');
    expect(mail.html).toContain('/admin/reset-password#…');
    // There is nothing left to send again, to whatever address.
    for (const body of [{}, { to: 'boss@example.com' }])
      await app.admin.post(`${path}/resend`).send(body).expect(409);
    await reset(token).expect(204);
  });

  // The last test: passport keeps one strategy per process, here that of the other server.
  it('is offered only where mail is configured', async () => {
    expect((await app.visitor.get('/api/auth/options').expect(200)).body).toEqual({
      forgottenPassword: true,
    });
    const other = await TestApp.start();
    const { body } = await other.visitor.get('/api/auth/options').expect(200);
    expect(body).toEqual({ forgottenPassword: false });
    await other.visitor.post('/api/auth/password/forgotten').send({ email: 'admin@example.com' }).expect(202);
    await other.stop();
  });
});

describe('an invitation', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(() => app.reset());
  afterAll(() => app.stop());

  const invite = async (email = 'mia@example.com', role = 'manager'): Promise<Invitation> =>
    (await app.admin.post('/api/people/invitations').send({ email, role }).expect(201)).body;
  const list = async (): Promise<Invitation[]> =>
    (await app.admin.get('/api/people/invitations').expect(200)).body.invitations;
  const offer = (token: string) => app.visitor.get(`/api/auth/invitations/${token}`);
  const accept = (token: string, username = 'mia', chosen = password) =>
    app.visitor.post(`/api/auth/invitations/${token}`).send({ username, password: chosen });

  it('becomes an account with the name and password that its receiver chooses, once', async () => {
    const invitation = await invite();
    expect(invitation).toMatchObject({ email: 'mia@example.com', role: 'manager', invitedBy: 'admin' });
    // No mail server is configured here: the link can be copied now, and never again.
    const { link: url = '', ...listed } = invitation;
    expect(await list()).toEqual([listed]);
    const { body: page } = await app.admin.get('/api/mails?filter[kind]=account').expect(200);
    expect(page.mails[0].subject).toMatch(/^Your invitation to the back-office of \S/);
    const token = tokenIn(url);
    expect((await offer(token).expect(200)).body).toMatchObject({
      email: 'mia@example.com',
      role: 'manager',
    });
    expect((await accept(token, 'a b').expect(400)).body.errors).toHaveProperty('username');
    for (const program of ['card', 'Stripe', 'SYSTEM', 'checkout'])
      expect((await accept(token, program).expect(400)).body.errors.username).toMatch(/name of a program/);
    expect((await accept(token, 'ADMIN').expect(400)).body.errors).toHaveProperty('username');
    expect((await accept(token, 'mia', 'mia12345').expect(400)).body.errors).toHaveProperty('password');
    const { body } = await accept(token).expect(201);
    expect(body).toMatchObject({ username: 'mia', email: 'mia@example.com', role: 'manager' });
    await app.visitor.post('/api/auth/login').send({ username: 'mia', password }).expect(200);
    expect(await list()).toEqual([]);
    await offer(token).expect(404);
    await accept(token, 'eve').expect(404);
  });

  it('is accepted once by two at once', async () => {
    const token = tokenIn((await invite()).link ?? '');
    const answers = await Promise.all([accept(token, 'mia'), accept(token, 'eve')]);
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 404]);
  });

  it('is one account for each name, also where two receivers choose the same at once', async () => {
    const invited = [await invite('mia@example.com'), await invite('eve@example.com')];
    const answers = await Promise.all(invited.map(({ link = '' }) => accept(tokenIn(link), 'same.name')));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.errors).toEqual({ username: peopleMessages.usernameTaken });
    // The other one is open still, for another name.
    const left = invited[answers.findIndex(({ status }) => status === 400)];
    await accept(tokenIn(left?.link ?? ''), 'another.name').expect(201);
  });

  it('is sent again with another link, and withdrawn', async () => {
    const first = await invite();
    const { body: again } = await app.admin.post(`/api/people/invitations/${first._id}/resend`).expect(200);
    await offer(tokenIn(first.link ?? '')).expect(404);
    await offer(tokenIn(again.link)).expect(200);
    await app.admin.delete(`/api/people/invitations/${first._id}`).expect(204);
    await offer(tokenIn(again.link)).expect(404);
    await app.admin.delete(`/api/people/invitations/${first._id}`).expect(404);
    const mails = await app.connection.collection('mails').find({ kind: 'account' }).toArray();
    expect(mails.map(({ state }) => state as string)).toEqual(['cancelled', 'cancelled']);
  });

  it('ends after 72 hours', async () => {
    const token = tokenIn((await invite()).link ?? '');
    const past = { $set: { expiresAt: new Date(Date.now() - 1) } };
    await app.connection.collection('invitations').updateMany({}, past);
    await offer(token).expect(404);
    await accept(token).expect(404);
    expect(await list()).toHaveLength(1);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['disabled', (id) => app.admin.post(`/api/people/${id}/disable`).expect(200)],
    ['demoted', (id) => app.admin.patch(`/api/people/${id}`).send({ role: 'manager' }).expect(200)],
    ['deleted', (id) => app.admin.delete(`/api/people/${id}`).expect(204)],
  ])('ends with its inviter, who is %s, which mail list and trail tell', async (_, end) => {
    const bea = { username: 'bea', email: 'bea@example.com', password };
    const { _id } = await app.app.get(UsersService).add({ ...bea, role: 'admin' });
    const { body: signedIn } = await app.visitor.post('/api/auth/login').send(bea).expect(200);
    const kept = await invite('eve@example.com');
    const { body: ended } = await app.visitor
      .post('/api/people/invitations')
      .auth(signedIn.token, { type: 'bearer' })
      .send({ email: 'mia@example.com', role: 'admin' })
      .expect(201);
    await end(String(_id));
    await accept(tokenIn(ended.link)).expect(404);
    expect((await list()).map(({ email }) => email)).toEqual(['eve@example.com']);
    const { body: mail } = await app.admin.get(`/api/mails/${ended.mailId}`).expect(200);
    const reason = 'bea, who sent it, may not invite any more';
    expect(mail).toMatchObject({ state: 'cancelled', smtpResponse: reason });
    const { body: trail } = await app.admin
      .get(`/api/audit?filter[resource]=invitations&filter[id]=${ended._id}`)
      .expect(200);
    expect(trail.entries[0]).toMatchObject({
      by: 'admin',
      action: 'cancel',
      changes: [{ field: 'note', to: reason }],
    });
    await accept(tokenIn(kept.link ?? '')).expect(201);
  });

  it('of a version that left it open ends as well, once its inviter may not invite', async () => {
    const token = tokenIn((await invite()).link ?? '');
    await app.connection.collection('invitations').updateMany({}, { $set: { invitedBy: 'a former admin' } });
    await offer(token).expect(404);
    await accept(token).expect(404);
  });

  it('is refused for an address that has an account or an invitation, in any case', async () => {
    await invite();
    for (const email of ['ADMIN@example.com', 'Mia@Example.com']) {
      const call = app.admin.post('/api/people/invitations').send({ email, role: 'viewer' });
      expect((await call.expect(400)).body.errors).toHaveProperty('email');
    }
  });

  it('keeps its token nowhere but sealed in its mail', async () => {
    const token = tokenIn((await invite()).link ?? '');
    for (const collection of ['invitations', 'audit', 'mails']) {
      const stored = await app.connection.collection(collection).find().toArray();
      expect(JSON.stringify(stored)).not.toContain(token);
    }
    const [mail] = await app.connection.collection('mails').find({ kind: 'account' }).toArray();
    expect(mail).toMatchObject({ state: 'held', sealedToken: expect.any(String) });
    const { text } = await app.admin.get(`/api/mails/${String(mail?._id)}`).expect(200);
    expect(text).not.toContain(token);
    expect(text).toContain('/admin/invitation#…');
    await offer(unknown).expect(404);
  });
});
