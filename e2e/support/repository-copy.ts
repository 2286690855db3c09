import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestServer } from '../../backend/src/testing/test-server.js';
import { expect, test as base } from './test.js';

export const root = join(import.meta.dirname, '../..');
/** The type check, in the repository or a copy of it. */
export const tsc = 'node_modules/@typescript/native/bin/tsc';
/** Build results of the sources, with their stamps: a build repeats only what is changed in the copy. */
const built = ['dist', '.build'];

/** Each insertion into a file of the copy: the text stands before the line that begins with `before`. */
export type Insertions = Record<string, { before: string; text: string }[]>;

/** The sources and what is built of them in a temporary folder, which shares the packages. */
class RepositoryCopy {
  readonly path = mkdtempSync(join(tmpdir(), 'trip-copy-'));
  private server: TestServer | undefined;

  constructor() {
    const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    const present = sources.split('\n').filter((file) => file && existsSync(join(root, file)));
    // With their exact times, by which the build knows what changed.
    execFileSync('cp', ['-a', '--parents', ...present, ...built, this.path], { cwd: root });
    symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'));
  }

  /** Runs Node in the copy; fails with all that it printed. */
  node = (...args: string[]): Promise<unknown> =>
    promisify(execFile)(process.execPath, args, { cwd: this.path, maxBuffer: 64 * 1024 * 1024 }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
      },
    );

  insert(insertions: Insertions): void {
    for (const [file, parts] of Object.entries(insertions)) {
      let text = readFileSync(join(this.path, file), 'utf8');
      for (const { before, text: added } of parts) {
        expect(text.split(before), `${file} has "${before}" once`).toHaveLength(2);
        text = text.replace(before, added + before);
      }
      writeFileSync(join(this.path, file), text);
    }
  }

  /** Returns the files in which the type check of every program finds errors. */
  async faultyFiles(): Promise<string[]> {
    const check = (project: string) =>
      this.node(tsc, '--noEmit', '--pretty', 'false', '-p', project).then(
        () => '',
        ({ message }: Error) => message,
      );
    const outputs = [];
    for (const project of ['.', 'admin', 'checkout']) outputs.push(await check(project));
    const files = outputs.join('\n').matchAll(/^([^(\s]+)\(\d+,\d+\): error/gm);
    return [...new Set([...files].map(([, file]) => file!))].toSorted();
  }

  /** Builds every program of the copy that is stale. */
  build = (): Promise<unknown> =>
    this.node(
      '-e',
      "import('./scripts/build-system.mjs').then(({ build }) => build(['backend', 'admin', 'checkout']))",
    );

  /** Starts the server of what is built, which ends with the test. */
  async serve(env?: Record<string, string>): Promise<TestServer> {
    this.server = await TestServer.start(env, undefined, this.path);
    return this.server;
  }

  async remove(): Promise<void> {
    await this.server?.dispose();
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Playwright's test with a copy of the repository, for ten minutes. */
export const test = base.extend<{ copy: RepositoryCopy }>({
  // oxlint-disable-next-line no-empty-pattern
  copy: async ({}, use, testInfo) => {
    testInfo.setTimeout(600_000);
    const copy = new RepositoryCopy();
    await use(copy);
    await copy.remove();
  },
  ownContext: true,
});
