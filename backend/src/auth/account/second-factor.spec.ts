import { hash } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import type { RecoveryCodes, SecondFactorStep } from '#domain/auth/second-factor';
import { TestApp } from '../../testing/test-app.js';

/** The code of an authenticator app, some time steps from now. */
const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

let app: TestApp;
beforeAll(async () => (app = await TestApp.start()));
beforeEach(() => app.reset());
afterEach(() => jest.useRealTimers());
afterAll(() => app.stop());

/** Goes on by time steps, so that the next code is another one. */
function passSteps(steps = 1): void {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'],
  });
  jest.setSystemTime(Date.now() + steps * 30_000);
}

const post = (path: string, body: object = {}) => app.admin.post(`/api/${path}`).send(body);

/** Sets up an authenticator app; its next code is one step later. */
async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body: offer } = await post('account/totp').expect(200);
  const secret = String(offer.secret);
  const { body } = await post('account/totp/confirm', { code: codeOf(secret) }).expect(200);
  return { secret, ...(body as RecoveryCodes) };
}

const signIn = (password = app.adminPassword, device?: string) =>
  app.visitor.post('/api/auth/login').send({ username: 'admin', password, device });

async function beginSignIn(device?: string): Promise<SecondFactorStep['secondFactor']> {
  const { body } = await signIn(app.adminPassword, device).expect(200);
  return (body as SecondFactorStep).secondFactor;
}

const answer = (body: object) => app.visitor.post('/api/auth/second-factor').send(body);

describe('an authenticator app', () => {
  it('is offered a secret, and is in use once a code confirms it', async () => {
    const { body: none } = await app.admin.get('/api/account/second-factor').expect(200);
    expect(none).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 });
    await post('account/totp/confirm', { code: '123456' }).expect(409);
    const { body: offer } = await post('account/totp').expect(200);
    expect(offer.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(offer.uri).toContain(`secret=${offer.secret}`);
    const { body: wrong } = await post('account/totp/confirm', { code: codeOf(offer.secret, 5) }).expect(400);
    expect(wrong.errors).toEqual({ code: 'The code is wrong' });
    await signIn().expect(200, /refreshToken/);
    const { body } = await post('account/totp/confirm', { code: codeOf(offer.secret) }).expect(200);
    expect(body.recoveryCodes).toHaveLength(10);
    for (const code of body.recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    const { body: state } = await app.admin.get('/api/account/second-factor').expect(200);
    expect(state).toEqual({ totp: true, passkeys: 0, recoveryCodes: 10 });
    const [stored] = await app.connection.collection('secondfactors').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(offer.secret);
    for (const code of body.recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code);
  });

  it('is asked for after the password, and opens the session', async () => {
    await app.login();
    const { secret } = await setUp();
    const { ticket, methods, ...rest } = await beginSignIn();
    expect([methods, rest]).toEqual([['totp', 'recovery'], {}]);
    passSteps();
    const { body } = await answer({ ticket, code: codeOf(secret) }).expect(200);
    expect(Object.keys(body).sort()).toEqual(['device', 'refreshToken', 'token']);
    await app.visitor.get('/api/auth/verify').auth(body.token, { type: 'bearer' }).expect(200);
    const { body: listed } = await app.admin.get('/api/account/sign-ins').expect(200);
    expect(listed.signIns.map(({ how }: { how: string }) => how)).toEqual(['totp', 'password', 'password']);
    expect(listed.signIns[0]).toMatchObject({ device: 'Unknown device', address: expect.any(String) });
  });

  it('spends a code by confirming, and by each sign-in, also of two at once', async () => {
    const { secret } = await setUp();
    const { ticket } = await beginSignIn();
    const { body: spent } = await answer({ ticket, code: codeOf(secret) }).expect(401);
    expect(spent).toEqual({ statusCode: 401, message: 'The code is wrong' });
    passSteps();
    const code = codeOf(secret);
    const another = await beginSignIn();
    const answers = await Promise.all([answer({ ticket, code }), answer({ ticket: another.ticket, code })]);
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '401']);
  });

  it('is removed with its recovery codes, and the sign-in is as before', async () => {
    await setUp();
    await app.admin.delete('/api/account/totp').expect(204);
    await app.admin.delete('/api/account/totp').expect(404);
    const { body: state } = await app.admin.get('/api/account/second-factor').expect(200);
    expect(state).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 });
    await signIn().expect(200, /refreshToken/);
    await post('account/recovery-codes').expect(409);
  });

  it('ends by its set-up the other sessions, which had a password only, and not the own session', async () => {
    const other = await app.login();
    await setUp();
    await app.visitor.post('/api/auth/refresh').send({ refreshToken: other.refreshToken }).expect(401);
    await app.visitor.get('/api/auth/verify').auth(other.token, { type: 'bearer' }).expect(401);
    await app.admin.get('/api/auth/verify').expect(200);
  });

  it('ends by its removal the other sessions and the tickets, and not the own session', async () => {
    const { secret, recoveryCodes } = await setUp();
    passSteps();
    const { body: other } = await answer({ ticket: (await beginSignIn()).ticket, code: codeOf(secret) });
    // Another factor leaves the sessions that had one.
    await post('account/totp').expect(200);
    await app.visitor.get('/api/auth/verify').auth(other.token, { type: 'bearer' }).expect(200);
    const { ticket } = await beginSignIn();
    await app.admin.delete('/api/account/totp').expect(204);
    await app.visitor.post('/api/auth/refresh').send({ refreshToken: other.refreshToken }).expect(401);
    await app.visitor.get('/api/auth/verify').auth(other.token, { type: 'bearer' }).expect(401);
    const { body } = await answer({ ticket, recoveryCode: recoveryCodes[0] }).expect(401);
    expect(body.reason).toBe('ticket');
    await app.admin.get('/api/auth/verify').expect(200);
  });
});

