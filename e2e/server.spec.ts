import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { program, refused } from './support/refused-start.js';
import { TestServer } from './support/server.js';

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
