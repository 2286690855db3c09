import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { toCents } from '../../../domain/money.js';
import { queryTimeoutOptions } from '../database/query-timeout.js';
import { createBatchLoader } from '../database/batch-loader.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { arrivalAggregates, arrivalBucketIds, type CountedArrival } from './arrival-keys.js';
import {
  addAggregate,
  type CountedCustomer,
  type CountedPayment,
  customerGroupKey,
  customerBucketId,
  dayBucketId,
  isMonthBucketId,
  isPaymentBucketId,
  monthBucketRange,
  splitDateRange,
  paymentGroupKey,
  paymentBucketIds,
  bucketPeriod,
} from './stats-keys.js';
import { mergeDeltas } from './merge-deltas.js';
import { type Aggregate, StatsDelta, StatsBucket, mergeCounterId, deltaFilter } from './stats.schema.js';
import { StatsAccumulator } from './stats-accumulator.js';

/** Interval between merges of pending deltas, in milliseconds, and the most deltas of one merge. */
const mergeIntervalMs = 1000;
const maxDeltasPerMerge = 2000;

export type Cells = ReadonlyMap<string, Aggregate>;

/** Cached snapshot of the buckets that every question needs, as of one merge. */
interface StatsSnapshot {
  folds: number;
  customers: Cells;
  months: ReadonlyMap<string, Cells>;
  /** The sum of all months. */
  payments: Cells;
}

/** The statistics at one moment: the snapshot, the buckets of the requested days, and the deltas since. */
interface StatsView {
  snapshot: StatsSnapshot;
  days: ReadonlyMap<string, Cells>;
  pending: StatsDelta[];
}

/** Returns the aggregates with the deltas of the wanted buckets added. */
function addDeltas(cells: Cells, changes: StatsDelta[], wanted: (sheet: string) => boolean): Cells {
  const sums = new Map(cells);
  for (const change of changes) if (change.sheets.some(wanted)) addAggregate(sums, change.cell, change);
  return sums;
}

/**
 * The read model behind dashboard and reports: counts and sums that writes keep current, so that no statistic scans.
 * A write inserts its delta in its own transaction, a timer merges deltas into buckets, and readers add up both at
 * one moment, which makes them exact.
 */