describe('a ticket', () => {
  it('opens one session, also for two at once', async () => {
    const { secret, recoveryCodes } = await setUp();
    const { ticket } = await beginSignIn();
    passSteps();
    const answers = await Promise.all([
      answer({ ticket, code: codeOf(secret) }),
      answer({ ticket, recoveryCode: recoveryCodes[0] }),
    ]);
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '401']);
    const { body } = await answer({ ticket, recoveryCode: recoveryCodes[1] }).expect(401);
    expect(body).toMatchObject({
      message: 'This sign-in has ended. Please sign in again.',
      reason: 'ticket',
    });
  });

  it('ends after five wrong answers, and after five minutes', async () => {
    const { secret, recoveryCodes } = await setUp();
    const { ticket } = await beginSignIn();
    for (let wrong = 0; wrong < 5; wrong++) await answer({ ticket, code: codeOf(secret, 9) }).expect(401);
    const { body } = await answer({ ticket, recoveryCode: recoveryCodes[0] }).expect(401);
    expect(body.reason).toBe('ticket');
    const late = await beginSignIn();
    passSteps(11);
    const { body: expired } = await answer({ ticket: late.ticket, code: codeOf(secret) }).expect(401);
    expect(expired.reason).toBe('ticket');
  });

  it.each([
    [
      'a changed password',
      async () => {
        const newPassword = 'a new and longer passphrase 91';
        await post('account/password', { currentPassword: app.adminPassword, newPassword }).expect(204);
      },
    ],
    [
      'a change of role',
      () => app.connection.collection('users').updateOne({}, { $set: { role: 'viewer' } }),
    ],
    ['disabling', () => app.connection.collection('users').updateOne({}, { $set: { disabled: true } })],
  ])('ends by %s', async (_, change) => {
    const { recoveryCodes } = await setUp();
    const { ticket } = await beginSignIn();
    await change();
    const { body } = await answer({ ticket, recoveryCode: recoveryCodes[0] }).expect(401);
    expect(body.reason).toBe('ticket');
  });

  it('is stored hashed, and takes exactly one proof', async () => {
    await setUp();
    const { ticket } = await beginSignIn();
    const stored = await app.connection.collection('signintickets').find().toArray();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(ticket);
    await answer({ ticket }).expect(400);
    await answer({ ticket, code: '123456', recoveryCode: 'ABCD' }).expect(400);
    await answer({ ticket: 'another', code: '123456' }).expect(401);
  });
});

