import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { asCents, type Cents, type Currency, negated } from '#domain/platform/money';
import { collectionOf } from '../../platform/database/collection-of.js';
import type { Change } from '../../platform/changes/change.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { InChange } from '../../platform/changes/subscribers.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { createBatchLoader } from '../../platform/database/batches/batch-loader.js';
import { Leader } from '../../platform/database/leader.js';
import { LeaderWork } from '../../platform/database/leader-timer.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { bookChanges, feeAggregates } from './book-keys.js';
import { arrivalAggregates, type CountedArrival } from './arrival-keys.js';
import {
  addAggregate,
  arrivalBuckets,
  type BalanceKind,
  bookBuckets,
  type CountedCustomer,
  type CountedPayment,
  customerGroupKey,
  customerBucketId,
  splitDateRange,
  parseBalanceGroupKey,
  paymentAggregates,
  paymentBuckets,
  bucketPeriod,
} from './stats-keys.js';
import { rebuildStats, storedCalendar } from './rebuild.js';
import { mergeDeltas, StatsAccumulator } from './stats-accumulator.js';
import { type Aggregate, StatsDelta, StatsBucket, mergeCounterId, deltaFilter } from './stats.schema.js';

const maxDeltasPerMerge = 2000;

export type Aggregates = ReadonlyMap<string, Aggregate>;

/** Cached snapshot of the buckets that every query needs, as of one merge. */
interface StatsSnapshot {
  merges: number;
  customers: Aggregates;
  months: ReadonlyMap<string, Aggregates>;
  /** The sum of all months. */
  payments: Aggregates;
}

/** Returns the groups of payments without those of their balances. */
const withoutBalances = (groups: Aggregates): Aggregates =>
  new Map([...groups].filter(([key]) => !parseBalanceGroupKey(key)));

/** Returns the aggregates with the deltas of the selected buckets added. */
function addDeltas(aggregates: Aggregates, deltas: StatsDelta[], wanted: (bucketId: string) => boolean) {
  const sums = new Map(aggregates);
  for (const delta of deltas) if (delta.sheets.some(wanted)) addAggregate(sums, delta.cell, delta);
  return sums;
}

/**
 * The read model behind dashboard and reports: counts and sums that writes keep current, so that no statistic scans.
 * A write inserts its delta in its own transaction, a timer merges deltas into buckets, and readers add up both at
 * one moment, which makes them exact.
 */
@Injectable()
export class StatsService extends LeaderWork {
  protected readonly work = () => this.merge();
  private snapshot: StatsSnapshot | undefined;

  constructor(
    @InjectModel(StatsBucket.name) private readonly buckets: Model<StatsBucket>,
    @InjectModel(StatsDelta.name) private readonly deltas: Model<StatsDelta>,
    private readonly unitOfWork: TransactionsService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
    leader: Leader,
  ) {
    super(leader, 'Statistics', 'Merging the statistics is tried again');
  }

  /** Counts anew where the days are those of another zone, and merges from then on. */
  async prepare(): Promise<void> {
    const { calendar } = this.config;
    const { timeZone } = await storedCalendar(this.deltas.db);
    if (timeZone !== calendar.timeZone) {
      this.logger.log({
        message: 'Counting the payments anew by the days of TIME_ZONE',
        timeZone: calendar.timeZone,
      });
      await rebuildStats(this.deltas.db, calendar);
    }
    this.start();
  }

  /** Records the deltas of created, changed and deleted payments. */
  @InChange('payments', 'stats')
  countPayments(changes: readonly Pick<Change<'payments'>, 'before' | 'after'>[], unit: UnitOfWork): void {
    for (const { before, after } of changes) {
      const sums = new Map<string, Aggregate>();
      const add = (payment: CountedPayment | undefined, sign: 1 | -1) => {
        for (const [group, { count, cents }] of payment ? paymentAggregates(payment) : [])
          addAggregate(sums, group, { count: sign * count, cents: asCents(sign * cents) });
      };
      add(before, -1);
      add(after, 1);
      const counted = after ?? before;
      if (!counted) continue;
      const sheets = paymentBuckets.idsOf(this.config.calendar.dayOf(counted.createdAt));
      const deltas = [...sums]
        .filter(([, { count, cents }]) => count !== 0 || cents !== 0)
        .map(([cell, sum]) => ({ sheets, cell, ...sum }));
      if (deltas.length) unit.deferInsert(this.deltas.collection, deltas);
    }
  }