@Injectable()
export class StatsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Figures');
  private snapshot: StatsSnapshot | undefined;
  private timer: NodeJS.Timeout | undefined;
  private merging: Promise<unknown> = Promise.resolve();
  private stopping = false;

  constructor(
    @InjectModel(StatsBucket.name) private readonly buckets: Model<StatsBucket>,
    @InjectModel(StatsDelta.name) private readonly deltas: Model<StatsDelta>,
    private readonly transactions: TransactionsService,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduleFold();
  }

  /** The pause starts after the last merge has ended, so that merges never overlap. */
  private scheduleFold(): void {
    this.timer = setTimeout(() => {
      this.merging = this.merge()
        .catch((error: Error) =>
          this.logger.warn({ message: 'Merging the statistics is tried again', error: error.message }),
        )
        .then(() => {
          if (!this.stopping) this.scheduleFold();
        });
    }, mergeIntervalMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.merging;
  }

  /** Records that a payment was created (`before` undefined), deleted (`after` undefined) or changed. */
  paymentChanged(
    unit: UnitOfWork,
    before: CountedPayment | undefined,
    after: CountedPayment | undefined,
  ): void {
    const change = (payment: CountedPayment, sign: 1 | -1) => ({
      sheets: paymentBucketIds(payment.createdAt),
      cell: paymentGroupKey(payment),
      count: sign,
      cents: sign * toCents(payment.amount),
    });
    this.note(unit, before && change(before, -1), after && change(after, 1));
  }

  /** Records the same for a customer. */
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

  /** Records what bank transactions were before a change and are after it, those of both sides in any order. */
  arrivalsChanged(
    unit: UnitOfWork,
    before: readonly CountedArrival[],
    after: readonly CountedArrival[],
  ): void {
    const days = new Map<string, Map<string, Aggregate>>();
    const add = (arrivals: readonly CountedArrival[], sign: 1 | -1) => {
      for (const arrival of arrivals) {
        const sums = days.get(arrival.day) ?? new Map<string, Aggregate>();
        for (const [cell, { count, cents }] of arrivalAggregates(arrival))
          addAggregate(sums, cell, { count: sign * count, cents: sign * cents });
        days.set(arrival.day, sums);
      }
    };
    add(before, -1);
    add(after, 1);
    // One delta a day and group, however many transactions a statement has.
    const deltas = [...days].flatMap(([day, sums]) =>
      [...sums]
        .filter(([, { count, cents }]) => count !== 0 || cents !== 0)
        .map(([cell, sum]) => ({ sheets: arrivalBucketIds(day), cell, ...sum })),
    );
    if (deltas.length) unit.deferInsert(this.deltas.collection, deltas);
  }

  private note(unit: UnitOfWork, ...changes: (Omit<StatsDelta, '_id' | 'folds'> | undefined)[]): void {
    const [first, second] = changes;
    if (first && second && first.cell === second.cell && first.cents === -second.cents) return;
    const noted = changes.filter((change) => change !== undefined);
    if (noted.length) unit.deferInsert(this.deltas.collection, noted);
  }

  /** Returns the aggregates of all customers. */
  async customers(): Promise<Cells> {
    const { snapshot, pending } = await this.view([]);
    return addDeltas(snapshot.customers, pending, (id) => id === customerBucketId);
  }

  /** Returns the aggregates of all payments. */
  async allPayments(): Promise<Cells> {
    const { snapshot, pending } = await this.view([]);
    return addDeltas(snapshot.payments, pending, isMonthBucketId);
  }

  /**
   * Returns the aggregates of payments created from `from` to `to` (YYYY-MM-DD, both included, either open), by
   * month.
   */
  async payments(from?: string, to?: string): Promise<ReadonlyMap<string, Cells>> {
    const parts = splitDateRange(from, to);
    const { snapshot, days, pending } = await this.view(parts.days);
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
    for (const [period, cells] of [...snapshot.months, ...days]) add(period, cells);
    for (const change of pending)
      for (const sheet of change.sheets.filter(isPaymentBucketId))
        add(bucketPeriod(sheet), [[change.cell, change]]);
    return months;
  }

  /**
   * Reads from the merged buckets, and the deltas since, at one moment. `read` is told the number of merges and the
   * deltas; it is called again where a merge came in between.
   */
  async readAtOnce<Read>(
    read: (folds: number, pending: StatsDelta[]) => Promise<Read>,
  ): Promise<{ read: Read; pending: StatsDelta[] }> {
    // The driver's own call: this precedes most pages of payments, and mongoose doubles its time.
    const changes = this.deltas.collection as unknown as mongoose.mongo.Collection<StatsDelta>;
    for (;;) {
      const found = await changes.find().sort({ _id: 1 }).batchSize(maxDeltasPerMerge).toArray();
      const folds = found.find(({ _id }) => _id.equals(mergeCounterId))?.folds ?? 0;
      const pending = found.filter(({ sheets }) => sheets);
      const result = await read(folds, pending);
      // A concurrent merge would make this read lose or double-count deltas; retry until the merge counter is
      // unchanged.
      const counter = await changes.findOne({ _id: mergeCounterId });
      if (folds === (counter?.folds ?? 0)) return { read: result, pending };
    }
  }

  /** Reads the buckets of payments and customers: two short reads while nothing was merged. */
  private async readView(days: string[]): Promise<StatsView> {
    const { read, pending } = await this.readAtOnce(async (folds) => ({
      snapshot: this.snapshot?.folds === folds ? this.snapshot : await this.readSnapshot(folds),
      days: days.length ? await this.readBuckets({ $in: days.map(dayBucketId) }) : new Map<string, Cells>(),
    }));
    this.snapshot = read.snapshot;
    return { ...read, pending };
  }

  private readonly view = createBatchLoader(async (asked: readonly string[][]) => {
    const view = await this.readView([...new Set(asked.flat())]);
    return asked.map(() => view);
  });

  private async readSnapshot(folds: number): Promise<StatsSnapshot> {
    const customers = await this.readBuckets(customerBucketId);
    const months = await this.readBuckets(monthBucketRange);
    const payments = new Map<string, Aggregate>();
    for (const cells of months.values())
      for (const [cell, figure] of cells) addAggregate(payments, cell, figure);
    return { folds, customers: customers.get(customerBucketId) ?? new Map(), months, payments };
  }

  /** Reads the aggregates of these buckets, by period. */
  private async readBuckets(_id: string | object): Promise<Map<string, Cells>> {
    const sheets = await this.buckets.collection
      .find<StatsBucket>({ _id } as object, queryTimeoutOptions())
      .toArray();
    return new Map(sheets.map(({ _id, cells }) => [bucketPeriod(_id), new Map(Object.entries(cells ?? {}))]));
  }

  /**
   * Merges the oldest deltas into their buckets and returns their number. Of two servers that merge at once, one
   * waits for the other.
   */
  async merge(): Promise<number> {
    if (!(await this.deltas.exists(deltaFilter))) return 0;
    return this.transactions.run(async (unit) => {
      const changes = await this.deltas
        .find(deltaFilter)
        .sort({ _id: 1 })
        .limit(maxDeltasPerMerge)
        .session(unit.session)
        .lean();
      const last = changes.at(-1);
      if (!last) return 0;
      const accumulator = new StatsAccumulator();
      for (const { sheets, cell, count, cents } of changes)
        for (const id of sheets) accumulator.add(id, cell, count, cents);
      await mergeDeltas(this.deltas.db, accumulator, unit.session);
      // Deletes every delta of the snapshot up to the last one read; later deltas are not in the snapshot.
      await this.deltas.deleteMany(
        { _id: { $gt: mergeCounterId, $lte: last._id } },
        { session: unit.session },
      );
      return changes.length;
    });
  }
}
