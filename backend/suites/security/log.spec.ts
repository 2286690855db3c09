import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '#domain/platform/version';
import { sampleEvent, samplePayment, sampleSession } from '../../src/cards/samples.js';
import { cardEnvironment, signatureOf } from '../../src/testing/cards.js';
import { filledInOptions } from '../../src/testing/payment-options.js';
import { aCheckout } from '../../src/testing/builders.js';
import { mailEnv } from '../../src/testing/smtp-server.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { waitFor } from '../../src/testing/wait-for.js';

const program = join(import.meta.dirname, '../../../dist/backend/src/main.js');

describe('the log', () => {
  it('is JSON, names each request as its answer does, and holds nothing secret or personal', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trip-log-'));
    const password = 'correct horse battery staple';
    const child = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        MONGODB_URI: uriForDatabase(process.env.MONGODB_URI ?? '', `log_${dataDir.slice(-6)}`),
        PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'debug',
        ADMIN_PASSWORD: password,
        // No server listens on this port: each attempt to send is logged.
        ...mailEnv('smtp://mailer:mail-password@127.0.0.1:1'),
        ...cardEnvironment,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    await waitFor(() => output.includes('listens at'));
    const url = /listens at (\S+)/.exec(output)?.[1] ?? '';
    const paid = samplePayment({ name: 'Secret Person', email: 'secret.payer@example.com' });
    const event = sampleEvent('checkout.session.completed', sampleSession(paid));
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });

    const tokens = (await (await post('/auth/login', { username: 'admin', password })).json()) as {
      token: string;
      refreshToken: string;
    };
    await post('/auth/login', { username: 'admin', password: 'a wrong guess' });
    await post('/auth/refresh', tokens);
    const secretive = aCheckout({ fullName: 'Secret Person', email: 'secret@example.com' });
    const order = (await (await post('/payments/checkout', secretive)).json()) as { orderPath: string };
    const orderToken = order.orderPath.split('/').at(-1)!;
    const orderCall = order.orderPath.replace('/order/', '/orders/');
    for (const path of [
      orderCall,
      `${orderCall}/`,
      `${orderCall}/none`,
      `/${orderCall}`,
      `/orders/x/y/${orderToken}`,
    ])
      await fetch(`${url}/api${path}`);
    await fetch(url + order.orderPath);
    await post(`${orderCall}/sent`, { date: new Date().toISOString().slice(0, 10) });
    const signature = { 'Stripe-Signature': signatureOf(JSON.stringify(event)) };
    await post('/card-events/stripe', event, signature);
    await post('/card-events/stripe', event, { 'Stripe-Signature': 't=1' });
    await post('/orders/links', { email: 'secret@example.com' });
    await waitFor(() => output.includes('A mail was not sent'));
    await post('/payments/checkout', { customer: { fullName: 'Secret Person' } });
    const headers = { Authorization: `Bearer ${tokens.token}` };
    const { port, hostname } = new URL(url);
    const spelled = ['/%61pi/customers', 'http://x/api/customers', '/api/%E0%A4%A'];
    for (const path of spelled) {
      const [response] = (await once(http.get({ hostname, port, path, headers }), 'response')) as [
        http.IncomingMessage,
      ];
      expect(response.statusCode).toBe(400);
      response.resume();
    }
    // A client that goes away in the middle of its body.
    const isLogged = (path: string) =>
      output.split('\n').some((line) => line.includes(path) && line.includes('Request broken off'));
    const abort = async (path: string, type: string) => {
      const request = http.request({
        hostname,
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { ...headers, 'Content-Type': type, 'Content-Length': 1000 },
      });
      request.on('error', () => undefined);
      request.write('{"username":');
      request.flushHeaders();
      await waitFor(() => (request.socket?.bytesWritten ?? 0) > 0);
      request.destroy();
      await waitFor(() => isLogged(path));
    };
    const account = await post('/bank-accounts', { name: 'A', currency: 'CAD' }, headers);
    const { _id: accountId } = (await account.json()) as { _id: string };
    await abort('/api/auth/passkey/options', 'application/json');
    await abort('/api/interac-notices', 'message/rfc822');
    await abort(`/api/bank-accounts/${accountId}/statements`, 'application/octet-stream');
    await fetch(`${url}/api/customers?filter[email]=secret@example.com`, { headers });
    const last = await fetch(`${url}/api/customers/none\n{"level":60}`.replace('\n', '%0a'), { headers });
    const id = last.headers.get('x-request-id') ?? 'missing';
    await waitFor(() => output.includes(id));
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    rmSync(dataDir, { recursive: true, force: true });

    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    const requests = entries.filter(({ path }) => path);
    expect(requests.length).toBeGreaterThanOrEqual(7);
    const refused = requests.filter(({ status }) => status === 400).map(({ path }) => path);
    expect(refused).toEqual(expect.arrayContaining(['/api/customers', '/api/customers', '/api/%E0%A4%A']));
    expect(requests.find(({ requestId }) => requestId === id)).toMatchObject({
      method: 'GET',
      status: 404,
      user: 'admin',
      address: expect.stringMatching(/^[\w-]{12}$/),
      time: expect.stringMatching(/Z$/),
    });
    for (const secret of [
      password,
      'a wrong guess',
      tokens.token,
      tokens.refreshToken,
      'secret@example.com',
      'secret.payer@example.com',
      paid.address.line1!,
      'Secret Person',
      orderToken,
      orderToken.slice(0, 16),
      'mail-password',
      '127.0.0.1"',
      'how to pay for your trip',
    ])
      expect(output).not.toContain(secret);
    expect(output).not.toMatch(/argon2|Bearer|whsec_/);
    // At the default level, info.
    expect(entries.find(({ eventId }) => eventId === event.id)).toMatchObject({
      level: 30,
      eventId: event.id,
      type: event.type,
      state: 'applied',
      paymentId: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
  });

  it('is JSON from the first line to the last in production, with version and reason', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trip-log-'));
    const options = join(dataDir, 'options.json');
    writeFileSync(options, JSON.stringify(filledInOptions));
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      MONGODB_URI: uriForDatabase(process.env.MONGODB_URI ?? '', `log_${dataDir.slice(-6)}`),
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      PAYMENT_OPTIONS_FILE: options,
      JWT_SECRET: 'a secret that only the tests know of',
    };
    const start = (settings: NodeJS.ProcessEnv) => {
      const child = spawn(process.execPath, [program], { env: { ...env, ...settings } });
      const read = { child, output: '' };
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data) => (read.output += String(data)));
      return read;
    };
    const running = start({});
    // One without its pages ends, and says that they have to be built.
    await waitFor(() => running.output.includes('listens at') || running.child.exitCode !== null);
    expect(running.output).toContain('First admin');
    const url = /listens at (http:[^"]+)/.exec(running.output)?.[1] ?? '';
    await fetch(`${url}/api/customers`);
    running.child.kill('SIGTERM');
    await once(running.child, 'exit');
    const entries = running.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const entry of entries)
      expect(entry).toMatchObject({
        level: expect.any(Number),
        time: expect.any(String),
        msg: expect.any(String),
      });
    expect(entries.find(({ msg }) => String(msg).includes('listens at'))).toMatchObject({ version });
    expect(entries.at(-1)).toMatchObject({ msg: 'Stopped', reason: 'SIGTERM', version });

    const refused = start({ PORT: 'http' });
    await once(refused.child, 'exit');
    expect(JSON.parse(refused.output)).toMatchObject({
      level: 60,
      msg: expect.stringMatching(/^PORT takes /),
    });
    rmSync(dataDir, { recursive: true, force: true });
  });
});
