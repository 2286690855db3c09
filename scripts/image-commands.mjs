// The operator's commands as they are in the image, where neither npm's scripts nor the build are: `admin list`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Program and first arguments of each command, below the project's folder. */
const commands = {
  admin: ['dist/backend/src/auth/accounts.js'],
  figures: ['dist/backend/src/figures/main.js'],
  db: ['dist/backend/src/database/tools/serve.js'],
  'db:copy': ['dist/backend/src/database/tools/copy.js'],
  'db:backup': ['dist/backend/src/database/tools/backup.js'],
  'db:restore': ['dist/backend/src/database/tools/restore.js'],
};

/** Writes an executable file for each command into dist/bin, which the image has on its PATH. */
export function writeImageCommands(root) {
  const folder = join(root, 'dist/bin');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, [program, ...args]] of Object.entries(commands)) {
    const words = ['exec node "${0%/*}/../../' + program + '"', ...args, '"$@"'];
    writeFileSync(join(folder, name), `#!/bin/sh\n${words.join(' ')}\n`, { mode: 0o755 });
  }
}
