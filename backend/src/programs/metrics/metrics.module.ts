import { Module } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { MetricsService } from './metrics.service.js';

@Module({ imports: [CardsModule], providers: [MetricsService] })
export class MetricsModule {}
