import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { TestServer } from './support/server.js';

const program = join(import.meta.dirname, '../dist/backend/src/main.js');

/** Runs the server with a setting that it must refuse, and returns how it ended. */
function refused(env: Record<string, string>) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'trip-refused-'));
  const { status, stderr, stdout } = spawnSync(process.execPath, [program], {
    env: { ...process.env, PORT: '0', DATA_DIR, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

test.describe('a start that cannot be', () => {
  test('names a variable that is wrong, in one line', () => {
    expect(refused({ PORT: 'http' })).toEqual({
      status: 1,
      lines: ['PORT takes a whole number from 0 to 65535, not "http"'],
    });
  });

  test('names a folder that cannot be written', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'trip-refused-')), 'file');
    writeFileSync(file, '');
    const { status, lines } = refused({ DATA_DIR: join(file, 'data') });
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringContaining('DATA_DIR takes a folder that can be written')]);
  });

  // The first account exists before the server listens.
  const firstAdmin: unknown = expect.stringMatching(/^First admin: name admin, password in /);

  test('names a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    expect(refused({ PORT: String(port) })).toEqual({
      status: 1,
      lines: [
        firstAdmin,
        `Port ${port} on 127.0.0.1 is in use already: stop the other program, or choose another PORT`,
      ],
    });
    await new Promise((resolve) => other.close(resolve));
  });

  test('names a host that is not of this machine', () => {
    expect(refused({ HOST: '192.0.2.1' })).toEqual({
      status: 1,
      lines: [firstAdmin, 'HOST takes an address of this machine, not "192.0.2.1"'],
    });
  });
});

test('the first start without a terminal writes the generated password to a file of its user, once', async () => {
  test.skip(!!process.env.MONGODB_URI, 'asks for a database of its own');
  const dataDir = mkdtempSync(join(tmpdir(), 'trip-first-'));
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: '',
  };
  const start = async () => {
    const child = spawn(process.execPath, [program], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    await expect.poll(() => output, { timeout: 30_000 }).toMatch(/listens at http/);
    const url = /listens at (http:\S+)/.exec(output)?.[1] ?? '';
    // The password is printed after the address; a response shows that the start is complete.
    await fetch(`${url}/api/health`);
    child.kill('SIGTERM');
    const code = await new Promise((resolve) => child.on('exit', resolve));
    return { output, code };
  };
  const first = await start();
  expect(first.code).toBe(0);
  const file = join(dataDir, 'first-password');
  expect(first.output).toContain(`First admin: name admin, password in ${file}`);
  const password = readFileSync(file, 'utf8');
  expect(password).toMatch(/^\S{16}\n$/);
  expect(first.output).not.toContain(password.trim());
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await start()).output).not.toContain('password');
});

test('a stop lets a running request end, and starts again with everything there', async () => {
  const server = await TestServer.start();
  try {
    const made = await server.api('/customers', {
      method: 'POST',
      body: {
        fullName: 'Kept Person',
        email: 'kept@example.com',
        phone: '4165550100',
        country: 'other',
        address: '1 Road',
        city: 'Chiang Mai',
        postalCode: '50100',
      },
    });
    expect(made.status).toBe(201);
    // The maximum number of concurrent workbooks: the server refuses one more.
    const running = Array.from({ length: 4 }, () => server.api('/customers/export?format=excel'));
    const answered = Promise.all(
      running.map(async (answer) => {
        const response = await answer;
        return { status: response.status, isWhole: (await response.arrayBuffer()).byteLength > 1000 };
      }),
    );
    await Promise.race(running);
    await server.stop();
    expect(await answered).toEqual(running.map(() => ({ status: 200, isWhole: true })));
    await server.restart();
    const { pagination } = (await (await server.api('/customers')).json()) as {
      pagination: { total: number };
    };
    expect(pagination.total).toBe(1);
  } finally {
    await server.dispose();
  }
});
