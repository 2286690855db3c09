import type { Connection } from 'mongoose';
import { type Config, loadConfig } from '../config.js';
import { openDatabase } from './database.js';

/**
 * Runs `work` on the server's database, MONGODB_URI or the embedded one, whether a server is running or not.
 * @throws ConfigError for a wrong setting, or where no database is reachable
 */
export async function withDatabase(
  work: (connection: Connection, config: Config, uri: string) => Promise<void>,
): Promise<void> {
  const config = loadConfig();
  const database = await openDatabase(config, { join: true });
  try {
    // Loaded only now: a wrong setting is answered at once.
    const { default: mongoose } = await import('mongoose');
    const { connectionOptions } = await import('./database.module.js');
    const connection = await mongoose
      .createConnection(database.uri, connectionOptions(database.uri))
      .asPromise();
    try {
      await work(connection, config, database.uri);
    } finally {
      await connection.close();
    }
  } finally {
    await database.close();
  }
}
