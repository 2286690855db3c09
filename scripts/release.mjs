// A build is made in a folder of its own, and takes the place of the last one when it is whole: a running server keeps
// the files that it was started with, and one that fails changes nothing.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Number of builds that are kept in any case: commands may still run on those before the last. */
const keptReleases = 5;

const releasesOf = (root) => join(root, '.build/releases');

/** The links to the current build, and the folder of it that each leads to. */
const linksOf = (root, release) => [
  [join(root, 'dist'), release],
  [join(root, 'packages/embedded-database/dist'), join(release, 'database')],
];

/** Makes the folder of a new build, with a copy of those parts of the current one that are up to date. */
export function createRelease(root, unchanged) {
  const release = join(releasesOf(root), `${new Date().toISOString().replace(/\W/g, '')}-${process.pid}`);
  mkdirSync(release, { recursive: true });
  for (const { name, to } of unchanged)
    cpSync(to, join(release, name), { recursive: true, dereference: true });
  return release;
}

/** Lets a link lead to a folder, at once. A folder of an earlier version in its place is moved away. */
function link(path, folder, removed) {
  if (existsSync(path) && !lstatSync(path).isSymbolicLink()) {
    mkdirSync(removed, { recursive: true });
    renameSync(path, join(removed, relative(dirname(removed), path).replaceAll(/\W/g, '_')));
  }
  const draft = `${path}.next`;
  rmSync(draft, { force: true });
  symlinkSync(relative(dirname(path), folder), draft, 'junction');
  renameSync(draft, path);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns whether a server still runs on a build: it has put its process id there (backend/src/platform/config/release-mark.ts). */
function isUsed(release) {
  const users = join(release, 'users');
  return existsSync(users) && readdirSync(users).some((pid) => isAlive(Number(pid)));
}

/** Makes a whole build the current one, and removes the oldest on which no server runs. */
export function activateRelease(root, release) {
  for (const [path, folder] of linksOf(root, release)) link(path, folder, join(releasesOf(root), '0'));
  const old = readdirSync(releasesOf(root)).sort().slice(0, -keptReleases);
  for (const release of old.map((name) => join(releasesOf(root), name)))
    if (!isUsed(release)) rmSync(release, { recursive: true });
}
