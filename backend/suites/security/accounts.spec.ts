import { generateSync } from 'otplib';
import type { SignInTokens } from '#domain/auth/auth';
import { runProgram } from '../../src/testing/run-program.js';
import { administeredServer } from './admin-command.js';

describe('npm run admin', () => {
  const { server, admin, post, signIn, verify } = administeredServer();

  it('says of a new audit trail that nothing of it is linked yet', async () => {
    expect(await runProgram('commands/audit', ['check'], { env: server().environment })).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^The audit trail is whole: 0 entries, none linked yet\nIts end is block \d+\n$/,
      ),
      errors: '',
    });
  });

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
    const checked = await runProgram('commands/audit', ['check'], { env: server().environment });
    expect(checked).toMatchObject({ code: 0, errors: '' });
    expect(await admin(['second-factor-off', 'admin'])).toEqual({
      code: 0,
      output: 'admin signs in with the password alone; every login of it is ended\n',
      errors: '',
    });
    expect(await verify(token)).toBe(401);
    expect((await begin()).secondFactor).toBeUndefined();
  });

  it('works on the database of a server that is stopped, too', async () => {
    await server().stop();
    const { output } = await admin(['add', 'night', '--email', 'night@example.com']);
    // The command has linked its entry itself: no server was there to do it.
    const checked = await runProgram('commands/audit', ['check'], { env: server().environment });
    expect(checked.output).toMatch(
      /^The audit trail is whole: \d+ entries, linked until \S+Z\nIts end is block \d+, \S{12}\n$/,
    );
    await server().restart();
    expect((await signIn('night', /password (\S+)/.exec(output)?.[1] ?? '')).status).toBe(200);
  });
});
