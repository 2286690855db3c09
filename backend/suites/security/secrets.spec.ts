import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { generateSync } from 'otplib';
import type { SignInTokens } from '#domain/auth/auth';
import type { Invitation } from '#domain/auth/people';
import type {
  PasskeyCreation,
  PasskeyRequest,
  RecoveryCodes,
  SecondFactorStep,
} from '#domain/auth/second-factor';
import { TestSmtpServer } from '../../src/testing/smtp-server.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { VirtualAuthenticator } from '../../src/testing/virtual-authenticator.js';
import { waitFor } from '../../src/testing/wait-for.js';

const program = join(import.meta.dirname, '../../../dist/backend/src/main.js');
const origin = 'https://office.example.com';

/** A server in a process of its own, with its whole log. */
class LoggedServer {
  output = '';
  url = '';
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'trip-secrets-'));
  readonly uri = uriForDatabase(process.env.MONGODB_URI ?? '', `secrets_${this.dataDir.slice(-6)}`);
  private child: ReturnType<typeof spawn> | undefined;

  async start(env: Record<string, string>): Promise<void> {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, MONGODB_URI: this.uri, PORT: '0', DATA_DIR: this.dataDir, ...env },
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => (this.output += String(data)));
    await waitFor(() => this.output.includes('listens at'));
    this.url = /listens at (http:[^"\s]+)/.exec(this.output)?.[1] ?? '';
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child?.once('exit', resolve));
    this.child?.kill('SIGTERM');
    await gone;
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Calls the API and waits for its line in the log; returns the answer's body. Throws for another status class. */
  async call<Answer>(
    method: string,
    path: string,
    { body, token, status = 2 }: { body?: object; token?: string | undefined; status?: 2 | 4 } = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (Math.floor(response.status / 100) !== status)
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const id = response.headers.get('x-request-id') ?? 'missing';
    await waitFor(() => this.output.includes(id));
    return (text ? JSON.parse(text) : undefined) as Answer;
  }
}

