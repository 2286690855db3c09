import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from './test.js';

export const root = join(import.meta.dirname, '../..');
/** Build results of the sources, with their stamps: a build repeats only what is changed in the copy. */
const built = ['dist', '.build'];

/** Copies the sources and what is built of them to a temporary folder, which shares the packages. Returns its path. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'trip-copy-'));
  const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const present = sources.split('\n').filter((file) => file && existsSync(join(root, file)));
  // With their exact times, by which the build knows what changed.
  execFileSync('cp', ['-a', '--parents', ...present, ...built, copy], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Each insertion into a file of the copy: the text stands before the line that begins with `before`. */
export type Insertions = Record<string, { before: string; text: string }[]>;

/** Inserts into files of the copy. */
export function insert(copy: string, insertions: Insertions): void {
  for (const [file, parts] of Object.entries(insertions)) {
    let text = readFileSync(join(copy, file), 'utf8');
    for (const { before, text: added } of parts) {
      expect(text.split(before), `${file} has "${before}" once`).toHaveLength(2);
      text = text.replace(before, added + before);
    }
    writeFileSync(join(copy, file), text);
  }
}

/** Returns the files in which the type check of every program finds errors. */
export async function faultyFiles(copy: string): Promise<string[]> {
  const check = (project: string) =>
    promisify(execFile)(
      process.execPath,
      ['node_modules/@typescript/native/bin/tsc', '--noEmit', '--pretty', 'false', '-p', project],
      { cwd: copy },
    ).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  const outputs = [];
  for (const project of ['.', 'admin', 'checkout']) outputs.push(await check(project));
  const files = outputs.join('\n').matchAll(/^([^(\s]+)\(\d+,\d+\): error/gm);
  return [...new Set([...files].map(([, file]) => file!))].toSorted();
}

/** Builds every program of the copy. */
export const buildCopy = (copy: string) =>
  promisify(execFile)(
    process.execPath,
    [
      '-e',
      "import('./scripts/build-system.mjs').then(({ build }) => build(['backend', 'admin', 'checkout']))",
    ],
    { cwd: copy, maxBuffer: 64 * 1024 * 1024 },
  );
