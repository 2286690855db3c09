import { runProgram } from '../../testing/run-program.js';
import { mailEnv, TestSmtpServer } from '../../testing/smtp-server.js';

describe('npm run mail-test', () => {
  const run = (smtpUrl: string, ...args: string[]) =>
    runProgram('commands/mail-test', args, { env: { ...process.env, ...mailEnv(smtpUrl) } });

  it('sends one mail and prints the response', async () => {
    const smtp = await TestSmtpServer.start();
    const { code, output, errors } = await run(smtp.url, 'operator@example.com');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^Sent to operator@example\.com by 127\.0\.0\.1:\d+, which responded: 250 /);
    expect(await smtp.waitForMails(1)).toMatchObject([
      { from: 'desk@trip.example', to: ['operator@example.com'] },
    ]);
    await smtp.stop();
  });

  it('says in one line why none was sent', async () => {
    expect(await run('smtp://127.0.0.1:1', 'operator@example.com')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^127\.0\.0\.1:1 sent nothing: .*ECONNREFUSED.*\n$/),
    });
    expect(await run('smtp://127.0.0.1:1', 'nobody')).toMatchObject({
      code: 1,
      errors: 'mail-test takes an email address, not "nobody"\n',
    });
  });
});
