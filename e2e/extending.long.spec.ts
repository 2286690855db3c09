import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { expectPage } from './support/admin.js';
import { applyBlocks, blocks, changedFiles, createdFiles, namedSpecs } from './support/extending.js';
import { copyRepository } from './support/repository-copy.js';

function listening(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (data: Buffer) => {
      output += String(data);
      const address = /listens at (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', () => reject(new Error(output)));
  });
}

test('a resource that is added as docs/extending.md says passes the checks, and works', async ({ page }) => {
  test.setTimeout(600_000);
  const written = blocks.flatMap(({ code }) => code.split('\n')).filter((line) => line.trim() !== '');
  expect(written.filter((line) => !line.startsWith('import ')).length).toBeLessThan(205);

  const copy = copyRepository();
  let server: ChildProcess | undefined;
  try {
    for (const [file, text] of applyBlocks()) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    }

    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 64 * 1024 * 1024 }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          throw new Error(`${args.join(' ')} failed: ${stdout}${stderr}`);
        },
      );
    const tool = (name: string) => `node_modules/.bin/${name}`;
    await run(tool('oxlint'), '-c', 'oxlint.config.mjs');
    await run(tool('prettier'), '--check', '--log-level', 'warn', ...createdFiles, ...changedFiles);
    await run(tool('knip'));
    for (const project of ['.', 'admin', 'e2e'])
      await run('node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', project);
    await run('-e', "import('./scripts/build-system.mjs').then(({ build }) => build(['backend', 'admin']))");
    expect(namedSpecs).not.toEqual([]);
    await run(tool('jest'), '--forceExit', ...namedSpecs);
    // With the output of its own, as this journey is one of Playwright as well.
    await run(tool('playwright'), 'test', 'e2e/api-document.spec.ts', '--retries=0', '--workers=1');

    server = spawn(process.execPath, [join(copy, 'dist/backend/src/main.js')], {
      cwd: copy,
      env: { ...process.env, PORT: '0', DATA_DIR: join(copy, '.data'), ADMIN_PASSWORD: 'a long password' },
    });
    const url = await listening(server);
    await page.goto(`${url}/admin/partners`);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expectPage(page, 'Partners');
    await expect(page.getByText('No partners yet')).toBeVisible();

    await page.getByRole('link', { name: 'New Partner' }).first().click();
    await expectPage(page, 'New Partner');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await page.getByLabel('Name').fill('Siam Tours');
    await page.getByLabel('Email').fill('hello@siam.example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Siam Tours was added')).toBeVisible();
    await expectPage(page, 'Partners');
    await page.getByRole('link', { name: 'Siam Tours' }).click();
    await expectPage(page, 'Siam Tours');
    await expect(page.getByText('hello@siam.example.com')).toBeVisible();
    await page.getByRole('button', { name: 'Show Activity' }).click();
    await expect(page.getByText('Created')).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expectPage(page, 'Welcome back, admin');
    await page.getByRole('link', { name: 'Partners' }).click();
    await expect(page.getByRole('cell', { name: 'hello@siam.example.com' })).toBeVisible();
  } finally {
    server?.kill();
    rmSync(copy, { recursive: true, force: true });
  }
});
