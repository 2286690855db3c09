// The imports of the project's own files, read from the sources.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importedPath } from '../lint/layers.mjs';
import { root } from './build-system.mjs';

/** The paths that a file's imports lead to, from the project's folder; a package of the project is its public interface. */
export const importsOf = (file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)]
    .map(([, name]) => {
      if (name.startsWith('#bank-files')) return 'packages/bank-files/src/index.ts';
      return name.startsWith('@packages/') ? `${name.slice(1)}/src/index.ts` : importedPath(file, name);
    })
    .filter((path) => path !== null);

/** The source that an imported path names, which may end in .js or in nothing; undefined where there is none. */
export const sourceOf = (path) =>
  [path, ...['.ts', '.tsx', '.mjs'].map((end) => path.replace(/\.js$/, '') + end)].find(
    (name) => /\.\w+$/.test(name) && existsSync(join(root, name)),
  );

/**
 * Returns the sources that a file imports, directly and by others, with itself.
 * @param isEnd true for a file whose own imports do not count
 */
export function reachOf(file, isEnd = () => false, known = new Map()) {
  const reached = new Set();
  const open = [posix.normalize(file)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    if (isEnd(next)) continue;
    if (!known.has(next))
      known.set(
        next,
        importsOf(next).flatMap((path) => sourceOf(path) ?? []),
      );
    open.push(...known.get(next));
  }
  return reached;
}
