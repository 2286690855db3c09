import type { Connection } from 'mongoose';
import { type DatabaseConfig, loadDatabaseConfig } from '../config/database-settings.js';
import { openDatabase, requireDatabase } from './database.js';

/**
 * Runs `work` on a database, MONGODB_URI or the embedded one, whether a server is running or not.
 * @throws ConfigError where no database is reachable
 */
export async function withConnection(
  settings: Pick<DatabaseConfig, 'mongodbUri' | 'dataDir'>,
  work: (connection: Connection, uri: string) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(settings, { join: true });
  try {
    // Loaded only now: a wrong setting is answered at once.
    const { default: mongoose } = await import('mongoose');
    const { connectionOptions } = await import('./database.module.js');
    const connection = await mongoose
      .createConnection(database.uri, connectionOptions(database.uri))
      .asPromise();
    try {
      await work(connection, database.uri);
    } finally {
      await connection.close();
    }
  } finally {
    await database.close();
  }
}

/**
 * Runs `work` on the server's database, by the settings that `load` reads.
 * @param options `create` makes an embedded database where there is none
 * @throws ConfigError for a wrong setting, or where no database is there
 */
export async function withDatabase<Config extends DatabaseConfig>(
  load: () => Config,
  work: (connection: Connection, config: Config, uri: string) => Promise<void>,
  { create = false } = {},
): Promise<void> {
  if (!create) await requireDatabase(loadDatabaseConfig());
  const config = load();
  await withConnection(config, (connection, uri) => work(connection, config, uri));
}
