import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { LimitGuard } from './limit.guard.js';
import { LimitWindow, LimitWindowSchema } from './limits.schema.js';
import { LimitsService } from './limits.service.js';

@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: LimitWindow.name, schema: LimitWindowSchema }])],
  providers: [LimitsService, { provide: APP_GUARD, useClass: LimitGuard }],
  exports: [LimitsService],
})
export class LimitsModule {}
