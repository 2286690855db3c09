import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types, type mongo } from 'mongoose';
import { isTestPayment } from '#domain/cards/cards';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { calendarDay } from '#domain/platform/dates';
import { roundToUsd } from '#domain/platform/money';
import { InjectCollection } from '../../platform/database/collections.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { createBatchLoader } from '../../platform/database/batches/batch-loader.js';
import { cursorBatches } from '../../platform/database/batches/cursor-batches.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { exportCursor } from '../../platform/exports/export-file.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { type BookedPayment, bookingsFor, type BooksNow, booksOn, openDay } from './ledger-act.js';
import { StoredBooking } from './booking.schema.js';
import { BooksRecord, closingId, gateOf } from './closing.schema.js';

type Id = Types.ObjectId;

/** The bookings of a payment before a change, and those that the change has made. */
export interface Bookings {
  before: StoredBooking[];
  made: StoredBooking[];
}

/**
 * A transaction ends within this time (transactionLifetimeLimitSeconds), in milliseconds: a day of the month that is the
 * present one now may lie in a past one when it is stored.
 */
const transactionMs = 120_000;

/** Returns whether a day lies before the month of another one. */
const isBeforeMonth = (day: string, other: string): boolean => day.slice(0, 7) < other.slice(0, 7);

/** The time at which a transaction that runs now ends at the latest. */
const soon = (): Date => new Date(Date.now() + transactionMs);

/** Returns whether a month is over somewhere on Earth (UTC+14): TIME_ZONE may have been set to that place. */
const mayBeClosed = (day: string): boolean => isBeforeMonth(day, calendarDay(soon(), 14));

/** The days of a payment's bookings; undefined where it has none. */
export function bookedDays({ before, made }: Bookings): string[] | undefined {
  const days = [...new Set([...before, ...made].map(({ bookedOn }) => bookedOn))];
  return days.length ? days : undefined;
}

