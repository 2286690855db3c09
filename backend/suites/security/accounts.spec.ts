import { generateSync } from 'otplib';
import type { SignInTokens } from '#domain/auth';
import { TestServer } from '../../../e2e/support/server.js';
import { runProgram } from '../../src/testing/run-program.js';

describe('npm run admin', () => {
  let server: TestServer;
  // Its own embedded database, which the command must reach while the server has it open, unless the suites run on
  // MongoDB.
  const ownDatabase = process.env.TEST_DATABASE_IS_EMBEDDED ? { MONGODB_URI: '' } : undefined;
  beforeAll(async () => (server = await TestServer.start(ownDatabase)));
  afterAll(() => server.dispose());

  /** Runs the command as an operator does; `input` is typed into it. */
  const admin = (args: string[], input = '') =>
    runProgram('people/accounts-cli', args, {
      // As npm run admin does.
      env: { ...server.environment, npm_lifecycle_event: 'admin' },
      input,
    });

  const post = (path: string, body: object) =>
    fetch(`${server.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const signIn = (username: string, password: string) => post('login', { username, password });
  const verify = async (token: string) =>
    (await fetch(`${server.url}/api/auth/verify`, { headers: { Authorization: `Bearer ${token}` } })).status;

  it('adds an account, changes its password, disables and enables it, while the server runs', async () => {
    const added = await admin(['add', 'Dana', '--email', 'dana@example.com']);
    expect(added).toEqual({
      code: 0,
      output: expect.stringMatching(/^Added Dana, password \S{16} \(shown this once\)\n$/),
      errors: '',
    });
    const generated = /password (\S+)/.exec(added.output)?.[1] ?? '';
    const login = await signIn('dana', generated);
    expect(login.status).toBe(200);
    const { token, refreshToken } = (await login.json()) as { token: string; refreshToken: string };
    expect(await verify(token)).toBe(200);

    // Kept as typed, spaces included; longer than rules of composition usually allow.
    const chosen = `  ${'correct horse battery staple '.repeat(3)}`;
    expect(await admin(['password', 'dana', '--password-stdin'], `${chosen}\n`)).toEqual({
      code: 0,
      output: 'Changed the password of Dana; every login of it is ended\n',
      errors: '',
    });
    expect(await verify(token)).toBe(401);
    expect((await post('refresh', { refreshToken })).status).toBe(401);
    expect((await signIn('Dana', generated)).status).toBe(401);
    expect((await signIn('Dana', chosen.trim())).status).toBe(401);
    const again = await signIn('Dana', chosen);
    expect(again.status).toBe(200);

    const { token: second } = (await again.json()) as { token: string };
    expect(await admin(['disable', 'DANA'])).toEqual({ code: 0, output: 'Dana is disabled\n', errors: '' });
    expect(await verify(second)).toBe(401);
    expect((await signIn('Dana', chosen)).status).toBe(401);
    expect((await admin(['list'])).output).toBe(
      'admin\tadmin@example.com\tadmin\tenabled\nDana\tdana@example.com\tadmin\tdisabled\n',
    );
    expect(await admin(['enable', 'Dana'])).toEqual({ code: 0, output: 'Dana is enabled\n', errors: '' });
    expect(await verify(second)).toBe(401);
    expect((await signIn('Dana', chosen)).status).toBe(200);

    const trail = await server.api('/audit?filter[by]=command line&sort=at');
    const { entries } = (await trail.json()) as { entries: { action: string }[] };
    expect(entries.map(({ action }) => action)).toEqual(['create', 'password', 'disable', 'enable']);
    expect(JSON.stringify(entries)).not.toContain('argon2');
    expect(JSON.stringify(entries)).not.toContain('correct horse');
  }, 60_000);

  it.each<[string, string[], string, string]>([
    [
      'nothing to do',
      [],
      '',
      'admin takes one of list, add, password, role, disable, enable, invite, second-factor-off, replace-secret',
    ],
    ['an unknown option', ['add', 'x', '--password', 'secret'], '', "Unknown option '--password'"],
    ['a name with a space', ['add', 'a b', '--email', 'a@b'], '', "An account's name takes 1 to 64 letters"],
    ['a name the trail uses', ['add', 'Checkout', '--email', 'a@b'], '', "An account's name takes"],
    [
      'a name that is taken',
      ['add', 'ADMIN', '--email', 'a@b'],
      '',
      'There is an account named "admin" already',
    ],
    ['no email', ['add', 'eve'], '', 'add takes an email address: --email EMAIL'],
    [
      'a common password',
      ['password', 'admin', '--password-stdin'],
      'Baseball1',
      'A password must not be one of the most common passwords',
    ],
    [
      'the own name',
      ['add', 'Eve.Jones', '--email', 'e@b', '--password-stdin'],
      '2026jones_eve',
      'A password must not be made up of the names',
    ],
    [
      'an unknown role',
      ['add', 'eve', '--email', 'e@b', '--role', 'boss'],
      '',
      'A role is one of admin, manager, viewer, not "boss"',
    ],
    [
      'a change to an unknown role',
      ['role', 'admin', 'boss'],
      '',
      'A role is one of admin, manager, viewer, not "boss"',
    ],
    [
      'an email that is taken, in any case',
      ['add', 'eve', '--email', 'Admin@Example.com'],
      '',
      'The account "admin" has the email address Admin@Example.com already',
    ],
    ['no name', ['password'], '', 'NAME is missing. The usage is: npm run admin -- password NAME'],
    ['no role', ['role', 'admin'], '', 'ROLE is missing. The usage is: npm run admin -- role NAME ROLE'],
    [
      'a stray argument',
      ['list', 'admin'],
      '',
      "Unexpected argument 'admin'. The usage is: npm run admin -- list",
    ],
    [
      'an option of another command',
      ['disable', 'admin', '--email', 'a@b'],
      '',
      'disable does not take --email',
    ],
    ['an unknown account', ['disable', 'nobody'], '', 'There is no account named "nobody"'],
  ])('refuses %s in one line', async (_, args, input, message) => {
    const { code, output, errors } = await admin(args, input);
    expect([code, output]).toEqual([1, '']);
    expect(errors.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
  });

  it('removes a second factor, and replaces the generated secret, under which it is encrypted, while the server runs', async () => {
    const { token } = (await (
      await signIn('admin', String(server.environment.ADMIN_PASSWORD))
    ).json()) as SignInTokens;
    const call = async <Answer>(path: string, body: object = {}): Promise<Answer> => {
      const response = await fetch(`${server.url}/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Answer;
    };
    const { secret } = await call<{ secret: string }>('account/totp');
    const codeOf = (steps: number) =>
      generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
    await call('account/totp/confirm', { code: codeOf(-1) });

    const replaced = await admin(['replace-secret']);
    expect(replaced).toMatchObject({ code: 0, errors: '' });
    expect(replaced.output).toMatch(
      /^A new secret was made, and 1 stored secret was encrypted anew\. Restart/,
    );
    expect((await admin(['replace-secret'])).errors).toMatch(/^The former secret is still accepted: end it/);
    const begin = async () => {
      const response = await signIn('admin', String(server.environment.ADMIN_PASSWORD));
      return (await response.json()) as { secondFactor?: { ticket: string } };
    };
    const { secondFactor } = await begin();
    const answered = await post('second-factor', { ticket: secondFactor?.ticket, code: codeOf(1) });
    expect(answered.status).toBe(200);
    expect(await verify(token)).toBe(200);

    expect((await admin(['replace-secret', '--end'])).output).toMatch(/^The former secret has ended/);
    const checked = await runProgram('audit/audit-cli', ['check'], { env: server.environment });
    expect(checked).toMatchObject({ code: 0, errors: '' });
    expect((await admin(['replace-secret', '--end'])).errors).toBe('There is no former secret\n');
    expect(await admin(['second-factor-off', 'admin'])).toEqual({
      code: 0,
      output: 'admin signs in with the password alone; every login of it is ended\n',
      errors: '',
    });
    expect(await verify(token)).toBe(401);
    expect((await begin()).secondFactor).toBeUndefined();
    expect((await admin(['second-factor-off', 'admin'])).errors).toBe('No second factor is set up\n');
  });

  it('gives an account each of the roles, which ends its access tokens and goes on with a refresh', async () => {
    await admin(
      ['add', 'robin', '--email', 'robin@example.com', '--role', 'viewer', '--password-stdin'],
      'some words for robin',
    );
    let tokens = (await (await signIn('robin', 'some words for robin')).json()) as SignInTokens;
    for (const role of ['manager', 'admin', 'viewer']) {
      expect(await verify(tokens.token)).toBe(200);
      const output = `robin has the role ${role}\n`;
      expect(await admin(['role', 'Robin', role])).toEqual({ code: 0, output, errors: '' });
      expect(await verify(tokens.token)).toBe(401);
      tokens = (await (await post('refresh', tokens)).json()) as SignInTokens;
    }
    expect(await verify(tokens.token)).toBe(200);
  }, 60_000);

  it('invites a person, by a link that it prints', async () => {
    const { output, errors } = await admin(['invite', 'mia@example.com', 'manager']);
    expect(errors).toBe('');
    const [, token] = /^Invited mia@example\.com, until \S+Z: http\S+\/admin\/invitation#([\w-]{43})\n$/.exec(
      output,
    )!;
    const answer = await fetch(`${server.url}/api/auth/invitations/${token}`);
    expect(await answer.json()).toMatchObject({ email: 'mia@example.com', role: 'manager' });
    expect(await admin(['invite', 'Mia@example.com', 'viewer'])).toMatchObject({
      code: 1,
      errors: 'There is an invitation for this email address already: send it again\n',
    });
    expect(await admin(['invite', 'bob@example.com', 'boss'])).toMatchObject({ code: 1 });
  }, 60_000);

  it('keeps the last active admin from another role and from disabling', async () => {
    await admin(['role', 'dana', 'viewer']);
    const errors = 'There must always be one active admin\n';
    for (const args of [
      ['role', 'admin', 'manager'],
      ['disable', 'admin'],
    ])
      expect(await admin(args)).toEqual({ code: 1, output: '', errors });
  }, 60_000);

  it('leaves an audit trail that is whole, under the replaced secret too', async () => {
    const { code, output, errors } = await runProgram('audit/audit-cli', ['check'], {
      env: server.environment,
    });
    expect({ code, output, errors }).toEqual({
      code: 0,
      output: expect.stringMatching(/^The audit trail is whole: \d+ entries, linked until /),
      errors: '',
    });
  });

  it('changes nothing under another secret than the server’s, and says which setting it needs', async () => {
    const env = { ...server.environment, JWT_SECRET: 'a secret that is not the one of this server' };
    const run = (program: string, args: string[]) => runProgram(program, args, { env });
    const refused = {
      code: 1,
      output: '',
      errors: expect.stringMatching(/^This command needs the secret .* JWT_SECRET/),
    };
    expect(await run('people/accounts-cli', ['role', 'dana', 'manager'])).toEqual(refused);
    expect(await run('audit/audit-cli', ['check'])).toEqual(refused);
    expect(await run('people/accounts-cli', ['list'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('dana@example.com\tviewer'),
      errors: '',
    });
  }, 60_000);

  it('works on the database of a server that is stopped, too', async () => {
    await server.stop();
    const { output } = await admin(['add', 'night', '--email', 'night@example.com']);
    // The command has linked its entry itself: no server was there to do it.
    const checked = await runProgram('audit/audit-cli', ['check'], { env: server.environment });
    expect(checked.output).toMatch(/^The audit trail is whole: \d+ entries, linked until \S+Z\n$/);
    await server.restart();
    expect((await signIn('night', /password (\S+)/.exec(output)?.[1] ?? '')).status).toBe(200);
  }, 60_000);
});
