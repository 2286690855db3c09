import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { queryTimeoutOptions } from '../database/query-timeout.js';
import { createBatchLoader } from '../database/batch-loader.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import {
  addAggregate,
  type CountedCustomer,
  type CountedPayment,
  customerGroupKey,
  customerBucketId,
  dayBucketId,
  isMonthBucketId,
  monthBucketRange,
  splitDateRange,
  paymentGroupKey,
  paymentBucketIds,
  bucketPeriod,
} from './stats-keys.js';
import { mergeDeltas } from './merge-deltas.js';
import { type Aggregate, StatsDelta, StatsBucket, mergeCounterId, deltaFilter } from './stats.schema.js';
import { StatsAccumulator } from './stats-accumulator.js';

/** How often changes are folded into their sheets, in milliseconds, and how many at a time. */
const mergeIntervalMs = 1000;
const maxDeltasPerMerge = 2000;

export type Cells = ReadonlyMap<string, Aggregate>;

/** The sheets that all questions need, at one fold. */
interface StatsSnapshot {
  folds: number;
  customers: Cells;
  months: ReadonlyMap<string, Cells>;
  /** The sum of all months. */
  payments: Cells;
}

/** The figures at one moment: what is folded, of that the days that were asked for, and the changes since. */
interface StatsView {
  kept: StatsSnapshot;
  days: ReadonlyMap<string, Cells>;
  pending: StatsDelta[];
}

/** The cells with the changes of those sheets added to them. */
function addDeltas(cells: Cells, changes: StatsDelta[], wanted: (sheet: string) => boolean): Cells {
  const sums = new Map(cells);
  for (const change of changes) if (change.sheets.some(wanted)) addAggregate(sums, change.cell, change);
  return sums;
}

/**
 * Counts and sums that are kept as records change, so that no statistic has to scan. A write adds its difference in
 * its own transaction; a timer folds differences into sheets; readers add up both at one moment and are exact.
 */
