import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { withCollections } from '../database/collections.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { LimitWindow, LimitWindowSchema } from './rate-limit.schema.js';
import { RateLimitService } from './rate-limit.service.js';

@Global()
@Module({
  imports: [withCollections([LimitWindow, LimitWindowSchema])],
  providers: [RateLimitService, { provide: APP_GUARD, useClass: RateLimitGuard }],
  exports: [RateLimitService],
})
export class RateLimitModule {}
