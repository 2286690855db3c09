import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type mongoose from 'mongoose';
import type { ClientSession, Model, QueryFilter } from 'mongoose';
import { together } from '../database/together.js';
import { insertAtEnd, TransactionsService } from '../database/transactions.service.js';
import {
  addFigure,
  type CountedCustomer,
  type CountedPayment,
  customerCell,
  customerSheet,
  daySheet,
  isMonthSheet,
  monthSheet,
  monthSheets,
  paymentCell,
  periodOf,
  sheetsBetween,
} from './cells.js';
import { type Figure, FigureChange, FigureSheet, foldCounter, isChange } from './figures.schema.js';

/** How often changes are folded into their sheets, in milliseconds, and how many at a time. */
const foldEvery = 1000;
const foldAtMost = 2000;

/** One sheet's cells, with the month or day that the sheet is for ("2026-11", "2026-11-21"). */
export interface ReadSheet {
  period: string;
  cells: Map<string, Figure>;
}

export type Cells = ReadonlyMap<string, Figure>;

/** The sums of all sheets at one fold. */
interface Kept {
  folds: number;
  customers: Cells;
  payments: Cells;
}

/** The figures at one moment: what is folded, and the changes since. */
interface Now {
  kept: Kept;
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

  constructor(
    @InjectModel(FigureSheet.name) private readonly sheets: Model<FigureSheet>,
    @InjectModel(FigureChange.name) private readonly changes: Model<FigureChange>,
    private readonly transactions: TransactionsService,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.folding = this.fold().catch((error: Error) =>
        this.logger.warn({ message: 'Folding is tried again', error: error.message }),
      );
    }, foldEvery).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.folding;
  }

  /** Notes that a payment came (`before` undefined), went (`after` undefined) or changed. */
  paymentChanged(
    session: ClientSession,
    before: CountedPayment | undefined,
    after: CountedPayment | undefined,
  ): void {
    const change = (payment: CountedPayment, sign: 1 | -1) => ({
      sheets: [daySheet(payment.createdAt), monthSheet(payment.createdAt)],
      cell: paymentCell(payment),
      count: sign,
      cents: sign * Math.round(payment.amount * 100),
    });
    this.note(session, before && change(before, -1), after && change(after, 1));
  }

  /** The same for a customer. */
  customerChanged(
    session: ClientSession,
    before: CountedCustomer | undefined,
    after: CountedCustomer | undefined,
  ): void {
    const change = (customer: CountedCustomer, sign: 1 | -1) => ({
      sheets: [customerSheet],
      cell: customerCell(customer),
      count: sign,
      cents: 0,
    });
    this.note(session, before && change(before, -1), after && change(after, 1));
  }

  private note(
    session: ClientSession,
    ...changes: (Omit<FigureChange, '_id' | 'folds'> | undefined)[]
  ): void {
    const [first, second] = changes;
    if (first && second && first.cell === second.cell && first.cents === -second.cents) return;
    const noted = changes.filter((change) => change !== undefined);
    if (noted.length) insertAtEnd(session, this.changes.collection, noted);
  }

  /** The customers' cells. */
  async customers(): Promise<Cells> {
    const { kept, pending } = await this.now(undefined);
    return added(kept.customers, pending, (id) => id === customerSheet);
  }

  /** The cells of all payments there are. */
  async allPayments(): Promise<Cells> {
    const { kept, pending } = await this.now(undefined);
    return added(kept.payments, pending, isMonthSheet);
  }

  /** The payments created on the days from `from` to `to` (YYYY-MM-DD, both included, either open), by month or day. */
  async payments(from?: string, to?: string): Promise<ReadSheet[]> {
    if (!from && !to) return this.read({ _id: monthSheets }, isMonthSheet);
    const first = from ?? (await this.firstDay());
    if (!first) return [];
    // A clock may be a little ahead elsewhere: tomorrow is still within "until now".
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const wanted = sheetsBetween(first, to ?? (first > tomorrow ? first : tomorrow));
    const among = new Set(wanted);
    return this.read({ _id: { $in: wanted } }, (id) => among.has(id));
  }

  /** The first day of the first month that has figures. */
  private async firstDay(): Promise<string | undefined> {
    const months = await this.read({ _id: monthSheets }, isMonthSheet);
    return months[0] && `${months[0].period}-01`;
  }

  /** The sums of all sheets as they were last folded, with what came since: two short reads where nothing was folded. */
  private async readNow(): Promise<Now> {
    // By the driver itself, as it stands before most pages of payments.
    const changes = this.changes.collection as unknown as mongoose.mongo.Collection<FigureChange>;
    for (;;) {
      const read = await changes.find().sort({ _id: 1 }).batchSize(foldAtMost).toArray();
      const folds = read.find(({ _id }) => _id.equals(foldCounter))?.folds ?? 0;
      if (this.kept?.folds !== folds) this.kept = await this.readKept();
      // A fold on the way would have taken changes out of this reading: then it is done again.
      const counter = await changes.findOne({ _id: foldCounter });
      if (this.kept.folds === folds && folds === (counter?.folds ?? 0))
        return { kept: this.kept, pending: read.filter(({ sheets }) => sheets) };
    }
  }

  private readonly now = together(async (asked: undefined[]) => {
    const now = await this.readNow();
    return asked.map(() => now);
  });

  private readKept(): Promise<Kept> {
    return this.transactions.snapshot(async (session) => {
      const counter = await this.changes.findById(foldCounter).session(session).lean();
      const sheets = await this.sheets
        .find({ $or: [{ _id: customerSheet }, { _id: monthSheets }] })
        .session(session)
        .lean();
      const kept = {
        folds: counter?.folds ?? 0,
        customers: new Map<string, Figure>(),
        payments: new Map<string, Figure>(),
      };
      for (const { _id, cells } of sheets)
        for (const [cell, figure] of Object.entries(cells ?? {}))
          addFigure(_id === customerSheet ? kept.customers : kept.payments, cell, figure);
      return kept;
    });
  }

  private read(filter: QueryFilter<FigureSheet>, wanted: (id: string) => boolean): Promise<ReadSheet[]> {
    return this.transactions.snapshot(async (session) => {
      const sheets = await this.sheets.find(filter).session(session).lean();
      const changes = await this.changes.find(isChange).session(session).lean();
      const found = new Map<string, Map<string, Figure>>();
      const sheet = (id: string) => {
        const cells = found.get(id) ?? new Map<string, Figure>();
        found.set(id, cells);
        return cells;
      };
      for (const { _id, cells } of sheets)
        for (const [cell, figure] of Object.entries(cells ?? {})) addFigure(sheet(_id), cell, figure);
      for (const change of changes)
        for (const id of change.sheets) if (wanted(id)) addFigure(sheet(id), change.cell, change);
      return [...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, cells]) => ({ period: periodOf(id), cells }));
    });
  }

  /** Folds the oldest changes into their sheets; answers how many. Two servers may do so at once: one of them waits. */
  async fold(): Promise<number> {
    if (!(await this.changes.exists(isChange))) return 0;
    return this.transactions.run(async (session) => {
      const changes = await this.changes
        .find(isChange)
        .sort({ _id: 1 })
        .limit(foldAtMost)
        .session(session)
        .lean();
      const last = changes.at(-1);
      if (!last) return 0;
      const sums = new Map<string, Record<string, number>>();
      for (const { sheets, cell, count, cents } of changes)
        for (const id of sheets) {
          const sum = sums.get(id) ?? {};
          for (const [field, value] of [
            ['count', count],
            ['cents', cents],
          ] as const)
            sum[`cells.${cell}.${field}`] = (sum[`cells.${cell}.${field}`] ?? 0) + value;
          sums.set(id, sum);
        }
      await this.sheets.bulkWrite(
        [...sums].map(([_id, $inc]) => ({ updateOne: { filter: { _id }, update: { $inc }, upsert: true } })),
        { session },
      );
      await this.changes.updateOne({ _id: foldCounter }, { $inc: { folds: 1 } }, { upsert: true, session });
      // All that the transaction sees up to the last one: what comes meanwhile is not in its snapshot.
      await this.changes.deleteMany({ _id: { $gt: foldCounter, $lte: last._id } }, { session });
      return changes.length;
    });
  }
}
