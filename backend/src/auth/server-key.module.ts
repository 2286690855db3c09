import { Global, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { CONFIG } from '../config.module.js';
import { SERVER_KEY, serverKey } from './server-key.js';

@Global()
@Module({
  providers: [{ provide: SERVER_KEY, inject: [CONFIG, getConnectionToken()], useFactory: serverKey }],
  exports: [SERVER_KEY],
})
export class ServerKeyModule {}
