import mongoose, { type Connection } from 'mongoose';
import { type Config, ConfigError, loadConfig } from '../config.js';
import { openDatabase } from './database.js';
import { connectionOptions } from './database.module.js';

/**
 * Runs a command-line program on the server's database, MONGODB_URI or the embedded one, beside a server that runs or
 * without one. What goes wrong by the
 * caller's doing is one line; the exit code is 1 then.
 */
export async function withDatabase(
  program: (connection: Connection, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = loadConfig();
    const database = await openDatabase(config, { join: true });
    try {
      const connection = await mongoose
        .createConnection(database.uri, connectionOptions(database.uri))
        .asPromise();
      try {
        await program(connection, config);
      } finally {
        await connection.close();
      }
    } finally {
      await database.close();
    }
  } catch (error) {
    const known =
      error instanceof ConfigError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    console.error(known ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
