import { listen } from '../index.js';
import { CliError, type Command } from './cli.js';

const DEFAULT_PORT = 27017;
/** Arguments can be read by every user of the machine, variables cannot. */
const PASSWORD = 'EMBEDDED_DATABASE_PASSWORD';

export const serve: Command<'data-dir' | 'port' | 'auth'> = {
  name: 'serve',
  about: 'Serves the database of a folder on a port of this machine, for mongosh, Compass or any driver.',
  options: {
    'data-dir': ['FOLDER', 'where the data is; made where it is missing'],
    port: ['N', `of 127.0.0.1, ${DEFAULT_PORT} where it is not given, 0 for any free one`],
    auth: ['USER', `has to sign in on the port, with the password in the variable ${PASSWORD}`],
  },
  required: ['data-dir'],
  async run({ 'data-dir': dataDir = '', port: given = String(DEFAULT_PORT), auth: user }) {
    const port = Number(given);
    if (!/^\d{1,5}$/.test(given) || port > 65535)
      throw new CliError(`--port takes a number from 0 to 65535, not "${given}"`);
    const password = process.env[PASSWORD];
    if (user !== undefined && !password)
      throw new CliError(`--auth needs the password in the variable ${PASSWORD}`);
    const database = await listen({
      dataDir,
      port,
      ...(user !== undefined && { auth: { user, password: password! } }),
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