describe('wrong codes of an unknown device', () => {
  const guess = async (device?: string) => {
    // Addresses without number.
    await app.connection.collection('limits').deleteMany({});
    const { ticket, methods } = await beginSignIn(device);
    return { methods, ticket, answer: await answer({ ticket, code: '000000' }) };
  };
  const count = (wrongCodes: number) =>
    app.connection.collection('secondfactors').updateOne({}, { $set: { wrongCodes } });
  const told = () => app.connection.collection('mails').countDocuments({ subject: /^Wrong codes were/ });

  it('are told to the owner at ten, and forgotten by a right sign-in', async () => {
    const { secret } = await setUp();
    for (let number = 1; number <= 11; number++) {
      expect((await guess()).answer.status).toBe(401);
      expect(await told()).toBe(number < 10 ? 0 : 1);
    }
    passSteps();
    await answer({ ticket: (await beginSignIn()).ticket, code: codeOf(secret) }).expect(200);
    await guess();
    expect(await app.connection.collection('secondfactors').findOne({})).toMatchObject({ wrongCodes: 1 });
    const { body } = await app.admin.get('/api/audit?filter[action]=codes-guessed').expect(200);
    expect(body.entries).toHaveLength(1);
  });

  it('block codes at a hundred, from wherever, except on the devices of the owner', async () => {
    const { secret, recoveryCodes } = await setUp();
    await count(99);
    expect((await guess()).answer.body.message).toBe('The code is wrong');
    passSteps();
    const { ticket, methods } = await beginSignIn();
    expect(methods).toEqual(['recovery']);
    const { body } = await answer({ ticket, code: codeOf(secret) }).expect(401);
    expect(body.message).toMatch(/^Too many wrong codes were entered\. Use a passkey or a recovery code/);
    const own = await beginSignIn(app.device);
    expect(own.methods).toEqual(['totp', 'recovery']);
    await answer({ ticket: own.ticket, code: codeOf(secret) }).expect(200);
    await count(100);
    await answer({ ticket, recoveryCode: recoveryCodes[0] }).expect(200);
    expect((await beginSignIn()).methods).toEqual(['totp', 'recovery']);
  });

  it('are never more than a hundred by those at once', async () => {
    await setUp();
    await count(98);
    await app.connection.collection('limits').deleteMany({});
    const tickets = await Promise.all(Array.from({ length: 5 }, () => beginSignIn()));
    const answers = await Promise.all(tickets.map(({ ticket }) => answer({ ticket, code: '000000' })));
    const wrong = answers.filter(({ body }) => body.message === 'The code is wrong');
    expect(wrong).toHaveLength(2);
  });
});

describe('a recovery code', () => {
  it('is stored as a hash under a salt; one that an earlier version has stored works once as well', async () => {
    const { recoveryCodes } = await setUp();
    const factors = app.connection.collection('secondfactors');
    const stored = await factors.findOne({});
    expect(stored?.recovery).toMatchObject({ by: 'hmac', salt: expect.any(String) });
    for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
    const salt = randomBytes(16);
    const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt };
    const earlier = await hash('ABCDEFGHIJKLMNOP', parameters);
    await factors.updateOne({}, { $set: { recovery: { salt: salt.toString('base64'), hashes: [earlier] } } });
    const recoveryCode = 'ABCD-EFGH-IJKL-MNOP';
    await answer({ ticket: (await beginSignIn()).ticket, recoveryCode }).expect(200);
    await answer({ ticket: (await beginSignIn()).ticket, recoveryCode }).expect(401);
  });

  it('signs in once, in any case and without its dashes, also for two at once', async () => {
    const { recoveryCodes } = await setUp();
    const tickets = [await beginSignIn(), await beginSignIn()];
    const recoveryCode = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ');
    const answers = await Promise.all(tickets.map(({ ticket }) => answer({ ticket, recoveryCode })));
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '401']);
    const { body: state } = await app.admin.get('/api/account/second-factor').expect(200);
    expect(state.recoveryCodes).toBe(9);
    const { body } = await app.admin.get('/api/audit?filter[action]=recovery-code-used').expect(200);
    expect(body.entries).toMatchObject([
      { by: 'admin', changes: [{ field: 'recoveryCodes', from: 10, to: 9 }] },
    ]);
  });

  it('ends with the next set', async () => {
    const { recoveryCodes } = await setUp();
    const { body } = await post('account/recovery-codes').expect(200);
    const { ticket } = await beginSignIn();
    await answer({ ticket, recoveryCode: recoveryCodes[0] }).expect(401);
    await answer({ ticket, recoveryCode: body.recoveryCodes[0] }).expect(200);
  });
});

