import { generateSync } from 'otplib';
import type { RecoveryCodes, SecondFactorStep } from '#domain/auth/second-factor';
import { MAIL_TIMES, type MailTimes } from '../../src/mail/mail-times.js';
import { TestSmtpServer } from '../../src/testing/smtp-server.js';
import { TestApp } from '../../src/testing/test-app.js';
import { VirtualAuthenticator } from '../../src/testing/virtual-authenticator.js';

const origin = 'https://office.example.com';
const times = 20;
const password = 'a long passphrase of this test';

let app: TestApp;
let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await TestSmtpServer.start();
  app = await TestApp.start({
    ...smtp.env,
    PUBLIC_URL: origin,
    TRUST_PROXY: '1',
    MAIL_DELAY_SECONDS: '3600',
  });
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

const post = (path: string, body: object = {}) => app.admin.post(`/api/${path}`).send(body);

/** Calls as a visitor from an address of its own, so that no limit of one address ends the race. */
const from = (number: number, path: string, body: object = {}) =>
  app.visitor.post(`/api/${path}`).set('X-Forwarded-For', `198.51.100.${number}`).send(body);

/** Makes the call many times at once; returns how many had success. Throws for anything but that and `refusals`. */
async function successesOf(call: (number: number) => ReturnType<typeof from>, refusals: number[]) {
  const answers = await Promise.all(Array.from({ length: times }, (_, number) => call(number)));
  const refused = answers.filter(({ status }) => status >= 300);
  for (const { status } of refused) expect(refusals).toContain(status);
  return answers.length - refused.length;
}

async function setUp() {
  const { body: offer } = await post('account/totp').expect(200);
  const codeOf = (steps: number) =>
    generateSync({ secret: String(offer.secret), epoch: Math.floor(Date.now() / 1000) + steps * 30 });
  const { body } = await post('account/totp/confirm', { code: codeOf(0) }).expect(200);
  return { next: codeOf(1), recoveryCodes: (body as RecoveryCodes).recoveryCodes };
}

async function ticket(number = 100): Promise<string> {
  const { body } = await from(number, 'auth/login', {
    username: app.adminUsername,
    password: app.adminPassword,
  }).expect(200);
  return (body as SecondFactorStep).secondFactor.ticket;
}
const tickets = async () => {
  const all: string[] = [];
  for (let number = 0; number < times; number++) all.push(await ticket(number));
  return all;
};
const sessions = () => app.connection.collection('sessions').countDocuments({});
const mailedToken = async () => {
  const [mail] = await smtp.waitForMails(1);
  return /#([\w-]{43})\b/.exec(mail?.email.text ?? '')?.[1] ?? '';
};

describe('of twenty uses at once, one succeeds', () => {
  it('of a ticket', async () => {
    const { recoveryCodes } = await setUp();
    const one = await ticket();
    const before = await sessions();
    const answer = (number: number) =>
      from(number, 'auth/second-factor', {
        ticket: one,
        recoveryCode: recoveryCodes[number % recoveryCodes.length],
      });
    expect(await successesOf(answer, [401])).toBe(1);
    expect(await sessions()).toBe(before + 1);
    // The answers that came too late have spent no code.
    const { body } = await app.admin.get('/api/account/second-factor').expect(200);
    expect(body.recoveryCodes).toBe(recoveryCodes.length - 1);
  });

  it('of a code of the authenticator app', async () => {
    const { next } = await setUp();
    const open = await tickets();
    const before = await sessions();
    const answer = (number: number) =>
      from(number, 'auth/second-factor', { ticket: open[number], code: next });
    expect(await successesOf(answer, [401])).toBe(1);
    expect(await sessions()).toBe(before + 1);
  });

  it('of a recovery code', async () => {
    const { recoveryCodes } = await setUp();
    const open = await tickets();
    const before = await sessions();
    const answer = (number: number) =>
      from(number, 'auth/second-factor', { ticket: open[number], recoveryCode: recoveryCodes[0] });
    expect(await successesOf(answer, [401])).toBe(1);
    expect(await sessions()).toBe(before + 1);
  });

  it('of a passkey’s challenge', async () => {
    const authenticator = new VirtualAuthenticator(origin);
    const { body: creation } = await post('account/passkeys/options').expect(200);
    const registration = authenticator.register(creation);
    await post('account/passkeys', { name: 'Desk', credential: registration }).expect(201);
    const { body: asked } = await from(100, 'auth/passkey/options').expect(200);
    const credential = authenticator.sign(asked);
    const before = await sessions();
    expect(await successesOf((number) => from(number, 'auth/passkey', { credential }), [401])).toBe(1);
    expect(await sessions()).toBe(before + 1);
  });

  it('of the challenge that adds a passkey', async () => {
    const { body: creation } = await post('account/passkeys/options').expect(200);
    const credential = new VirtualAuthenticator(origin).register(creation);
    const add = () => post('account/passkeys', { name: 'Desk', credential });
    expect(await successesOf(add, [400, 409])).toBe(1);
    expect(await app.connection.collection('passkeys').countDocuments({})).toBe(1);
  });

  it('of a link to set a password', async () => {
    await from(100, 'auth/password/forgotten', { email: 'admin@example.com' }).expect(202);
    const token = await mailedToken();
    const reset = (number: number) =>
      from(number, 'auth/password/reset', { token, password: `${password} ${number}` });
    expect(await successesOf(reset, [404])).toBe(1);
    const trail = { action: 'password' };
    expect(await app.connection.collection('audit').countDocuments(trail)).toBe(1);
  });

  it('of an invitation', async () => {
    await post('people/invitations', { email: 'mia@example.com', role: 'manager' }).expect(201);
    const token = await mailedToken();
    const accept = (number: number) =>
      from(number, `auth/invitations/${token}`, { username: `mia${number}`, password });
    expect(await successesOf(accept, [404])).toBe(1);
    expect(await app.connection.collection('users').countDocuments({ email: 'mia@example.com' })).toBe(1);
  });

  it('of a code that freshens the proof of a session', async () => {
    const { next } = await setUp();
    const prove = () => post('auth/reauthenticate', { code: next });
    // One session has ten wrong answers in a quarter of an hour.
    expect(await successesOf(prove, [400, 429])).toBe(1);
  });
});
