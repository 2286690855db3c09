// Where a Chromium is for the browser journeys: one that is there, else Debian's when root, else Playwright's own.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run } from './setup.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function find() {
  const places = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...places].filter(Boolean).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The path of a Chromium, installed where there is none; undefined where Playwright uses its own. */
export async function chromium() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0) {
    console.error('Installing Chromium …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    return find();
  }
  await run(join(root, 'node_modules/.bin/playwright'), ['install', 'chromium'], { show: true });
  return undefined;
}
