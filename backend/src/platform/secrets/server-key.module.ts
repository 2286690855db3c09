import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { DatabaseConfig } from '../config/database-settings.js';
import { CONFIG } from '../config/config.module.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SERVER_KEY, SERVER_KEYS, type ServerKeys, serverKeys } from './server-key.js';

const warnOfOtherKey = () =>
  new Logger('Secret').warn(
    'The secret is not the one that this database was last used with: links sent to visitors before are not found, everybody signs in anew, and the codes of authenticator apps are refused. Set JWT_SECRET_FORMER to the former secret to keep them.',
  );

/** Finds the server's keys, by its settings and in its database. */
export type KeysOf = (config: DatabaseConfig, connection: Connection) => Promise<ServerKeys>;

@Global()
@Module({
  providers: [
    { provide: SERVER_KEY, inject: [SERVER_KEYS], useFactory: ([key]: ServerKeys) => key },
    SealedSecrets,
  ],
  exports: [SERVER_KEY, SERVER_KEYS, SealedSecrets],
})
export class ServerKeyModule {
  /** @param keysOf makes a secret where there is none, and remembers the one in use, unless it is given */
  static register(
    keysOf: KeysOf = (config, connection) => serverKeys(config, connection, warnOfOtherKey),
  ): DynamicModule {
    const keys = { provide: SERVER_KEYS, inject: [CONFIG, getConnectionToken()], useFactory: keysOf };
    return { module: ServerKeyModule, providers: [keys] };
  }
}
