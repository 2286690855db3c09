import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
