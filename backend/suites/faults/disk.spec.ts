import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TestServer } from '../../src/testing/test-server.js';
import { aCheckout } from '../../src/testing/builders.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** Limits the size of files that a process can write, in bytes: it sees the limit as a full disk. */
const limitFiles = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);

/** Returns the process that has the database in this folder open. */
function ownerOf(dataDir: string): number {
  return (JSON.parse(readFileSync(join(dataDir, 'database.lock'), 'utf8')) as { pid: number }).pid;
}

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a full disk', () => {
  let server: TestServer;
  const mongodbUri = process.env.MONGODB_URI;
  beforeAll(async () => {
    // The embedded database, even where the other suites run on MongoDB: only its disk is the server's own.
    delete process.env.MONGODB_URI;
    server = await TestServer.start();
  });
  afterAll(async () => {
    process.env.MONGODB_URI = mongodbUri;
    await server.dispose();
  });

  const submit = () =>
    fetch(`${server.url}/api/payments/checkout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(aCheckout({ address: 'x'.repeat(300) })),
    });

  it('answers 503, keeps what was acknowledged and nothing else, and goes on when there is space again @long', async () => {
    const dataDir = String(server.environment.DATA_DIR);
    const pid = ownerOf(dataDir);
    // Signing in needs space, and reading with a session none.
    await server.api('/payments?limit=1');
    const largest = Math.max(...readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).size));
    limitFiles(pid, largest + 64 * 1024);
    let acknowledged = 0;
    let refusal: Response | undefined;
    await waitFor(async () => {
      const answer = await submit();
      if (answer.status === 201) acknowledged += 1;
      else refusal = answer;
      return !!refusal;
    });
    expect(refusal?.status).toBe(503);
    expect(refusal?.headers.get('retry-after')).toBe('5');
    expect(await refusal?.json()).toEqual({ statusCode: 503, message: expect.any(String) });
    // Reading needs no space, and health tells it from writing.
    const health = await fetch(`${server.url}/api/health`);
    expect([health.status, await health.json()]).toEqual([
      503,
      expect.objectContaining({ status: 'failing', database: 'ok', writes: 'failing' }),
    ]);
    expect((await server.api('/payments?limit=1')).status).toBe(200);

    limitFiles(pid, 'unlimited');
    await waitFor(async () => {
      const { status } = await submit();
      if (status === 201) acknowledged += 1;
      return status === 201;
    });
    await waitFor(async () => (await fetch(`${server.url}/api/health`)).status === 200);
    const total = async () =>
      ((await (await server.api('/payments?limit=1')).json()) as { pagination: { total: number } }).pagination
        .total;
    expect(await total()).toBe(acknowledged);
    await server.kill();
    await server.restart();
    expect(await total()).toBe(acknowledged);
  });
});
