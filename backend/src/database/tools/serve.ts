import { startEmbeddedDatabase } from '../embedded/launcher.js';
import { dataDirOf, readOptions, runTool, ToolError } from './arguments.js';

/** `npm run db -- --data-dir DIR --port N`: serves a data folder alone, for mongosh, Compass or any driver. */
const usage = 'npm run db -- [--data-dir DIR] [--port N]';
const DEFAULT_PORT = 27017;

await runTool(async () => {
  const options = readOptions(['data-dir', 'port'], usage);
  const dataDir = dataDirOf(options['data-dir']);
  const port = Number(options.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new ToolError(`--port takes a number from 0 to 65535. Usage: ${usage}`);
  const database = await startEmbeddedDatabase({
    dataDir,
    port,
    onExit: (error) => {
      console.error(error.message);
      process.exit(1);
    },
  });
  console.log(`The database in ${dataDir} is at ${database.uri}  (Ctrl-C stops it)`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void database.close().then(() => process.exit(0)));
  }
});
