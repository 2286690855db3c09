import { generateSync } from 'otplib';
import type { SignInTokens } from '#domain/auth';
import { runProgram } from '../../src/testing/run-program.js';
import { administeredServer } from './admin-command.js';

describe('npm run admin', () => {
  const { server, admin, post, signIn, verify } = administeredServer();

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
    expect((await post('auth/refresh', { refreshToken })).status).toBe(401);
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

    const trail = await server().api('/audit?filter[by]=command line&sort=at');
    const { entries } = (await trail.json()) as { entries: { action: string }[] };
    expect(entries.map(({ action }) => action)).toEqual(['create', 'password', 'disable', 'enable']);
    expect(JSON.stringify(entries)).not.toContain('argon2');
    expect(JSON.stringify(entries)).not.toContain('correct horse');
  }, 60_000);

  it.each<[string, string[], string, string]>([
    [
      'a name that is taken',
      ['add', 'ADMIN', '--email', 'a@b'],
      '',
      'There is an account named "admin" already',
    ],
    [
      'a common password',
      ['password', 'admin', '--password-stdin'],
      'Baseball1',
      'A password must not be one of the most common passwords',
    ],
  ])('refuses %s in one line', async (_, args, input, message) => {
    const { code, output, errors } = await admin(args, input);
    expect([code, output]).toEqual([1, '']);
    expect(errors.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
  });

  it('removes a second factor, and replaces the generated secret, under which it is encrypted, while the server runs', async () => {
    const begin = async () => {
      const response = await signIn('admin', server().adminPassword);
      return (await response.json()) as SignInTokens & { secondFactor?: { ticket: string } };
    };
    const { token } = await begin();
    const { secret } = (await (await post('account/totp', {}, token)).json()) as { secret: string };
    const codeOf = (steps: number) =>
      generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
    await post('account/totp/confirm', { code: codeOf(-1) }, token);

    const replaced = await admin(['replace-secret']);
    expect(replaced).toMatchObject({ code: 0, errors: '' });
    expect(replaced.output).toMatch(
      /^A new secret was made, and 1 stored secret was encrypted anew\. Restart/,
    );
    const { secondFactor } = await begin();
    const answered = await post('auth/second-factor', { ticket: secondFactor?.ticket, code: codeOf(1) });
    expect(answered.status).toBe(200);
    expect(await verify(token)).toBe(200);

    expect((await admin(['replace-secret', '--end'])).output).toMatch(/^The former secret has ended/);
    const checked = await runProgram('audit/audit-cli', ['check'], { env: server().environment });
    expect(checked).toMatchObject({ code: 0, errors: '' });
    expect(await admin(['second-factor-off', 'admin'])).toEqual({
      code: 0,
      output: 'admin signs in with the password alone; every login of it is ended\n',
      errors: '',
    });
    expect(await verify(token)).toBe(401);
    expect((await begin()).secondFactor).toBeUndefined();
  }, 60_000);

  it('gives an account another role, which ends its access tokens and goes on with a refresh', async () => {
    const words = 'some words for robin';
    await admin(['add', 'robin', '--email', 'robin@example.com', '--password-stdin'], words);
    let tokens = (await (await signIn('robin', words)).json()) as SignInTokens;
    expect(await admin(['role', 'Robin', 'viewer'])).toEqual({
      code: 0,
      output: 'robin has the role viewer\n',
      errors: '',
    });
    expect(await verify(tokens.token)).toBe(401);
    tokens = (await (await post('auth/refresh', tokens)).json()) as SignInTokens;
    expect(await verify(tokens.token)).toBe(200);
  }, 60_000);

  it('invites a person, by a link that it prints', async () => {
    const { output, errors } = await admin(['invite', 'mia@example.com', 'manager']);
    expect(errors).toBe('');
    const [, token] = /^Invited mia@example\.com, until \S+Z: http\S+\/admin\/invitation#([\w-]{43})\n$/.exec(
      output,
    )!;
    const answer = await fetch(`${server().url}/api/auth/invitations/${token}`);
    expect(await answer.json()).toMatchObject({ email: 'mia@example.com', role: 'manager' });
  }, 60_000);

  it('keeps the last active admin from being disabled', async () => {
    await admin(['disable', 'dana']);
    const errors = 'There must always be one active admin\n';
    expect(await admin(['disable', 'admin'])).toEqual({ code: 1, output: '', errors });
  }, 60_000);

  it('changes nothing under another secret than the server’s, and says which setting it needs', async () => {
    const env = { ...server().environment, JWT_SECRET: 'a secret that is not the one of this server' };
    const run = (args: string[]) => runProgram('people/accounts-cli', args, { env });
    expect(await run(['role', 'dana', 'manager'])).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^This command needs the secret .* JWT_SECRET/),
    });
    expect(await run(['list'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('dana@example.com\tadmin'),
      errors: '',
    });
  }, 60_000);

  it('works on the database of a server that is stopped, too', async () => {
    await server().stop();
    const { output } = await admin(['add', 'night', '--email', 'night@example.com']);
    // The command has linked its entry itself: no server was there to do it.
    const checked = await runProgram('audit/audit-cli', ['check'], { env: server().environment });
    expect(checked.output).toMatch(/^The audit trail is whole: \d+ entries, linked until \S+Z\n$/);
    await server().restart();
    expect((await signIn('night', /password (\S+)/.exec(output)?.[1] ?? '')).status).toBe(200);
  }, 60_000);
});
