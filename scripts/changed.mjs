// The tests that changed files reach, for npm test -- --changed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTest } from '../lint/layers.mjs';
import { root } from './build-system.mjs';
import { reachOf } from './imports.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Returns the files, from the project's folder, that differ from a commit, those that git does not have yet among them.
 * @throws Error where there is no such commit
 */
export function changedSince(commit) {
  const differing = git('diff', '--name-only', '--diff-filter=d', '--end-of-options', commit, '--');
  return [...new Set([...differing, ...git('ls-files', '--others', '--exclude-standard')])];
}

const isSpec = (file) => file.endsWith('.spec.ts');
const isSource = (file) => /\.tsx?$/.test(file);

/** Files that load a whole program: what a spec reaches by them, all others reach as well. */
const isProgram = (file) =>
  /^backend\/src\/(?:testing\/test-(?:app|server)|programs\/(?:app\.module|configure-app))\.ts$/.test(file);

/** The noun of a file in the server or the back-office, or the name of another program. */
const roomOf = (file) => /^(?:backend|admin)\/src\/([^/]+)/.exec(file)?.[1] ?? file.split('/')[0];

/** The journeys with the rooms that they are about, by the table of e2e/README.md. */
function journeyRooms() {
  const rows = readFileSync(join(root, 'e2e/README.md'), 'utf8')
    .split('## What a journey proves')[1]
    .split('\n');
  const quoted = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  return rows
    .filter((row) => row.startsWith('| `'))
    .map((row) => row.split('|').map(quoted))
    .flatMap(([, names, , paths]) =>
      names.map((name) => [`e2e/${name}.spec.ts`, new Set(paths.map(roomOf))]),
    );
}

/**
 * Returns the specs and journeys that changed files reach. A spec reaches what it imports, but not by starting a whole
 * program, and the files of its own folder with what they import of the business. A journey is reached by changes of the
 * screens of its rooms, and by its own imports.
 */
export function testsOf(changed) {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (file) => isSource(file) && existsSync(join(root, file)),
  );
  const known = new Map();
  const wanted = new Set(changed);
  const isReached = (paths) => [...paths].some((path) => wanted.has(path));
  const reach = (file) => reachOf(file, isProgram, known);
  const isBusiness = (path) => /^(?:domain|packages)\//.test(path);
  const besideReached = new Map();
  const isBesideReached = (folder) => {
    if (!besideReached.has(folder))
      besideReached.set(
        folder,
        files
          .filter((file) => posix.dirname(file) === folder && !isTest(file))
          .some((file) => wanted.has(file) || isReached([...reach(file)].filter(isBusiness))),
      );
    return besideReached.get(folder);
  };
  const screens = new Set(
    changed.filter((file) => /^(?:admin|checkout|browser)\/.*\.(?:tsx?|css|html)$/.test(file)).map(roomOf),
  );
  const rooms = new Map(journeyRooms());
  const specs = files.filter((file) => isSpec(file) && !file.endsWith('.long.spec.ts'));
  const chosen = specs.filter((spec) => {
    if (isReached(reach(spec))) return true;
    if (!spec.startsWith('e2e/')) return isBesideReached(posix.dirname(spec));
    return [...(rooms.get(spec) ?? [])].some((room) => screens.has(room));
  });
  return { specs, chosen };
}
