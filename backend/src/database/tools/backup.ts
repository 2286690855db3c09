import fs from 'node:fs';
import path from 'node:path';
import { backupDatabase } from '../embedded/storage/backup.js';
import { dataDirOf, readOptions, runTool, ToolError } from './arguments.js';

/** `npm run db:backup -- --to FILE`: a consistent copy of the embedded database, also while the application runs. */
const usage = 'npm run db:backup -- --to FILE [--data-dir DIR]';

await runTool(async () => {
  const options = readOptions(['to', 'data-dir'], usage);
  if (!options.to) throw new ToolError(`Say where to: ${usage}`);
  const target = path.resolve(options.to);
  await backupDatabase(dataDirOf(options['data-dir']), target);
  console.log(`Backed up to ${target} (${(fs.statSync(target).size / 2 ** 20).toFixed(1)} MB).`);
});
