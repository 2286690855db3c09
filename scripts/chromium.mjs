// Finds a Chromium for the browser journeys: an installed one, else Debian's package when root, else Playwright's own.
// The headless shell is the same browser without its windows, and needs a third less processor time.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run } from './build-system.mjs';

/** The preferred one first, wherever on the PATH it is. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
/** Debian's packages, the preferred one first. */
const packages = ['chromium-headless-shell', 'chromium'];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the path of an installed Chromium, or undefined.
 * @throws Error where CHROMIUM_PATH names none
 */
export function findChromium() {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH && !isExecutable(CHROMIUM_PATH))
    throw new Error(`CHROMIUM_PATH takes the path of a Chromium that can be run, not "${CHROMIUM_PATH}"`);
  const folders = PATH.split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return CHROMIUM_PATH || places.find(isExecutable);
}

/** Installs Debian's package; returns undefined where this system has none. */
async function installPackage() {
  console.error('Installing Chromium …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args) => run('apt-get', args, { env });
  for (const name of packages)
    try {
      await aptGet('update', '-qq');
      await aptGet('install', '-y', '-qq', '--no-install-recommends', name);
      return findChromium();
    } catch (error) {
      console.error(`There is no package ${name} here: ${error.message.split('\n')[0]}`);
    }
  return undefined;
}

/** Returns the path of a Chromium, installed if needed; undefined where Playwright uses its own. */
export async function chromium() {
  const path = findChromium() ?? (process.getuid?.() === 0 ? await installPackage() : undefined);
  if (path) return path;
  try {
    await run(join(root, 'node_modules/.bin/playwright'), ['install', 'chromium'], { show: true });
  } catch (error) {
    throw new Error('There is no Chromium: install one, or name it in CHROMIUM_PATH', { cause: error });
  }
  return undefined;
}
