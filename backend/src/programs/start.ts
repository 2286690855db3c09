import { wrongSettingExitCode } from '../platform/cli/exit-codes.js';
import { logProcess, logUnexpected } from '../platform/cli/process-log.js';
import { beginOpening } from '../platform/database/database.js';
import { loadConfig } from './settings.js';

/** Nine of ten parts of the server's code. */
type Serving = typeof import('./serving.js');

/** Starts the server; ends the process with the reason where it cannot start. */
export async function start(loadServing: () => Promise<Serving>): Promise<void> {
  logUnexpected();
  try {
    const config = loadConfig();
    const { opened } = await beginOpening(config);
    // Loaded only now, while the database opens in its thread: a wrong setting is answered at once.
    const [database, { serve }] = await Promise.all([opened, loadServing()]);
    await serve(config, database);
  } catch (error) {
    const { name, message, stack } = error as Error;
    // By its name: the code that serves has the class of its own file.
    const isWrongSetting = name === 'ConfigError';
    logProcess('fatal', isWrongSetting ? message : (stack ?? message));
    process.exit(isWrongSetting ? wrongSettingExitCode : 1);
  }
}
