// npm run db: serves the embedded database of the application's data folder alone.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, prepareCommand, root } from './build-system.mjs';

await main({}, () => prepareCommand(['database']));
process.env.EMBEDDED_DATABASE_COMMAND = 'npm run db --';
const program = join(root, 'packages/embedded-database/dist/src/tools/main.js');
// The default; the same option on the command line replaces it.
const folder = ['--data-dir', process.env.DATA_DIR || '.data'];
process.argv = [process.argv[0], program, 'serve', ...folder, ...process.argv.slice(2)];
await import(pathToFileURL(program).href);