  /** Records the deltas of the books: entries, and the bookings that a change has made. */
  @InChange('payments', 'stats')
  countBooks(changes: readonly Change<'payments'>[], unit: UnitOfWork): void {
    const deltas = changes.flatMap(({ before, after, facts }) => {
      const { before: earlier = [], made = [] } = facts?.bookings ?? {};
      return bookChanges(
        before && { ...before, bookings: earlier },
        after && { ...after, bookings: [...earlier, ...made] },
      );
    });
    if (deltas.length)
      unit.deferInsert(
        this.deltas.collection,
        deltas.map(({ day, group, sum }) => ({ sheets: bookBuckets.idsOf(day), cell: group, ...sum })),
      );
  }

  /** Records the deltas of the fees that reports of payouts bring. */
  @InChange('card-payouts', 'stats')
  countFees(changes: readonly Pick<Change<'card-payouts'>, 'before' | 'after'>[], unit: UnitOfWork): void {
    const deltas = changes.flatMap(({ before, after }) => [
      ...(before
        ? feeAggregates(before).map(([day, cell, cents]) => [day, cell, negated(cents)] as const)
        : []),
      ...(after ? feeAggregates(after) : []),
    ]);
    if (deltas.length)
      unit.deferInsert(
        this.deltas.collection,
        deltas.map(([day, cell, cents]) => ({ sheets: bookBuckets.idsOf(day), cell, count: 0, cents })),
      );
  }

  /** Records the deltas of customers likewise. */
  @InChange('customers', 'stats')
  countCustomers(changes: readonly Pick<Change<'customers'>, 'before' | 'after'>[], unit: UnitOfWork): void {
    const delta = (customer: CountedCustomer, sign: 1 | -1) => ({
      sheets: [customerBucketId],
      cell: customerGroupKey(customer),
      count: sign,
      cents: asCents(0),
    });
    for (const { before, after } of changes)
      this.defer(unit, before && delta(before, -1), after && delta(after, 1));
  }

  /** Records the deltas of bank transactions: one of each day and group, however many a statement has. */
  @InChange('bank-transactions', 'stats')
  countArrivals(
    changes: readonly Pick<Change<'bank-transactions'>, 'before' | 'after'>[],
    unit: UnitOfWork,
  ): void {
    const days = new Map<string, Map<string, Aggregate>>();
    const add = (arrival: CountedArrival, sign: 1 | -1) => {
      const sums = days.get(arrival.day) ?? new Map<string, Aggregate>();
      for (const [group, { count, cents }] of arrivalAggregates(arrival))
        addAggregate(sums, group, { count: sign * count, cents: asCents(sign * cents) });
      days.set(arrival.day, sums);
    };
    for (const { before, after } of changes) {
      if (before) add(before, -1);
      if (after) add(after, 1);
    }
    const deltas = [...days].flatMap(([day, sums]) =>
      [...sums]
        .filter(([, { count, cents }]) => count !== 0 || cents !== 0)
        .map(([group, sum]) => ({ sheets: arrivalBuckets.idsOf(day), cell: group, ...sum })),
    );
    if (deltas.length) unit.deferInsert(this.deltas.collection, deltas);
  }

  private defer(unit: UnitOfWork, ...deltas: (Omit<StatsDelta, '_id' | 'folds'> | undefined)[]): void {
    const [first, second] = deltas;
    if (first && second && first.cell === second.cell && first.cents === negated(second.cents)) return;
    const known = deltas.filter((delta) => delta !== undefined);
    if (known.length) unit.deferInsert(this.deltas.collection, known);
  }

  async customers(): Promise<Aggregates> {
    const { snapshot, pending } = await this.view([]);
    return addDeltas(snapshot.customers, pending, (id) => id === customerBucketId);
  }

  async allPayments(): Promise<Aggregates> {
    return withoutBalances(await this.allGroups());
  }

  private async allGroups(): Promise<Aggregates> {
    const { snapshot, pending } = await this.view([]);
    return addDeltas(snapshot.payments, pending, paymentBuckets.isMonth);
  }

  /** Returns the sums of what payments have deposited, over or missing, by currency. */
  async balances(): Promise<Map<Currency, Record<BalanceKind, Cents>>> {
    const balances = new Map<Currency, Record<BalanceKind, Cents>>();
    for (const [key, { cents }] of await this.allGroups()) {
      const group = parseBalanceGroupKey(key);
      if (!group || !cents) continue;
      const none = { deposits: asCents(0), surplus: asCents(0), missing: asCents(0) };
      balances.set(group.currency, { ...(balances.get(group.currency) ?? none), [group.kind]: cents });
    }
    return balances;
  }

