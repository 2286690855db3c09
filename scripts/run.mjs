// Runs one of the backend's programs: node scripts/run.mjs backend/src/commands/seed.js [arguments]
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, prepareCommand, root } from './build-system.mjs';

const [program, ...rest] = process.argv.slice(2);
await main({}, () => prepareCommand(['backend']));
process.argv = [process.argv[0], join(root, 'dist', program), ...rest];
await import(pathToFileURL(process.argv[1]).href);
