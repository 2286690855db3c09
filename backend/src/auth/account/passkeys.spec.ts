import {
  type PasskeyRequest,
  type PasskeySignature,
  secondFactorLimits,
  type SecondFactorStep,
} from '#domain/auth/second-factor';
import { expectSameTime } from '../../testing/expect-same-time.js';
import { TestApp } from '../../testing/test-app.js';
import { VirtualAuthenticator } from '../../testing/virtual-authenticator.js';
import { UsersService } from '../users/users.service.js';

const origin = 'https://office.example.com';

let app: TestApp;
beforeAll(async () => (app = await TestApp.start({ PUBLIC_URL: origin })));
beforeEach(() => app.reset());
afterAll(() => app.stop());

const post = (path: string, body: object = {}) => app.admin.post(`/api/${path}`).send(body);
const visit = (path: string, body: object = {}) => app.visitor.post(`/api/${path}`).send(body);

async function add(authenticator = new VirtualAuthenticator(origin), name = 'My laptop') {
  const { body: options } = await post('account/passkeys/options').expect(200);
  const credential = authenticator.register(options);
  const { body } = await post('account/passkeys', { name, credential }).expect(201);
  return { authenticator, credential, passkey: body };
}

async function challenge(ticket?: string): Promise<PasskeyRequest> {
  const { body } = await visit('auth/passkey/options', ticket === undefined ? {} : { ticket }).expect(200);
  return body as PasskeyRequest;
}

async function beginSignIn(): Promise<SecondFactorStep['secondFactor']> {
  const { body } = await visit('auth/login', { username: 'admin', password: app.adminPassword }).expect(200);
  return (body as SecondFactorStep).secondFactor;
}

