import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { asCents } from '#domain/platform/money';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { addAggregate, bookBuckets, bucketPeriod, splitDateRange } from './stats-keys.js';
import { type Aggregate, StatsBucket } from './stats.schema.js';
import { StatsService } from './stats.service.js';

/** Reads the stored sums of the books. */
@Injectable()
export class BookStatsService {
  constructor(
    @InjectModel(StatsBucket.name) private readonly buckets: Model<StatsBucket>,
    private readonly stats: StatsService,
  ) {}

  /** Returns the sums of the days from `from` to `to` (YYYY-MM-DD, inclusive, either open), by month and group. */
  async between(from?: string, to?: string): Promise<Map<string, Map<string, Aggregate>>> {
    const parts = splitDateRange(from, to);
    const ids = { $or: [{ _id: bookBuckets.months }, { _id: { $in: parts.days.map(bookBuckets.dayId) } }] };
    const read = await this.stats.readAtOnce(async (pending, _, session) => ({
      pending,
      buckets: await this.buckets.collection
        .find<StatsBucket>(ids as object, { session, ...queryTimeoutOptions() })
        .toArray(),
    }));
    const months = new Map<string, Map<string, Aggregate>>();
    const add = (bucketId: string, groups: Iterable<[string, Aggregate]>) => {
      const period = bucketPeriod(bucketId);
      const times = parts.times(period);
      if (!times) return;
      const sums = months.get(period.slice(0, 7)) ?? new Map<string, Aggregate>();
      for (const [group, { count, cents }] of groups)
        addAggregate(sums, group, { count: times * count, cents: asCents(times * cents) });
      months.set(period.slice(0, 7), sums);
    };
    for (const { _id, cells } of read.buckets) add(_id, Object.entries(cells));
    for (const delta of read.pending)
      for (const bucketId of delta.sheets.filter(bookBuckets.has)) add(bucketId, [[delta.cell, delta]]);
    return months;
  }
}
