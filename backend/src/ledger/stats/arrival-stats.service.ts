import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { asCents } from '#domain/platform/money';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { type ArrivalSum, arrivalSums } from './arrival-keys.js';
import { addAggregate, arrivalBuckets, bucketPeriod, isMonthPeriod, splitDateRange } from './stats-keys.js';
import { type Aggregate, StatsBucket, type StatsDelta } from './stats.schema.js';
import { StatsService } from './stats.service.js';

type Sums = Map<string, Aggregate>;

/** Sums deltas by the periods of their arrival buckets: months and days. */
function sumByPeriod(deltas: readonly StatsDelta[]): Map<string, Sums> {
  const periods = new Map<string, Sums>();
  for (const delta of deltas)
    for (const bucketId of delta.sheets.filter(arrivalBuckets.has)) {
      const sums = periods.get(bucketPeriod(bucketId)) ?? new Map<string, Aggregate>();
      addAggregate(sums, delta.cell, delta);
      periods.set(bucketPeriod(bucketId), sums);
    }
  return periods;
}

/** Reads the stored statistics of money received in bank accounts, by the bank's days. */
@Injectable()
export class ArrivalStatsService {
  constructor(
    @InjectModel(StatsBucket.name) private readonly buckets: Model<StatsBucket>,
    private readonly stats: StatsService,
  ) {}

  /**
   * Returns the money received on the days from `from` to `to` (YYYY-MM-DD, both included, either open): the totals of
   * each account, its sums by month (YYYY-MM), and by day, at most `mostDays` of them; latest first.
   */
  async between(
    from: string | undefined,
    to: string | undefined,
    mostDays: number,
  ): Promise<{
    totals: ArrivalSum[];
    months: (ArrivalSum & { month: string })[];
    days: (ArrivalSum & { day: string })[];
  }> {
    const parts = splitDateRange(from, to);
    const edgeDays = parts.days.map(arrivalBuckets.dayId);
    const read = await this.stats.readAtOnce(async (pending, _, session) => ({
      deltas: sumByPeriod(pending),
      periods: [
        ...(await this.find(arrivalBuckets.months, session)),
        ...(await this.find({ $in: edgeDays }, session)),
      ],
      days: await this.latestDays(from, to, mostDays, sumByPeriod(pending), session),
    }));
    const totals: Sums = new Map();
    const months = new Map<string, Sums>();
    for (const [period, aggregates] of [...read.periods, ...read.deltas]) {
      const month = period.slice(0, 7);
      const sums = months.get(month) ?? new Map<string, Aggregate>();
      months.set(month, sums);
      for (const [group, { count, cents }] of aggregates) {
        const counted = { count: parts.times(period) * count, cents: asCents(parts.times(period) * cents) };
        addAggregate(totals, group, counted);
        addAggregate(sums, group, counted);
      }
    }
    const byMonth = [...months].sort(([a], [b]) => (a < b ? 1 : -1));
    return {
      totals: arrivalSums(totals),
      months: byMonth.flatMap(([month, sums]) => arrivalSums(sums).map((sum) => ({ month, ...sum }))),
      days: read.days,
    };
  }

  private async find(_id: object, session: ClientSession): Promise<[string, Sums][]> {
    const found = await this.buckets.collection
      .find<StatsBucket>({ _id } as object, { session, ...queryTimeoutOptions() })
      .sort({ _id: 1 })
      .toArray();
    return found.map(({ _id, cells }) => [bucketPeriod(_id), new Map(Object.entries(cells))]);
  }

  /** Returns the sums of the latest days, deltas included; reads only the needed buckets. */
  private async latestDays(
    from: string | undefined,
    to: string | undefined,
    most: number,
    deltas: Map<string, Sums>,
    session: ClientSession,
  ): Promise<(ArrivalSum & { day: string })[]> {
    const days = new Map(
      [...deltas].filter(
        ([period]) => !isMonthPeriod(period) && (!from || period >= from) && (!to || period <= to),
      ),
    );
    let read = 0;
    const buckets = this.buckets.collection
      .find<StatsBucket>({ _id: arrivalBuckets.daysWithin(from, to) } as object, {
        session,
        ...queryTimeoutOptions(),
      })
      .sort({ _id: -1 })
      .batchSize(most);
    for await (const { _id, cells } of buckets) {
      const day = bucketPeriod(_id);
      const sums = days.get(day) ?? new Map<string, Aggregate>();
      for (const [group, aggregate] of Object.entries(cells)) addAggregate(sums, group, aggregate);
      days.set(day, sums);
      read += arrivalSums(sums).length;
      if (read >= most) break;
    }
    return [...days]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .flatMap(([day, sums]) => arrivalSums(sums).map((sum) => ({ day, ...sum })))
      .slice(0, most);
  }
}
