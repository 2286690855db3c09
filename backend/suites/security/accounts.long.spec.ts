import type { SignInTokens } from '#domain/auth/auth';
import { runProgram } from '../../src/testing/run-program.js';
import { administeredServer } from './admin-command.js';

// Refusals by the arguments alone are those of account-commands.spec.ts.
describe('npm run admin, case by case', () => {
  const { server, admin, post, signIn, verify } = administeredServer();

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
    ['an unknown option', ['add', 'x', '--password', 'secret'], '', "Unknown option '--password'"],
    [
      'the own name',
      ['add', 'Eve.Jones', '--email', 'e@b', '--password-stdin'],
      '2026jones_eve',
      'A password must not be made up of the names',
    ],
    [
      'an email that is taken, in any case',
      ['add', 'eve', '--email', 'Admin@Example.com'],
      '',
      'The account "admin" has the email address Admin@Example.com already',
    ],
    ['an unknown account', ['disable', 'nobody'], '', 'There is no account named "nobody"'],
    ['to remove no second factor', ['second-factor-off', 'admin'], '', 'No second factor is set up'],
    ['to end no former secret', ['replace-secret', '--end'], '', 'There is no former secret'],
  ])('refuses %s in one line', async (_, args, input, message) => {
    const { code, output, errors } = await admin(args, input);
    expect([code, output]).toEqual([1, '']);
    expect(errors.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
  });

  it('adds one account of a name that is asked for twice at once', async () => {
    const add = () => admin(['add', 'twin', '--email', 'twin@example.com', '--role', 'viewer']);
    const answers = (await Promise.all([add(), add()])).sort((a, b) => a.code! - b.code!);
    expect(answers).toMatchObject([
      { code: 0, errors: '' },
      { code: 1, output: '', errors: 'There is an account named "twin" already\n' },
    ]);
  });

  it('replaces the secret once, until the former one has ended', async () => {
    expect(await admin(['replace-secret'])).toMatchObject({ code: 0, errors: '' });
    expect((await admin(['replace-secret'])).errors).toMatch(/^The former secret is still accepted: end it/);
    expect((await admin(['replace-secret', '--end'])).output).toMatch(/^The former secret has ended/);
    const { code, output, errors } = await runProgram('commands/audit', ['check'], {
      env: server().environment,
    });
    expect({ code, output, errors }).toEqual({
      code: 0,
      output: expect.stringMatching(/^The audit trail is whole: \d+ entries, linked until /),
      errors: '',
    });
  });

  it('gives an account each of the roles', async () => {
    const words = 'some words for robin';
    await admin(
      ['add', 'robin', '--email', 'robin@example.com', '--role', 'viewer', '--password-stdin'],
      words,
    );
    let tokens = (await (await signIn('robin', words)).json()) as SignInTokens;
    for (const role of ['manager', 'admin', 'viewer']) {
      expect(await verify(tokens.token)).toBe(200);
      const output = `robin has the role ${role}\n`;
      expect(await admin(['role', 'Robin', role])).toEqual({ code: 0, output, errors: '' });
      expect(await verify(tokens.token)).toBe(401);
      tokens = (await (await post('auth/refresh', tokens)).json()) as SignInTokens;
    }
    expect(await verify(tokens.token)).toBe(200);
  });

  it('invites a person once, by a link that it prints', async () => {
    const { output, errors } = await admin(['invite', 'mia@example.com', 'manager']);
    expect(errors).toBe('');
    const [, token] = /^Invited mia@example\.com, until \S+Z: http\S+\/admin\/invitation#([\w-]{43})\n$/.exec(
      output,
    )!;
    const answer = await fetch(`${server().url}/api/auth/invitations/${token}`);
    expect(await answer.json()).toMatchObject({ email: 'mia@example.com', role: 'manager' });
    expect(await admin(['invite', 'Mia@example.com', 'viewer'])).toMatchObject({
      code: 1,
      errors: 'There is an invitation for this email address already: send it again\n',
    });
  });

  it('keeps the last active admin from another role, and from being disabled', async () => {
    const errors = 'There must always be one active admin\n';
    expect(await admin(['disable', 'admin'])).toEqual({ code: 1, output: '', errors });
    expect(await admin(['role', 'admin', 'manager'])).toEqual({ code: 1, output: '', errors });
  });

  it('changes nothing under another secret than the server’s, and says which setting it needs', async () => {
    const env = { ...server().environment, JWT_SECRET: 'a secret that is not the one of this server' };
    const run = (args: string[]) => runProgram('commands/admin', args, { env });
    expect(await run(['role', 'robin', 'manager'])).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^This command needs the secret .* JWT_SECRET/),
    });
    expect(await run(['list'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('robin@example.com\t'),
      errors: '',
    });
  });

  it('verifies no audit trail under another secret than the server’s', async () => {
    const env = { ...server().environment, JWT_SECRET: 'a secret that is not the one of this server' };
    expect(await runProgram('commands/audit', ['check'], { env })).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^This command needs the secret .* JWT_SECRET/),
    });
  });
});
