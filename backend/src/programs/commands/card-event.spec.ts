import { runProgram } from '../../testing/run-program.js';
import { TestApp } from '../../testing/test-app.js';
import { cardEnvironment } from '../../testing/cards.js';

describe('npm run card-event', () => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    await app.app.listen(0, '127.0.0.1');
    url = (await app.app.getUrl()).replace(/\/$/, '');
  });
  afterAll(() => app.stop());

  const run = (env: Record<string, string>, ...args: string[]) =>
    runProgram('commands/card-event', args, { env: { ...process.env, ...env } });
  const send = async (...args: string[]) => {
    const { code, output, errors } = await run(cardEnvironment, ...args, '--url', url, '--name', 'trial');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  };
  const payments = async () =>
    (await app.admin.get('/api/payments?filter[search]=pi_sample_trial').expect(200)).body.payments;

  it('shows the whole path of a payment, marked Test', async () => {
    expect(await send('paid')).toMatch(
      /^checkout\.session\.completed evt_\w+ of the payment "trial" was sent: 200/,
    );
    expect(await payments()).toMatchObject([{ status: 'paid', amount: 2256.61, card: { live: false } }]);
    await send('refund', '--amount', '56.61');
    await send('dispute');
    expect(await payments()).toMatchObject([
      { status: 'paid', refunded: 56.61, card: { dispute: { status: 'needs_response' } } },
    ]);
    await send('refund-failed', '--amount', '56.61');
    await send('dispute-lost');
    expect(await payments()).toMatchObject([{ status: 'refunded', refunded: 2256.61 }]);
  });

  it('says in one line why nothing was sent', async () => {
    for (const [env, args, reason] of [
      [cardEnvironment, ['nothing'], /^card-event takes one of paid, unpaid, .*, not "nothing"\n$/],
      [{}, ['paid'], /^STRIPE_WEBHOOK_SECRET is not set: the server takes no card events\n$/],
      [
        { STRIPE_WEBHOOK_SECRET: 'whsec_other' },
        ['paid', '--url', url],
        /refused it: 400 .*Invalid signature/,
      ],
      [cardEnvironment, ['paid', '--url', 'http://127.0.0.1:1'], /^http:\/\/127\.0\.0\.1:1 does not answer/],
      [
        { ...cardEnvironment, HOST: '::1', PORT: '1' },
        ['paid'],
        /^http:\/\/\[::1\]:1 does not answer: start/,
      ],
      [cardEnvironment, ['paid', '--amount', 'much'], /^--amount takes 2256\.61, not "much"\n$/],
    ] as const)
      expect(await run({ ...env }, ...args)).toMatchObject({
        code: 1,
        errors: expect.stringMatching(reason),
      });
  });
});
