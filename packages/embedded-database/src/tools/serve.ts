import { listen } from '../index.js';
import { CliError, type Command } from './cli.js';

const DEFAULT_PORT = 27017;

export const serve: Command<'data-dir' | 'port'> = {
  name: 'serve',
  about: 'Serves the database of a folder on a port of this machine, for mongosh, Compass or any driver.',
  options: {
    'data-dir': ['FOLDER', 'where the data is; made where it is missing'],
    port: ['N', `of 127.0.0.1, ${DEFAULT_PORT} where it is not given, 0 for any free one`],
  },
  required: ['data-dir'],
  async run({ 'data-dir': dataDir = '', port: given = String(DEFAULT_PORT) }) {
    const port = Number(given);
    if (!/^\d{1,5}$/.test(given) || port > 65535)
      throw new CliError(`--port takes a number from 0 to 65535, not "${given}"`);
    const database = await listen({
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
  },
};
