import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ArrivalStatsService } from './arrival-stats.service.js';
import { BookStatsService } from './book-stats.service.js';
import { StatsDelta, StatsDeltaSchema, StatsBucket, StatsBucketSchema } from './stats.schema.js';
import { StatsService } from './stats.service.js';

@Global()
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: StatsBucket.name, schema: StatsBucketSchema },
      { name: StatsDelta.name, schema: StatsDeltaSchema },
    ]),
  ],
  providers: [StatsService, ArrivalStatsService, BookStatsService],
  exports: [StatsService, ArrivalStatsService, BookStatsService],
})
export class StatsModule {}