/** Books the changes of payments, and keeps closed days as they are. */
@Injectable()
export class Bookkeeper {
  constructor(
    @InjectCollection(StoredBooking) private readonly bookings: mongo.Collection<StoredBooking>,
    @InjectModel(BooksRecord.name) private readonly books: Model<BooksRecord>,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /** Returns today and, where one of these days may be closed, the day until which the books are closed. */
  async now(days: readonly string[], unit: UnitOfWork): Promise<BooksNow> {
    const today = this.config.calendar.dayOf(new Date());
    if (!days.some(mayBeClosed)) return { today, closedUntil: '' };
    const closing = await (unit.isShared
      ? this.sharedClosing(closingId)
      : this.books.findById(closingId).session(unit.session).lean());
    return booksOn(today, closing?.closedUntil ?? '');
  }

  /** Reads the closing for works that share a transaction at once. */
  private readonly sharedClosing = createBatchLoader(async (asked: readonly string[]) => {
    const closing = await this.books.findById(closingId).lean();
    return asked.map(() => closing);
  });

  /** Adds the bookings that a change of entries, amount or currency needs. A new payment has no former one. */
  async book(
    payment: BookedPayment,
    former: BookedPayment | undefined,
    { by }: Pick<Caller, 'by'>,
    unit: UnitOfWork,
  ): Promise<Bookings> {
    const { ledger: entries = [], currency } = payment;
    if (!entries.length || isTestPayment(payment)) return { before: [], made: [] };
    const before = former ? await this.of(payment._id, unit) : [];
    if (former && isBookedAlike(former, payment)) return { before, made: [] };
    const days = [...entries.flatMap(daysOf), ...before.map(({ bookedOn }) => bookedOn)];
    const { today, closedUntil } = await this.now(days, unit);
    const rate = this.config.exchangeRates[currency];
    const made = bookingsFor(payment, before, { today, closedUntil, rate }, by);
    if (made.length && unit.isShared) unit.deferInsert(this.bookings, made);
    else if (made.length) await this.bookings.insertMany(made, { session: unit.session });
    const written = [...entries.flatMap(daysOf), ...made.map(({ bookedOn }) => bookedOn)];
    if (written.some((day) => this.isPast(day))) await this.pass(payment._id, unit);
    return { before, made };
  }

  /** Returns the bookings of a payment, oldest first. */
  of(paymentId: Id, unit?: UnitOfWork): Promise<StoredBooking[]> {
    return this.bookings
      .find({ paymentId }, unit ? { session: unit.session } : {})
      .sort({ _id: 1 })
      .toArray();
  }

  /** Returns the bookings of payments, oldest first, by payment. */
  async ofPayments(ids: readonly Id[]): Promise<Map<string, StoredBooking[]>> {
    const bookings = new Map<string, StoredBooking[]>(ids.map((id) => [String(id), []]));
    const found = this.bookings
      .find({ paymentId: { $in: [...ids] } }, { maxTimeMS: 0 })
      .sort({ paymentId: 1, _id: 1 });
    for (const booking of await found.toArray()) bookings.get(String(booking.paymentId))!.push(booking);
    return bookings;
  }

  /** Returns what the bookings of payments come to in US dollars, and the rate of the last one, by payment. */
  async totals(
    payments: readonly Pick<BookedPayment, '_id' | 'ledger'>[],
  ): Promise<Map<string, { usd: number; rate: number }>> {
    const ids = payments.filter(({ ledger }) => ledger?.length).map(({ _id }) => _id);
    const totals = new Map<string, { usd: number; rate: number }>();
    if (!ids.length) return totals;
    const found = await this.bookings
      .find({ paymentId: { $in: ids } }, { maxTimeMS: 0 })
      .sort({ paymentId: 1, _id: 1 })
      .toArray();
    for (const { paymentId, usd, rate } of found) {
      const sum = (totals.get(String(paymentId))?.usd ?? 0) + usd;
      totals.set(String(paymentId), { usd: roundToUsd(sum), rate });
    }
    return totals;
  }

  /** Returns the bookings of a range of days, oldest first, in batches, and their number. */
  async between(bookedOn: {
    $gte?: string;
    $lte?: string;
  }): Promise<{ total: number; batches: AsyncIterable<StoredBooking[]> }> {
    const conditions = Object.keys(bookedOn).length ? { bookedOn } : {};
    const cursor = this.bookings.find(conditions, exportCursor).sort({ bookedOn: 1, _id: 1 });
    return { total: await this.bookings.countDocuments(conditions), batches: cursorBatches(cursor) };
  }

  /** Returns the bookings of a month (YYYY-MM) whose own day lies before it, oldest first, at most `limit`, and their number. */
  async late(month: string, limit: number): Promise<{ total: number; bookings: StoredBooking[] }> {
    const conditions = {
      bookedOn: { $gte: `${month}-01`, $lte: `${month}-31` },
      day: { $lt: `${month}-01` },
    };
    const found = this.bookings.find(conditions, queryTimeoutOptions()).sort({ bookedOn: 1, _id: 1 });
    return {
      total: await this.bookings.countDocuments(conditions, queryTimeoutOptions()),
      bookings: await found.limit(limit).toArray(),
    };
  }

  /** Returns whether an entry or a booking of the payment, voided and taken back ones too, stands on a closed day. */
  async isClosed({ _id, ledger = [] }: BookedPayment, unit: UnitOfWork): Promise<boolean> {
    const bookings = ledger.length ? await this.of(_id, unit) : [];
    const days = [...ledger.flatMap(daysOf), ...bookings.map(({ bookedOn }) => bookedOn)];
    const { closedUntil } = await this.now(days, unit);
    if (days.some((day) => this.isPast(day))) await this.pass(_id, unit);
    return days.some((day) => day <= closedUntil);
  }

  /** Deletes the bookings of a payment that is deleted. Returns them. */
  async remove({ _id, ledger = [] }: BookedPayment, unit: UnitOfWork): Promise<StoredBooking[]> {
    if (!ledger.length) return [];
    const bookings = await this.of(_id, unit);
    if (bookings.length) await this.bookings.deleteMany({ paymentId: _id }, { session: unit.session });
    return bookings;
  }

  /** Returns the day of the books on which what happened on a day stands: today where that day is closed. */
  async openDay(day: string, unit: UnitOfWork): Promise<string> {
    const now = await this.now([day], unit);
    if (this.isPast(day)) await this.pass(new Types.ObjectId(), unit);
    return openDay(day, now);
  }

  /** Returns whether a day may be closed while a transaction runs. */
  private isPast(day: string): boolean {
    return isBeforeMonth(day, this.config.calendar.dayOf(soon()));
  }

  /** Passes the payment's gate, so that a closing at the same time is made before or after, not between. */
  private async pass(paymentId: Id, unit: UnitOfWork): Promise<void> {
    await this.books.updateOne(
      { _id: gateOf(paymentId) },
      { $inc: { passed: 1 } },
      { upsert: true, session: unit.session },
    );
  }
}

/** Returns whether a payment has the entries, the amount and the currency that it had before an act. */
const isBookedAlike = (before: BookedPayment, { amount, currency, ledger = [] }: BookedPayment): boolean =>
  before.amount === amount &&
  before.currency === currency &&
  before.ledger?.length === ledger.length &&
  ledger.every((entry, index) => entry === before.ledger?.[index]);

/** The days of an entry that a closed month may have. */
const daysOf = ({ bookedOn, voided }: LedgerEntry): string[] => [
  bookedOn,
  ...(voided ? [voided.bookedOn] : []),
];
