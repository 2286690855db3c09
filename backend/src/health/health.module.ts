import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { ProxyWarning } from './proxy-warning.js';
import { WarningsController } from './warnings.controller.js';

@Module({ controllers: [HealthController, WarningsController], providers: [ProxyWarning] })
export class HealthModule {}
