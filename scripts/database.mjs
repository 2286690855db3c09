// npm run db, db:backup, db:restore, db:copy: the commands of the embedded database, on the application's data folder.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, main, root } from './setup.mjs';

const [command, ...rest] = process.argv.slice(2);
await main({}, async () => {
  await install();
  await build(['database']);
});
const script = command === 'serve' ? 'db' : `db:${command}`;
process.env.EMBEDDED_DATABASE_COMMAND = `npm run ${script} --`;
// The default; the same option on the command line replaces it.
const folder = command === 'copy' ? [] : ['--data-dir', process.env.DATA_DIR || '.data'];
const program = join(root, 'packages/embedded-database/dist/src/tools/main.js');
process.argv = [process.argv[0], program, command, ...folder, ...rest];
await import(pathToFileURL(program).href);
