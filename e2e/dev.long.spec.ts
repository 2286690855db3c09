import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../backend/src/testing/free-port.js';
import { test } from './support/repository-copy.js';
import { expect } from './support/test.js';

test('the application in development goes on answering while its backend changes, and shows type errors', async ({
  page,
  copy,
  allowConsole,
}) => {
  // A page that is reloaded and the overlay tell of themselves.
  allowConsole(/./);
  let dev: ChildProcess | undefined;
  try {
    // Two more, above it, are likely free.
    const port = await findFreePort();
    dev = spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: copy.path,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: join(copy.path, '.data'),
        ADMIN_PASSWORD: 'a long password 7',
      },
    });
    let output = '';
    for (const stream of [dev.stdout, dev.stderr])
      stream?.on('data', (data: Buffer) => (output += String(data)));
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => output, { timeout: 240_000 }).toContain(`Open ${url}`);

    const statuses = new Set<number>();
    let isAsking = true;
    const asking = (async () => {
      while (isAsking) statuses.add((await page.request.get(`${url}/api/health`)).status());
    })();
    const version = async () =>
      ((await (await page.request.get(`${url}/api/health`)).json()) as { version: string }).version;

    const source = join(copy.path, 'domain/platform/version.ts');
    const text = readFileSync(source, 'utf8');
    const release = await version();
    writeFileSync(source, text.replace(release, '9.9.9'));
    // A build of the same sources, as a test or a command makes it, leaves the running application alone.
    const building = promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: copy.path });
    await expect.poll(version, { timeout: 120_000 }).toBe('9.9.9');
    await building;

    await page.goto(url);
    writeFileSync(source, `${text}\nexport const wrong: number = 'text';\n`);
    await expect(page.locator('vite-error-overlay')).toContainText(
      "Type 'string' is not assignable to type 'number'",
      { timeout: 120_000 },
    );
    expect(await version()).toBe('9.9.9');
    writeFileSync(source, text);
    await expect.poll(version, { timeout: 120_000 }).toBe(release);
    await expect(page.locator('vite-error-overlay')).toHaveCount(0);
    isAsking = false;
    await asking;
    expect([...statuses]).toEqual([200]);
  } finally {
    if (dev?.exitCode === null) {
      const ended = once(dev, 'exit');
      dev.kill();
      await ended;
    }
  }
});