  /** Returns the aggregates of payments created from `from` to `to` (YYYY-MM-DD, inclusive, either open), by month. */
  async payments(from?: string, to?: string): Promise<ReadonlyMap<string, Aggregates>> {
    const parts = splitDateRange(from, to);
    const { snapshot, days, pending } = await this.view(parts.days);
    const months = new Map<string, Map<string, Aggregate>>();
    const add = (period: string, aggregates: Iterable<[string, Aggregate]>) => {
      const times = parts.times(period);
      if (!times) return;
      const month = period.slice(0, 7);
      const sums = months.get(month) ?? new Map<string, Aggregate>();
      for (const [group, { count, cents }] of aggregates)
        addAggregate(sums, group, { count: times * count, cents: asCents(times * cents) });
      months.set(month, sums);
    };
    for (const [period, aggregates] of [...snapshot.months, ...days]) add(period, aggregates);
    for (const delta of pending)
      for (const bucketId of delta.sheets.filter(paymentBuckets.has))
        add(bucketPeriod(bucketId), [[delta.cell, delta]]);
    return new Map([...months].map(([month, groups]) => [month, withoutBalances(groups)]));
  }

  /**
   * Reads merged buckets and the later deltas as of one moment: a write's deltas, which may lie anywhere among the
   * others, are read all or not at all, and no merge is missed. `read` gets the deltas, the number of merges, and the
   * session to read in.
   */
  readAtOnce<Read>(
    read: (pending: StatsDelta[], merges: number, session: ClientSession) => Promise<Read>,
  ): Promise<Read> {
    // Uses the driver itself: this precedes most pages of payments, and mongoose doubles its time.
    const deltas = collectionOf<StatsDelta>(this.deltas);
    return this.unitOfWork.readAtOnce(async (session) => {
      const found = await deltas
        .find({}, { session })
        .sort({ _id: 1 })
        .batchSize(maxDeltasPerMerge)
        .toArray();
      const merges = found.find(({ _id }) => _id.equals(mergeCounterId))?.folds ?? 0;
      const pending = found.filter(({ sheets }) => sheets);
      return read(pending, merges, session);
    });
  }

  /** Reads the buckets of payments and customers: one short query while the snapshot is current. */
  private async readView(days: string[]) {
    const view = await this.readAtOnce(async (pending, merges, session) => ({
      snapshot: this.snapshot?.merges === merges ? this.snapshot : await this.readSnapshot(merges, session),
      days: days.length
        ? await this.readBuckets({ $in: days.map(paymentBuckets.dayId) }, session)
        : new Map<string, Aggregates>(),
      pending,
    }));
    this.snapshot = view.snapshot;
    return view;
  }

  private readonly view = createBatchLoader(async (asked: readonly string[][]) => {
    const view = await this.readView([...new Set(asked.flat())]);
    return asked.map(() => view);
  });

  private async readSnapshot(merges: number, session: ClientSession): Promise<StatsSnapshot> {
    const customers = await this.readBuckets(customerBucketId, session);
    const months = await this.readBuckets(paymentBuckets.months, session);
    const payments = new Map<string, Aggregate>();
    for (const aggregates of months.values())
      for (const [group, aggregate] of aggregates) addAggregate(payments, group, aggregate);
    return { merges, customers: customers.get(customerBucketId) ?? new Map(), months, payments };
  }

  /** Reads the aggregates of these buckets, by period. */
  private async readBuckets(_id: string | object, session: ClientSession): Promise<Map<string, Aggregates>> {
    const found = await this.buckets.collection
      .find<StatsBucket>({ _id } as object, { session, ...queryTimeoutOptions() })
      .toArray();
    return new Map(found.map(({ _id, cells }) => [bucketPeriod(_id), new Map(Object.entries(cells ?? {}))]));
  }

  /** Merges the oldest deltas into their buckets; returns their number. Of two servers at a time one waits. */
  async merge(): Promise<number> {
    if (!(await this.deltas.exists(deltaFilter))) return 0;
    return this.unitOfWork.run(async (unit) => {
      const deltas = await this.deltas
        .find(deltaFilter)
        .sort({ _id: 1 })
        .limit(maxDeltasPerMerge)
        .session(unit.session)
        .lean();
      const last = deltas.at(-1);
      if (!last) return 0;
      const accumulator = new StatsAccumulator();
      for (const { sheets: bucketIds, cell: group, count, cents } of deltas)
        for (const bucketId of bucketIds) accumulator.add(bucketId, group, count, cents);
      await mergeDeltas(this.deltas.db, accumulator, unit.session);
      // Deletes every delta of the snapshot up to the last one read; later deltas are not in the snapshot.
      await this.deltas.deleteMany(
        { _id: { $gt: mergeCounterId, $lte: last._id } },
        { session: unit.session },
      );
      return deltas.length;
    });
  }
}
