import { Global, Logger, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { SERVER_KEY, serverKey } from './server-key.js';

const warnOfOtherKey = () =>
  new Logger('Secret').warn(
    'The secret is not the one that this database was last used with: links sent to visitors before are not found, and everybody signs in anew. Set JWT_SECRET to the former secret to keep them.',
  );

@Global()
@Module({
  providers: [
    {
      provide: SERVER_KEY,
      inject: [CONFIG, getConnectionToken()],
      useFactory: (config: Config, connection: Connection) => serverKey(config, connection, warnOfOtherKey),
    },
  ],
  exports: [SERVER_KEY],
})
export class ServerKeyModule {}
