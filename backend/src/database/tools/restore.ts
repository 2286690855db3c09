import path from 'node:path';
import { restoreDatabase } from '../embedded/storage/backup.js';
import { dataDirOf, readOptions, runTool, ToolError } from './arguments.js';

/** `npm run db:restore -- --from FILE`: puts a backup in the place of the embedded database, which must not run. */
const usage = 'npm run db:restore -- --from FILE [--data-dir DIR]';

await runTool(async () => {
  const options = readOptions(['from', 'data-dir'], usage);
  if (!options.from) throw new ToolError(`Say from where: ${usage}`);
  const { kept } = await restoreDatabase(dataDirOf(options['data-dir']), path.resolve(options.from));
  console.log(`Restored from ${options.from}.${kept ? ` What was there before is kept as ${kept}.` : ''}`);
});