it('leave no secret in the log at any level, in subjects, in the audit trail, or readable in the database', async () => {
  const smtp = await TestSmtpServer.start();
  const server = new LoggedServer();
  const secrets = new Map<string, string>();
  const keep = (name: string, secret: string): string => {
    expect(secret).toBeTruthy();
    secrets.set(name, secret);
    return secret;
  };
  const keepTokens = (name: string, { token, refreshToken, device }: SignInTokens): string => {
    keep(`${name}: refresh token`, refreshToken);
    if (device) keep(`${name}: device`, device);
    return keep(`${name}: access token`, token);
  };
  const post = <Answer>(path: string, body: object = {}, token?: string) =>
    server.call<Answer>('POST', path, { body, token });
  const refused = (path: string, body: object) => server.call('POST', path, { body, status: 4 });
  /** Waits for a mail with a link to this address, and returns its token. */
  const linkTo = async (address: string): Promise<string> => {
    const tokens = () =>
      smtp.mails
        .filter(({ to }) => to.includes(address))
        .flatMap(({ email }) => /#([\w-]{43})\b/.exec(email.text ?? '')?.[1] ?? []);
    await waitFor(() => tokens().length > 0);
    return tokens()[0]!;
  };

  const password = keep('first password', 'correct horse battery staple');
  await server.start({
    ...smtp.env,
    LOG_LEVEL: 'debug',
    ADMIN_PASSWORD: password,
    PUBLIC_URL: origin,
    JWT_SECRET: keep('secret of the server', 'a secret that only the tests know of'),
  });
  const signIn = (secret: string) =>
    post<SignInTokens & SecondFactorStep>('auth/login', { username: 'admin', password: secret });

  let admin = keepTokens('sign-in', await signIn(password));
  const guess = keep('wrong password', 'a guess that nobody makes');
  await refused('auth/login', { username: 'admin', password: guess });

  // An authenticator app, and the second step by a code and by a recovery code.
  const offer = await post<{ secret: string; uri: string }>('account/totp', {}, admin);
  keep('secret of the app', offer.secret);
  keep('address of the app', offer.uri);
  const codeOf = (steps: number) =>
    keep(
      `code ${steps}`,
      generateSync({ secret: offer.secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 }),
    );
  const { recoveryCodes } = await post<RecoveryCodes>('account/totp/confirm', { code: codeOf(0) }, admin);
  for (const [index, code] of recoveryCodes.entries()) keep(`recovery code ${index}`, code);
  const begin = async (name: string, secret = password) =>
    keep(`ticket ${name}`, (await signIn(secret)).secondFactor.ticket);
  const first = await begin('of a code');
  await refused('auth/second-factor', { ticket: first, code: codeOf(9) });
  keepTokens('code', await post('auth/second-factor', { ticket: first, code: codeOf(1) }));
  const second = await begin('of a recovery code');
  const wrongCode = keep('wrong recovery code', 'ABCD-EFGH-IJKL-MNOP');
  await refused('auth/second-factor', { ticket: second, recoveryCode: wrongCode });
  keepTokens(
    'recovery code',
    await post('auth/second-factor', { ticket: second, recoveryCode: recoveryCodes[0] }),
  );

  // A passkey, alone and as the second step, and the proof again.
  const authenticator = new VirtualAuthenticator(origin);
  const creation = await post<PasskeyCreation>('account/passkeys/options', {}, admin);
  keep('challenge of a new passkey', creation.challenge);
  await post('account/passkeys', { name: 'Desk', credential: authenticator.register(creation) }, admin);
  const sign = async (body: object = {}) => {
    const asked = await post<PasskeyRequest>('auth/passkey/options', body);
    const credential = authenticator.sign(asked);
    keep(`challenge ${asked.challenge}`, asked.challenge);
    keep(`signature ${asked.challenge}`, credential.response.signature);
    return credential;
  };
  keepTokens('passkey', await post('auth/passkey', { credential: await sign() }));
  const third = await begin('of a passkey');
  keepTokens(
    'second step by passkey',
    await post('auth/second-factor', { ticket: third, credential: await sign({ ticket: third }) }),
  );
  await post('auth/reauthenticate', { password }, admin);

  // Other passwords, a forgotten one, an invitation, and the tokens of a refresh and of the end.
  const next = keep('next password', 'quite another set of words 8');
  await post('account/password', { currentPassword: password, newPassword: next }, admin);
  await post('auth/password/forgotten', { email: 'admin@example.com' });
  const link = keep('link to set a password', await linkTo('admin@example.com'));
  await refused('auth/password/reset', { token: link, password: keep('weak password', 'password1') });
  const last = keep('password of the link', 'the words after the forgotten ones');
  await post('auth/password/reset', { token: link, password: last });
  const fourth = await begin('after the link', last);
  const tokens = await post<SignInTokens>('auth/second-factor', {
    ticket: fourth,
    recoveryCode: recoveryCodes[1],
  });
  admin = keepTokens('after the link', tokens);
  const invited = { email: 'mia@example.com', role: 'manager' };
  const { link: shown } = await post<Invitation>('people/invitations', invited, admin);
  expect(shown).toBeUndefined();
  const invitation = keep('invitation', await linkTo('mia@example.com'));
  await server.call('GET', `auth/invitations/${invitation}`);
  await post(`auth/invitations/${invitation}`, {
    username: 'mia',
    password: keep('password of the invited', 'a long passphrase of this test'),
  });
  await post('account/recovery-codes', {}, admin).then((made) =>
    (made as RecoveryCodes).recoveryCodes.forEach((code, index) => keep(`new code ${index}`, code)),
  );
  const renewed = await post<SignInTokens>('auth/refresh', { refreshToken: tokens.refreshToken });
  admin = keepTokens('refresh', renewed);
  await server.call('DELETE', 'account/totp', { token: admin });
  const { _id } = await server.call<{ _id: string }>('GET', 'account', { token: admin });
  const trail = await fetch(`${server.url}/api/audit/export?format=csv`, {
    headers: { Authorization: `Bearer ${admin}` },
  });
  const exported = await trail.text();
  await post('auth/logout', { refreshToken: renewed.refreshToken });
  await server.stop();

  const connection = await createConnection(server.uri).asPromise();
  const stored: [string, string][] = [];
  for (const { name } of await connection.db!.listCollections().toArray())
    for await (const record of connection.collection(name).find({}))
      stored.push([name, JSON.stringify(record)]);
  await connection.dropDatabase();
  await connection.close();
  await smtp.stop();

  // The trail tells of it all: the search has something to search.
  for (const act of ['Second factor set up', 'Recovery code used', 'Passkey added', 'Password changed'])
    expect(exported).toContain(act);
  expect(stored.some(([name, text]) => name === 'audit' && text.includes(_id))).toBe(true);
  expect(secrets.size).toBeGreaterThan(60);
  const places: [string, string][] = [
    ['log', server.output],
    ['export of the trail', exported],
    ['subjects', smtp.mails.map(({ email }) => email.subject).join('\n')],
    ...stored,
  ];
  for (const [name, value] of secrets) {
    const found = places.filter(([, text]) => stands(text, value)).map(([place]) => place);
    expect({ name, found }).toEqual({ name, found: [] });
  }
});

/** Returns whether a text has a secret. Codes are digits, which stand in longer numbers by chance. */
const stands = (text: string, secret: string): boolean =>
  /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(text) : text.includes(secret);
