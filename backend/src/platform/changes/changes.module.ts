import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ChangesService } from './changes.service.js';

@Global()
@Module({ imports: [DiscoveryModule], providers: [ChangesService], exports: [ChangesService] })
export class ChangesModule {}
