import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const program = join(import.meta.dirname, '../../dist/backend/src/main.js');

/** Runs the server with a setting that it must refuse, and returns how it ended. */
export function refused(env: Record<string, string>) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'trip-refused-'));
  const { status, stderr, stdout } = spawnSync(process.execPath, [program], {
    env: { ...process.env, PORT: '0', DATA_DIR, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
}
