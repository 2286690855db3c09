import { Global, Module } from '@nestjs/common';
import { withCollections } from '../../platform/database/collections.js';
import { ArrivalStatsService } from './arrival-stats.service.js';
import { BookStatsService } from './book-stats.service.js';
import { StatsDelta, StatsDeltaSchema, StatsBucket, StatsBucketSchema } from './stats.schema.js';
import { StatsService } from './stats.service.js';

@Global()
@Module({
  imports: [withCollections([StatsBucket, StatsBucketSchema], [StatsDelta, StatsDeltaSchema])],
  providers: [StatsService, ArrivalStatsService, BookStatsService],
  exports: [StatsService, ArrivalStatsService, BookStatsService],
})
export class StatsModule {}
