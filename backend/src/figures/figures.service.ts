import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { searchPatience } from '../database/patience.js';
import { together } from '../database/together.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import {
  addFigure,
  type CountedCustomer,
  type CountedPayment,
  customerCell,
  customerSheet,
  daySheet,
  isMonthSheet,
  monthSheets,
  partsOfRange,
  paymentCell,
  paymentSheets,
  periodOf,
} from './cells.js';
import { foldIntoSheets } from './fold.js';
import { type Figure, FigureChange, FigureSheet, foldCounter, isChange } from './figures.schema.js';
import { FigureTally } from './tally.js';

/** How often changes are folded into their sheets, in milliseconds, and how many at a time. */
const foldEvery = 1000;
const foldAtMost = 2000;

export type Cells = ReadonlyMap<string, Figure>;

/** The sheets that all questions need, at one fold. */
interface Kept {
  folds: number;
  customers: Cells;
  months: ReadonlyMap<string, Cells>;
  /** The sum of all months. */
  payments: Cells;
}

/** The figures at one moment: what is folded, of that the days that were asked for, and the changes since. */
interface Now {
  kept: Kept;
  days: ReadonlyMap<string, Cells>;
  pending: FigureChange[];
}

/** The cells with the changes of those sheets added to them. */
function added(cells: Cells, changes: FigureChange[], wanted: (sheet: string) => boolean): Cells {
  const sums = new Map(cells);
  for (const change of changes) if (change.sheets.some(wanted)) addFigure(sums, change.cell, change);
  return sums;
}

/**
 * Counts and sums that are kept as records change, so that no statistic has to scan. A write adds its difference in
 * its own transaction; a timer folds differences into sheets; readers add up both at one moment and are exact.
 */
@Injectable()
export class FiguresService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Figures');
  private kept: Kept | undefined;
  private timer: NodeJS.Timeout | undefined;
  private folding: Promise<unknown> = Promise.resolve();
  private stopping = false;

  constructor(
    @InjectModel(FigureSheet.name) private readonly sheets: Model<FigureSheet>,
    @InjectModel(FigureChange.name) private readonly changes: Model<FigureChange>,
    private readonly transactions: TransactionsService,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduleFold();
  }

  /** The pause begins when the last fold has ended, so that a slow one is never joined by another. */
  private scheduleFold(): void {
    this.timer = setTimeout(() => {
      this.folding = this.fold()
        .catch((error: Error) =>
          this.logger.warn({ message: 'Folding is tried again', error: error.message }),
        )
        .then(() => {
          if (!this.stopping) this.scheduleFold();
        });
    }, foldEvery).unref();
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
      sheets: paymentSheets(payment.createdAt),
      cell: paymentCell(payment),
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
      sheets: [customerSheet],
      cell: customerCell(customer),
      count: sign,
      cents: 0,
    });
    this.note(unit, before && change(before, -1), after && change(after, 1));
  }

  private note(unit: UnitOfWork, ...changes: (Omit<FigureChange, '_id' | 'folds'> | undefined)[]): void {
    const [first, second] = changes;
    if (first && second && first.cell === second.cell && first.cents === -second.cents) return;
    const noted = changes.filter((change) => change !== undefined);
    if (noted.length) unit.deferInsert(this.changes.collection, noted);
  }

  /** The customers' cells. */
  async customers(): Promise<Cells> {
    const { kept, pending } = await this.now([]);
    return added(kept.customers, pending, (id) => id === customerSheet);
  }

  /** The cells of all payments there are. */
  async allPayments(): Promise<Cells> {
    const { kept, pending } = await this.now([]);
    return added(kept.payments, pending, isMonthSheet);
  }

  /** The payments created on the days from `from` to `to` (YYYY-MM-DD, both included, either open), by month. */
  async payments(from?: string, to?: string): Promise<ReadonlyMap<string, Cells>> {
    const parts = partsOfRange(from, to);
    const { kept, days, pending } = await this.now(parts.days);
    const months = new Map<string, Map<string, Figure>>();
    const add = (period: string, cells: Iterable<[string, Figure]>) => {
      const times = parts.times(period);
      if (!times) return;
      const month = period.slice(0, 7);
      const sums = months.get(month) ?? new Map<string, Figure>();
      for (const [cell, { count, cents }] of cells)
        addFigure(sums, cell, { count: times * count, cents: times * cents });
      months.set(month, sums);
    };
    for (const [period, cells] of [...kept.months, ...days]) add(period, cells);
    for (const change of pending)
      for (const sheet of change.sheets) add(periodOf(sheet), [[change.cell, change]]);
    return months;
  }

  /** The sheets as they were last folded, with what came since: two short reads where nothing was folded. */
  private async readNow(days: string[]): Promise<Now> {
    // By the driver itself, as it stands before most pages of payments.
    const changes = this.changes.collection as unknown as mongoose.mongo.Collection<FigureChange>;
    for (;;) {
      const read = await changes.find().sort({ _id: 1 }).batchSize(foldAtMost).toArray();
      const folds = read.find(({ _id }) => _id.equals(foldCounter))?.folds ?? 0;
      const kept = this.kept?.folds === folds ? this.kept : await this.readKept(folds);
      const sheets = days.length
        ? await this.readSheets({ $in: days.map(daySheet) })
        : new Map<string, Cells>();
      // A fold on the way would have moved changes from one reading into another: then it is done again.
      const counter = await changes.findOne({ _id: foldCounter });
      if (folds !== (counter?.folds ?? 0)) continue;
      this.kept = kept;
      return { kept, days: sheets, pending: read.filter(({ sheets }) => sheets) };
    }
  }

  private readonly now = together(async (asked: readonly string[][]) => {
    const now = await this.readNow([...new Set(asked.flat())]);
    return asked.map(() => now);
  });

  private async readKept(folds: number): Promise<Kept> {
    const customers = await this.readSheets(customerSheet);
    const months = await this.readSheets(monthSheets);
    const payments = new Map<string, Figure>();
    for (const cells of months.values())
      for (const [cell, figure] of cells) addFigure(payments, cell, figure);
    return { folds, customers: customers.get(customerSheet) ?? new Map(), months, payments };
  }

  /** The cells of these sheets, by the period of each. */
  private async readSheets(_id: string | object): Promise<Map<string, Cells>> {
    const sheets = await this.sheets.collection
      .find<FigureSheet>({ _id } as object, searchPatience())
      .toArray();
    return new Map(sheets.map(({ _id, cells }) => [periodOf(_id), new Map(Object.entries(cells ?? {}))]));
  }

  /** Folds the oldest changes into their sheets; answers how many. Two servers may do so at once: one of them waits. */
  async fold(): Promise<number> {
    if (!(await this.changes.exists(isChange))) return 0;
    return this.transactions.run(async (unit) => {
      const changes = await this.changes
        .find(isChange)
        .sort({ _id: 1 })
        .limit(foldAtMost)
        .session(unit.session)
        .lean();
      const last = changes.at(-1);
      if (!last) return 0;
      const tally = new FigureTally();
      for (const { sheets, cell, count, cents } of changes)
        for (const id of sheets) tally.add(id, cell, count, cents);
      await foldIntoSheets(this.changes.db, tally, unit.session);
      // All that the transaction sees up to the last one: what comes meanwhile is not in its snapshot.
      await this.changes.deleteMany({ _id: { $gt: foldCounter, $lte: last._id } }, { session: unit.session });
      return changes.length;
    });
  }
}