describe('a passkey', () => {
  it('is added by a challenge, listed, renamed and removed', async () => {
    const { authenticator, credential, passkey } = await add();
    expect(passkey).toEqual({ _id: expect.any(String), name: 'My laptop', createdAt: expect.any(String) });
    const { body: options } = await post('account/passkeys/options').expect(200);
    expect(options).toMatchObject({
      rp: { id: 'office.example.com' },
      user: { name: 'admin' },
      excludeCredentials: [{ id: credential.id, type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await post('account/passkeys', { name: 'Again', credential: authenticator.register(options) }).expect(
      409,
    );
    const { body: none } = await post('account/passkeys', { name: ' ', credential }).expect(400);
    expect(none.errors).toEqual({ name: 'Name is required' });
    const { body: spent } = await post('account/passkeys', { name: 'Spent', credential }).expect(400);
    expect(spent.errors).toEqual({ credential: 'The passkey was not accepted' });
    const path = `/api/account/passkeys/${passkey._id}`;
    await app.admin.patch(path).send({ name: 'Old laptop' }).expect(200);
    const { body: listed } = await app.admin.get('/api/account/passkeys').expect(200);
    expect(listed).toEqual({ passkeys: [{ ...passkey, name: 'Old laptop' }] });
    const { body: state } = await app.admin.get('/api/account/second-factor').expect(200);
    expect(state).toEqual({ totp: false, passkeys: 1, recoveryCodes: 0 });
    await app.admin.delete(path).expect(204);
    await app.admin.delete(path).expect(404);
    await app.admin.patch(path).send({ name: 'Gone' }).expect(404);
  });

  it('is one of so many of an account, whenever their challenges were asked for', async () => {
    const asked = Array.from({ length: secondFactorLimits.passkeys + 1 }, async () => {
      const { body } = await post('account/passkeys/options').expect(200);
      return new VirtualAuthenticator(origin).register(body);
    });
    const credentials = await Promise.all(asked);
    const statuses = [];
    for (const credential of credentials)
      statuses.push((await post('account/passkeys', { name: 'One', credential })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(secondFactorLimits.passkeys);
    expect(statuses.at(-1)).toBe(409);
  });

  it('is added once where it is sent twice at once', async () => {
    for (let round = 0; round < 4; round++) {
      const authenticator = new VirtualAuthenticator(origin);
      const asked = await Promise.all([1, 2].map(() => post('account/passkeys/options').expect(200)));
      const answers = await Promise.all(
        asked.map(({ body }) =>
          post('account/passkeys', { name: 'One', credential: authenticator.register(body) }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.message).toBe('This passkey was added already');
    }
  });

  it('ends by its removal the other sessions and the tickets, and not the own session', async () => {
    const { authenticator, passkey } = await add();
    const { body: other } = await visit('auth/passkey', {
      credential: authenticator.sign(await challenge()),
    });
    const { ticket } = await beginSignIn();
    await app.admin.delete(`/api/account/passkeys/${passkey._id}`).expect(204);
    await app.visitor.post('/api/auth/refresh').send({ refreshToken: other.refreshToken }).expect(401);
    await visit('auth/passkey/options', { ticket }).expect(401);
    await app.admin.get('/api/auth/verify').expect(200);
  });

  it('signs in alone, several of an account each, and its last use is listed', async () => {
    const { authenticator } = await add();
    const { authenticator: second } = await add(undefined, 'My phone');
    for (const one of [authenticator, second]) {
      const asked = await challenge();
      expect(asked).toMatchObject({
        rpId: 'office.example.com',
        userVerification: 'required',
        allowCredentials: [],
      });
      const { body } = await visit('auth/passkey', { credential: one.sign(asked) }).expect(200);
      expect(Object.keys(body).sort()).toEqual(['device', 'refreshToken', 'token']);
      await app.visitor.get('/api/auth/verify').auth(body.token, { type: 'bearer' }).expect(200);
    }
    const { body } = await app.admin.get('/api/account/passkeys').expect(200);
    for (const { lastUsedAt } of body.passkeys) expect(Date.parse(lastUsedAt)).toBeGreaterThan(0);
    const { body: list } = await app.admin.get('/api/account/sign-ins').expect(200);
    expect(list.signIns[0].how).toBe('passkey');
  });

  it('answers the second step of its ticket only, and asks again for what matters', async () => {
    const { authenticator, credential } = await add();
    const [one, two] = [await beginSignIn(), await beginSignIn()];
    expect(one.methods).toEqual(['passkey']);
    const asked = await challenge(one.ticket);
    expect(asked.allowCredentials).toEqual([
      { id: credential.id, type: 'public-key', transports: ['internal'] },
    ]);
    await visit('auth/second-factor', { ticket: two.ticket, credential: authenticator.sign(asked) }).expect(
      401,
    );
    const own = await challenge(one.ticket);
    await visit('auth/second-factor', { ticket: one.ticket, credential: authenticator.sign(own) }).expect(
      200,
    );
    await visit('auth/passkey/options', { ticket: one.ticket }).expect(401);
    const signed = authenticator.sign(await challenge());
    await post('auth/reauthenticate', { credential: signed }).expect(204);
    const { body } = await post('auth/reauthenticate', { credential: signed }).expect(400);
    expect(body.errors).toEqual({ credential: 'The passkey was not accepted' });
  });

  it('ends by its set-up the other sessions, which had a password only; the next one leaves the others', async () => {
    const other = await app.login();
    const { authenticator } = await add();
    await app.visitor.get('/api/auth/verify').auth(other.token, { type: 'bearer' }).expect(401);
    const { body } = await visit('auth/passkey', { credential: authenticator.sign(await challenge()) });
    await add(new VirtualAuthenticator(origin), 'Another');
    await app.visitor.get('/api/auth/verify').auth(body.token, { type: 'bearer' }).expect(200);
  });

  it('signs in alone for the account that it names only', async () => {
    const { authenticator } = await add();
    const sign = async (userHandle?: string) => {
      const { response, ...credential } = authenticator.sign(await challenge());
      delete response.userHandle;
      return { ...credential, response: { ...response, ...(userHandle && { userHandle }) } };
    };
    const other = Buffer.from('0123456789abcdef01234567').toString('base64url');
    for (const handle of [undefined, other])
      await visit('auth/passkey', { credential: await sign(handle) }).expect(401, /not accepted/);
    // A ticket names the account: the answer need not, and names no other one.
    const { ticket } = await beginSignIn();
    const answer = async (userHandle?: string) => {
      const { response, ...credential } = authenticator.sign(await challenge(ticket));
      delete response.userHandle;
      return visit('auth/second-factor', {
        ticket,
        credential: { ...credential, response: { ...response, ...(userHandle && { userHandle }) } },
      });
    };
    expect((await answer(other)).status).toBe(401);
    expect((await answer()).status).toBe(200);
  });

  it('works once for each challenge, also for two at once', async () => {
    const { authenticator } = await add();
    const credential = authenticator.sign(await challenge());
    const answers = await Promise.all([1, 2].map(() => visit('auth/passkey', { credential })));
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '401']);
  });

  it('is refused where its counter goes back, and that is told in the audit trail', async () => {
    const { authenticator } = await add();
    await visit('auth/passkey', { credential: authenticator.sign(await challenge()) }).expect(200);
    authenticator.counter = 0;
    const { body } = await visit('auth/passkey', {
      credential: authenticator.sign(await challenge()),
    }).expect(401);
    expect(body.message).toBe(
      'The passkey was refused, as it may have been copied. Remove it, and add it again.',
    );
    const { body: audit } = await app.admin.get('/api/audit?filter[action]=passkey-refused').expect(200);
    expect(audit.entries).toMatchObject([{ by: 'admin', changes: [{ field: 'passkey', to: 'My laptop' }] }]);
  });

  it('raises no such alarm without a signature of its key', async () => {
    const { authenticator } = await add();
    await visit('auth/passkey', { credential: authenticator.sign(await challenge()) }).expect(200);
    authenticator.counter = 0;
    const { response, ...rest } = authenticator.sign(await challenge());
    const credential = { ...rest, response: { ...response, signature: response.clientDataJSON } };
    await visit('auth/passkey', { credential }).expect(401, /not accepted/);
    const { body } = await app.admin.get('/api/audit?filter[action]=passkey-refused').expect(200);
    expect(body.entries).toEqual([]);
  });

  it('is refused from another origin, without verification of the person, and of a disabled account', async () => {
    const { authenticator } = await add();
    const elsewhere = new VirtualAuthenticator('https://office.example.com.evil.example');
    const unverified = new VirtualAuthenticator(origin, false);
    for (const one of [elsewhere, unverified]) {
      const { body: options } = await post('account/passkeys/options').expect(200);
      await post('account/passkeys', { name: 'Other', credential: one.register(options) }).expect(400);
      await visit('auth/passkey', { credential: one.sign(await challenge()) }).expect(401);
    }
    const asked = await challenge();
    await app.connection.collection('users').updateOne({}, { $set: { disabled: true } });
    await visit('auth/passkey', { credential: authenticator.sign(asked) }).expect(401, /not accepted/);
  });

  it('is only its owner’s to rename, to remove and to prove with', async () => {
    const { authenticator, passkey } = await add();
    const password = 'a passphrase of another person 7';
    await app.app
      .get(UsersService)
      .add({ username: 'bea', email: 'bea@example.com', role: 'admin', password });
    const { body: bea } = await visit('auth/login', { username: 'bea', password }).expect(200);
    const as = (method: 'patch' | 'delete' | 'post', path: string, body: object = {}) =>
      app.visitor[method](path).auth(bea.token, { type: 'bearer' }).send(body);
    await as('patch', `/api/account/passkeys/${passkey._id}`, { name: 'Mine' }).expect(404);
    await as('delete', `/api/account/passkeys/${passkey._id}`).expect(404);
    const credential = authenticator.sign(await challenge());
    await as('post', '/api/auth/reauthenticate', { credential }).expect(400);
  });

  it.each([
    ['no object', 'text'],
    ['no response', { id: 'a' }],
    ['empty texts', { id: '', rawId: '', type: 'public-key', response: { clientDataJSON: '' } }],
    ['numbers', { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 5, signature: 6 } }],
  ])('is refused with %s', async (_, credential) => {
    expect([400, 401]).toContain((await visit('auth/passkey', { credential })).status);
    await post('account/passkeys', { name: 'Bad', credential }).expect(400);
  });

  it('takes as long to refuse for an unknown one as for a known one', async () => {
    const { authenticator } = await add();
    const stranger = new VirtualAuthenticator(origin);
    const spoil = ({ response, ...rest }: PasskeySignature): PasskeySignature => ({
      ...rest,
      response: { ...response, signature: stranger.sign({ challenge: 'other' }).response.signature },
    });
    const timeOf = async (one: VirtualAuthenticator) => {
      const credential = spoil(one.sign(await challenge()));
      const start = performance.now();
      await visit('auth/passkey', { credential }).expect(401);
      return performance.now() - start;
    };
    await expectSameTime(
      () => timeOf(authenticator),
      () => timeOf(stranger),
    );
  });
});

it('has the origin of the request where PUBLIC_URL is unset', async () => {
  const other = await TestApp.start({ TRUST_PROXY: '1' });
  const forwarded = { Host: 'trip.example.org', 'X-Forwarded-Proto': 'https' };
  const { body: options } = await other.admin
    .post('/api/account/passkeys/options')
    .set(forwarded)
    .expect(200);
  expect(options.rp.id).toBe('trip.example.org');
  const credential = new VirtualAuthenticator('https://trip.example.org').register(options);
  await other.admin
    .post('/api/account/passkeys')
    .set(forwarded)
    .send({ name: 'One', credential })
    .expect(201);
  for (const Host of ['a b', '[', 'trip.example.org:99999'])
    for (const [path, body] of [
      ['passkey/options', {}],
      ['passkey', { credential }],
    ] as const)
      await other.visitor
        .post(`/api/auth/${path}`)
        .set({ Host })
        .send(body)
        .expect(400, { statusCode: 400, message: 'The address is not valid' });
  await other.stop();
});
