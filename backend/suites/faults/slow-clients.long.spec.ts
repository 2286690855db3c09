import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { aCheckout } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** More than the server runs at once. */
const attackers = 2050;
/** Larger than what the kernel takes for a client that does not read. */
const bundleBytes = 16 * 1024 * 1024;

const direct = { name: 'directly', env: {}, attacker: '127.0.0.1', visitor: '127.0.0.2' };
const behindProxy = {
  name: 'behind a proxy',
  env: { TRUST_PROXY: '1' },
  attacker: '2001:db8:0:1::',
  visitor: '2001:db8:0:2::1',
};

describe.each([direct, behindProxy])('slow clients that come $name', ({ env, attacker, visitor }) => {
  let app: TestApp;
  let port: number;
  const dist = mkdtempSync(join(tmpdir(), 'trip-slow-'));
  const sockets: Socket[] = [];

  beforeAll(async () => {
    for (const folder of ['checkout/assets', 'admin/assets'])
      mkdirSync(join(dist, folder), { recursive: true });
    for (const page of ['checkout/index.html', 'checkout/404.html', 'admin/index.html'])
      writeFileSync(join(dist, page), '<!doctype html><p>A page</p>');
    writeFileSync(
      join(dist, 'checkout/assets/bundle.js'),
      randomBytes(bundleBytes).toString('latin1'),
      'latin1',
    );
    writeFileSync(join(dist, 'checkout/assets/small.js'), 'small()');
    app = await TestApp.start(env, undefined, {
      webDist: dist,
      // The kernel takes megabytes for each reader: as few of them as the attack needs.
      limits: { stallTimeoutMs: 6000, bodyTimeoutMs: 6000, maxPerNetwork: 200 },
    });
    await app.app.listen(0, '127.0.0.1');
    ({ port } = app.app.getHttpServer().address() as { port: number });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    await app.stop();
    rmSync(dist, { recursive: true, force: true });
  });

  const isProxied = env === behindProxy.env;
  const forwarded = (address: string) => (isProxied ? `X-Forwarded-For: ${address}\r\n` : '');

  /** Opens as many connections as the attack has, each of which sends these lines and reads nothing. */
  async function attack(lines: string): Promise<void> {
    for (let number = 0; number < attackers; number++) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined).pause();
      // Different addresses of one IPv6 network.
      socket.write(lines.replace('\r\n', `\r\n${forwarded(`${attacker}${number.toString(16)}`)}`));
      sockets.push(socket);
    }
    await waitFor(() => sockets.every(({ pending, bytesWritten }) => !pending && bytesWritten > 0));
  }

  async function call(method: string, path: string, body?: object) {
    const request = http.request({
      port,
      host: '127.0.0.1',
      method,
      path,
      agent: false,
      ...(!isProxied && { localAddress: visitor }),
      headers: {
        ...(isProxied && { 'X-Forwarded-For': visitor }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
    });
    request.end(body && JSON.stringify(body));
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    await text(response);
    return response.statusCode;
  }

  /** Loads the page with a file and buys. Returns the duration in milliseconds. */
  async function buy(): Promise<number> {
    const begin = performance.now();
    expect(await call('GET', '/')).toBe(200);
    expect(await call('GET', '/assets/small.js')).toBe(200);
    expect(await call('GET', '/api/checkout/options')).toBe(200);
    expect(await call('POST', '/api/payments/checkout', aCheckout())).toBe(201);
    return performance.now() - begin;
  }
  /** The shortest of three purchases: the machine may have other work during one. */
  const buyQuickly = async () => Math.min(await buy(), await buy(), await buy());

  it('and read no answer keep no visitor from buying in a second, and are cut off', async () => {
    await attack('GET /assets/bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await buyQuickly()).toBeLessThan(1000);
    const open = () =>
      new Promise<number>((resolve, reject) => {
        app.app.getHttpServer().getConnections((error: Error | null, count: number) => {
          if (error) reject(error);
          else resolve(count);
        });
      });
    await waitFor(async () => (await open()) === 0, 40_000);
  });

  it('and send half a sign-in keep no visitor from buying in a second, and get 408', async () => {
    const half = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"username":';
    await attack(`POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n${half}`);
    expect(await buyQuickly()).toBeLessThan(1000);
    const answers = await Promise.all(sockets.map((socket) => text(socket.resume())));
    const statuses = new Set(answers.map((answer) => answer.slice(9, 12)));
    expect([...statuses].sort()).toEqual(['408', '429']);
  });
});
