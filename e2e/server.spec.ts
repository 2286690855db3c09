import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { program, refused } from './support/refused-start.js';

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

test('the first start without a terminal writes the generated password to a file of its user, once @long', async () => {
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
