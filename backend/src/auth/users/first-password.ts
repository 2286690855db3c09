import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logProcess } from '../../platform/cli/process-log.js';
import type { AccountConfig } from './account-settings.js';
import type { DatabaseConfig } from '../../platform/config/database-settings.js';

/**
 * Tells the operator the generated password of the first admin: on the terminal, or in a file that only the server's
 * user can read where there is none, as standard output then goes to a log that is kept.
 */
export function tellFirstPassword({ admin, dataDir }: AccountConfig & DatabaseConfig, password: string) {
  if (process.stdout.isTTY) {
    logProcess('info', `First admin: name ${admin.username}, password ${password} (shown this once)`);
    return;
  }
  const file = join(dataDir, 'first-password');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Written anew: a file of an earlier database may have other permissions.
    rmSync(file, { force: true });
    writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
    logProcess(
      'info',
      `First admin: name ${admin.username}, password in ${file} (delete it after the first sign-in)`,
    );
  } catch (error) {
    logProcess(
      'info',
      `First admin: name ${admin.username}; its password could not be written (${(error as Error).message}): set one by "admin password ${admin.username}"`,
    );
  }
}
