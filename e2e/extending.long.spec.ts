import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { expectPage } from './support/admin.js';

const root = join(import.meta.dirname, '..');
const sources = ['admin', 'backend', 'browser', 'checkout', 'domain', 'packages', 'scripts'];
/** Build results of the sources, with their stamps: a build repeats only what the documentation changes. */
const built = ['dist', '.build'];
const settings = [
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  'rolldown.config.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
];

interface Block {
  file: string;
  /** The line that the block is inserted below; undefined for a block that creates the file. */
  below: string | undefined;
  code: string;
}

const blocks: Block[] = [
  ...readFileSync(join(root, 'docs/extending.md'), 'utf8').matchAll(
    /^```tsx?\n\/\/ (\S+?)(?:, below: (.+))?\n([^]*?)^```$/gm,
  ),
].map(([, file = '', below, code = '']) => ({ file, below, code }));

/** Applies a block to the copy. */
function apply(copy: string, { file, below, code }: Block): void {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  if (below === undefined) return writeFileSync(path, code);
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.trim().startsWith(below));
  if (at < 0) throw new Error(`${file} has no line that begins with "${below}"`);
  lines.splice(at + 1, 0, code.trimEnd());
  writeFileSync(path, lines.join('\n'));
}

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

test('a resource that is added as docs/extending.md says works, in some 100 lines', async ({ page }) => {
  test.setTimeout(400_000);
  const written = blocks.flatMap(({ code }) => code.split('\n')).filter((line) => line.trim() !== '');
  expect(written.filter((line) => !line.startsWith('import ')).length).toBeLessThan(105);

  const copy = mkdtempSync(join(tmpdir(), 'trip-extending-'));
  let server: ChildProcess | undefined;
  try {
    // With their exact times, by which the build knows what changed.
    execFileSync('cp', ['-a', ...sources, ...built, ...settings, copy], { cwd: root });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    blocks.forEach((block) => apply(copy, block));

    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, args, { cwd: copy }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          throw new Error(`${args.join(' ')} failed: ${stdout}${stderr}`);
        },
      );
    // A build checks no types.
    await run('node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', 'admin');
    await run('-e', "import('./scripts/setup.mjs').then(({ build }) => build(['backend', 'admin']))");

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

    await page.getByRole('link', { name: 'Add Partner' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await page.getByLabel('Name').fill('Siam Tours');
    await page.getByLabel('Email').fill('hello@siam.example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectPage(page, 'Partners');
    await expect(page.getByRole('cell', { name: 'Siam Tours' })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Partners' }).click();
    await expect(page.getByRole('cell', { name: 'hello@siam.example.com' })).toBeVisible();
  } finally {
    server?.kill();
    rmSync(copy, { recursive: true, force: true });
  }
});