describe('what matters', () => {
  it('asks again after 15 minutes, and takes a code', async () => {
    const { secret } = await setUp();
    const longAgo = new Date(Date.now() - 16 * 60_000);
    await app.connection.collection('sessions').updateMany({}, { $set: { authenticatedAt: longAgo } });
    const calls = [
      () => post('account/totp'),
      () => post('account/totp/confirm', { code: '123456' }),
      () => app.admin.delete('/api/account/totp'),
      () => post('account/recovery-codes'),
    ];
    for (const call of calls) {
      const { body } = await call().expect(403);
      expect(body).toEqual({
        statusCode: 403,
        message: 'Please confirm that it is you',
        reason: 'reauthenticate',
      });
    }
    await app.admin.get('/api/account/second-factor').expect(200);
    passSteps();
    const code = codeOf(secret);
    const { body: wrong } = await post('auth/reauthenticate', { code: codeOf(secret, 9) }).expect(400);
    expect(wrong.errors).toEqual({ code: 'The code is wrong' });
    await post('auth/reauthenticate', {}).expect(400);
    await post('auth/reauthenticate', { code, password: app.adminPassword }).expect(400);
    await post('auth/reauthenticate', { code }).expect(204);
    await post('auth/reauthenticate', { code }).expect(400);
    await post('account/recovery-codes').expect(200);
  });
});

describe('wrong codes', () => {
  it('are slowed by account and address, and shut out neither a known device nor the password', async () => {
    const { secret } = await setUp();
    const { device } = app;
    const guess = async () => {
      const { ticket } = await beginSignIn();
      return (await answer({ ticket, code: codeOf(secret, 9) })).status;
    };
    const statuses = [];
    for (let tries = 0; tries < 12; tries++) statuses.push(await guess());
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    passSteps();
    const { body } = await app.visitor
      .post('/api/auth/login')
      .send({ username: 'admin', password: app.adminPassword, device })
      .expect(200);
    await answer({ ticket: body.secondFactor.ticket, code: codeOf(secret) }).expect(200);
  });
});

it('leaves no secret in the audit trail', async () => {
  const { secret, recoveryCodes } = await setUp();
  const { ticket } = await beginSignIn();
  const code = codeOf(secret, 9);
  await answer({ ticket, code }).expect(401);
  await answer({ ticket, recoveryCode: recoveryCodes[0] }).expect(200);
  const all = JSON.stringify(await app.connection.collection('audit').find().toArray());
  for (const one of [secret, ticket, `"${code}"`, ...recoveryCodes]) expect(all).not.toContain(one);
  expect(all).toMatch(/second-factor-on/);
  expect(all).toMatch(/login-refused/);
});

describe('a role that requires a second factor', () => {
  let strict: TestApp;
  beforeAll(async () => (strict = await TestApp.start({ REQUIRE_SECOND_FACTOR: 'admin' })));
  beforeEach(() => strict.reset());
  afterAll(() => strict.stop());

  it('can do nothing but set one up, and everything after it in the same session', async () => {
    const refused = { statusCode: 403, message: 'Set up a second factor first', reason: 'second-factor' };
    for (const path of ['customers', 'payments', 'account/sessions', 'account/sign-ins', 'people', 'audit'])
      expect((await strict.admin.get(`/api/${path}`).expect(403)).body).toEqual(refused);
    expect((await strict.admin.post('/api/customers').send({}).expect(403)).body).toEqual(refused);
    await strict.admin.get('/api/auth/verify').expect(200);
    const { body: account } = await strict.admin.get('/api/account').expect(200);
    expect(account.mustSetUpSecondFactor).toBe(true);
    await strict.admin.get('/api/account/second-factor').expect(200);
    await strict.admin.get('/api/account/passkeys').expect(200);
    await strict.admin.post('/api/account/passkeys/options').expect(200);
    const { body: offer } = await strict.admin.post('/api/account/totp').expect(200);
    const code = codeOf(offer.secret);
    await strict.admin.post('/api/account/totp/confirm').send({ code }).expect(200);
    await strict.admin.get('/api/customers').expect(200);
    const { body: after } = await strict.admin.get('/api/account').expect(200);
    expect(after).not.toHaveProperty('mustSetUpSecondFactor');
  });

  it('leaves the other roles as they are', async () => {
    await strict.connection.collection('users').updateOne({}, { $set: { role: 'manager' } });
    const { token } = await strict.login();
    await strict.visitor.get('/api/customers').auth(token, { type: 'bearer' }).expect(200);
  });
});
