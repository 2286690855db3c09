import { Module } from '@nestjs/common';
import { MetricsService } from './metrics.service.js';

@Module({ providers: [MetricsService] })
export class MetricsModule {}