@Injectable()
export class StatsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Figures');
  private kept: StatsSnapshot | undefined;
  private timer: NodeJS.Timeout | undefined;
  private folding: Promise<unknown> = Promise.resolve();
  private stopping = false;

  constructor(
    @InjectModel(StatsBucket.name) private readonly sheets: Model<StatsBucket>,
    @InjectModel(StatsDelta.name) private readonly changes: Model<StatsDelta>,
    private readonly transactions: TransactionsService,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduleFold();
  }

  /** The pause begins when the last fold has ended, so that a slow one is never joined by another. */
  private scheduleFold(): void {
    this.timer = setTimeout(() => {
      this.folding = this.merge()
        .catch((error: Error) =>
          this.logger.warn({ message: 'Folding is tried again', error: error.message }),
        )
        .then(() => {
          if (!this.stopping) this.scheduleFold();
        });
    }, mergeIntervalMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.folding;
  }

  /** Notes that a payment came (`before` undefined), went (`after` undefined) or changed. */
  paymentChanged(
    unit: UnitOfWork,
    before: CountedPayment | undefined,
    after: CountedPayment | undefined,
  ): void {
    const change = (payment: CountedPayment, sign: 1 | -1) => ({
      sheets: paymentBucketIds(payment.createdAt),
      cell: paymentGroupKey(payment),
      count: sign,
      cents: sign * Math.round(payment.amount * 100),
    });
    this.note(unit, before && change(before, -1), after && change(after, 1));
  }

  /** The same for a customer. */
  customerChanged(
    unit: UnitOfWork,
    before: CountedCustomer | undefined,
    after: CountedCustomer | undefined,
  ): void {
    const change = (customer: CountedCustomer, sign: 1 | -1) => ({
      sheets: [customerBucketId],
      cell: customerGroupKey(customer),
      count: sign,
      cents: 0,
    });
    this.note(unit, before && change(before, -1), after && change(after, 1));
  }

  private note(unit: UnitOfWork, ...changes: (Omit<StatsDelta, '_id' | 'folds'> | undefined)[]): void {
    const [first, second] = changes;
    if (first && second && first.cell === second.cell && first.cents === -second.cents) return;
    const noted = changes.filter((change) => change !== undefined);
    if (noted.length) unit.deferInsert(this.changes.collection, noted);
  }

  /** The customers' cells. */
  async customers(): Promise<Cells> {
    const { kept, pending } = await this.now([]);
    return addDeltas(kept.customers, pending, (id) => id === customerBucketId);
  }

  /** The cells of all payments there are. */
  async allPayments(): Promise<Cells> {
    const { kept, pending } = await this.now([]);
    return addDeltas(kept.payments, pending, isMonthBucketId);
  }

  /** The payments created on the days from `from` to `to` (YYYY-MM-DD, both included, either open), by month. */
  async payments(from?: string, to?: string): Promise<ReadonlyMap<string, Cells>> {
    const parts = splitDateRange(from, to);
    const { kept, days, pending } = await this.now(parts.days);
    const months = new Map<string, Map<string, Aggregate>>();
    const add = (period: string, cells: Iterable<[string, Aggregate]>) => {
      const times = parts.times(period);
      if (!times) return;
      const month = period.slice(0, 7);
      const sums = months.get(month) ?? new Map<string, Aggregate>();
      for (const [cell, { count, cents }] of cells)
        addAggregate(sums, cell, { count: times * count, cents: times * cents });
      months.set(month, sums);
    };
    for (const [period, cells] of [...kept.months, ...days]) add(period, cells);
    for (const change of pending)
      for (const sheet of change.sheets) add(bucketPeriod(sheet), [[change.cell, change]]);
    return months;
  }

  /** The sheets as they were last folded, with what came since: two short reads where nothing was folded. */
  private async readNow(days: string[]): Promise<StatsView> {
    // By the driver itself, as it stands before most pages of payments.
    const changes = this.changes.collection as unknown as mongoose.mongo.Collection<StatsDelta>;
    for (;;) {
      const read = await changes.find().sort({ _id: 1 }).batchSize(maxDeltasPerMerge).toArray();
      const folds = read.find(({ _id }) => _id.equals(mergeCounterId))?.folds ?? 0;
      const kept = this.kept?.folds === folds ? this.kept : await this.readKept(folds);
      const sheets = days.length
        ? await this.readSheets({ $in: days.map(dayBucketId) })
        : new Map<string, Cells>();
      // A fold on the way would have moved changes from one reading into another: then it is done again.
      const counter = await changes.findOne({ _id: mergeCounterId });
      if (folds !== (counter?.folds ?? 0)) continue;
      this.kept = kept;
      return { kept, days: sheets, pending: read.filter(({ sheets }) => sheets) };
    }
  }

  private readonly now = createBatchLoader(async (asked: readonly string[][]) => {
    const now = await this.readNow([...new Set(asked.flat())]);
    return asked.map(() => now);
  });

  private async readKept(folds: number): Promise<StatsSnapshot> {
    const customers = await this.readSheets(customerBucketId);
    const months = await this.readSheets(monthBucketRange);
    const payments = new Map<string, Aggregate>();
    for (const cells of months.values())
      for (const [cell, figure] of cells) addAggregate(payments, cell, figure);
    return { folds, customers: customers.get(customerBucketId) ?? new Map(), months, payments };
  }

  /** The cells of these sheets, by the period of each. */
  private async readSheets(_id: string | object): Promise<Map<string, Cells>> {
    const sheets = await this.sheets.collection
      .find<StatsBucket>({ _id } as object, queryTimeoutOptions())
      .toArray();
    return new Map(sheets.map(({ _id, cells }) => [bucketPeriod(_id), new Map(Object.entries(cells ?? {}))]));
  }

  /** Folds the oldest changes into their sheets; answers how many. Two servers may do so at once: one of them waits. */
  async merge(): Promise<number> {
    if (!(await this.changes.exists(deltaFilter))) return 0;
    return this.transactions.run(async (unit) => {
      const changes = await this.changes
        .find(deltaFilter)
        .sort({ _id: 1 })
        .limit(maxDeltasPerMerge)
        .session(unit.session)
        .lean();
      const last = changes.at(-1);
      if (!last) return 0;
      const tally = new StatsAccumulator();
      for (const { sheets, cell, count, cents } of changes)
        for (const id of sheets) tally.add(id, cell, count, cents);
      await mergeDeltas(this.changes.db, tally, unit.session);
      // All that the transaction sees up to the last one: what comes meanwhile is not in its snapshot.
      await this.changes.deleteMany(
        { _id: { $gt: mergeCounterId, $lte: last._id } },
        { session: unit.session },
      );
      return changes.length;
    });
  }
}
