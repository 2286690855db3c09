// The operator's commands in the image, which has neither npm's scripts nor the build: `admin list`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const database = 'packages/embedded-database/dist/src/tools/main.js';
/** The default data folder; the same option on the command line replaces it. */
const dataDir = ['--data-dir', '"$DATA_DIR"'];

/** Program and first arguments of each command, relative to the project's folder. */
const commands = {
  admin: ['dist/backend/src/commands/admin.js'],
  migrate: ['dist/backend/src/commands/migrate.js'],
  audit: ['dist/backend/src/commands/audit.js'],
  figures: ['dist/backend/src/commands/figures.js'],
  db: [database, 'serve', ...dataDir],
  'card-event': ['dist/backend/src/commands/card-event.js'],
  'mail-test': ['dist/backend/src/commands/mail-test.js'],
  'db:copy': ['dist/backend/src/commands/db-copy.js'],
  'db:backup': ['dist/backend/src/commands/db-backup.js'],
  'db:restore': ['dist/backend/src/commands/db-restore.js'],
};

/** Writes an executable file for each command into the folder bin of a build, which the image has on its PATH. */
export function writeImageCommands(release) {
  const folder = join(release, 'bin');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, [program, ...args]] of Object.entries(commands)) {
    // The shell's own cd goes up from the link dist, to the project's folder.
    const root = '$(CDPATH= cd -- "${0%/*}/../.." && pwd)';
    // The database's programs use this name of their command in messages.
    const start = `exec env EMBEDDED_DATABASE_COMMAND=${name} node`;
    const words = [start, `"$root/${program}"`, ...args, '"$@"'];
    writeFileSync(join(folder, name), `#!/bin/sh\nroot=${root}\n${words.join(' ')}\n`, { mode: 0o755 });
  }
}
