// The operator's commands as they are in the image, where neither npm's scripts nor the build are: `admin list`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const database = 'packages/embedded-database/dist/src/tools/main.js';
/** Where the data is: an option that is given again takes its place. */
const dataDir = ['--data-dir', '"$DATA_DIR"'];

/** Program and first arguments of each command, below the project's folder. */
const commands = {
  admin: ['dist/backend/src/auth/accounts-cli.js'],
  migrate: ['dist/backend/src/database/migrations/main.js'],
  figures: ['dist/backend/src/stats/stats-cli.js'],
  db: [database, 'serve', ...dataDir],
  'db:copy': [database, 'copy'],
  'db:backup': [database, 'backup', ...dataDir],
  'db:restore': [database, 'restore', ...dataDir],
};

/** Writes an executable file for each command into dist/bin, which the image has on its PATH. */
export function writeImageCommands(root) {
  const folder = join(root, 'dist/bin');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, [program, ...args]] of Object.entries(commands)) {
    // The programs of the database name their command in what they say.
    const start = `exec env EMBEDDED_DATABASE_COMMAND=${name} node`;
    const words = [start, '"${0%/*}/../../' + program + '"', ...args, '"$@"'];
    writeFileSync(join(folder, name), `#!/bin/sh\n${words.join(' ')}\n`, { mode: 0o755 });
  }
}
