import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import {
  type Books,
  type BooksMonth,
  booksMessages,
  type CloseInput,
  type LateBookings,
  lateBookingsLimit,
} from '#domain/ledger/books';
import { isCalendarDay } from '#domain/platform/dates';
import type { MoneyWay } from '#domain/ledger/ledger';
import { asCents, currencies, type Currency, roundToAmount, toAmount } from '#domain/platform/money';
import { AuditService } from '../../audit/audit.service.js';
import type { StoredBooking } from '../../ledger/books/booking.schema.js';
import { Bookkeeper } from '../../ledger/books/bookkeeper.service.js';
import { Closing } from '../../ledger/books/closing.service.js';
import { PayoutQueries } from '../../payouts/payout-queries.service.js';
import { type BookedLine, bookingColumns, type BookingLine, type FeeLine } from './books-export.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { Export } from '../../platform/exports/export.js';
import { exportedFields, exportFormat } from '../../platform/exports/export-query.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { textParameter } from '../../platform/http/list-query.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import { parseBookGroupKey, usdCents } from '../../ledger/stats/book-keys.js';
import { BookStatsService } from '../../ledger/stats/book-stats.service.js';
import { StatsService } from '../../ledger/stats/stats.service.js';
import { rangeOf } from './reports.service.js';

/** A month's sums while they are added up, in cents. */
type Sums = Record<'received' | 'refunded' | 'shortfalls' | 'sales' | 'returns' | 'usd' | 'fees', number> & {
  ways: Record<MoneyWay, number>;
  count: number;
  late: number;
};

const noSums = (): Sums => ({
  received: 0,
  refunded: 0,
  shortfalls: 0,
  sales: 0,
  returns: 0,
  usd: 0,
  fees: 0,
  count: 0,
  late: 0,
  ways: { bank: 0, card: 0, cash: 0, cheque: 0, other: 0 },
});

/** Shows the months of the books, closes them, and exports the bookings. */
@Injectable()
export class BooksService {
  constructor(
    private readonly bookkeeper: Bookkeeper,
    private readonly closing: Closing,
    private readonly sums: BookStatsService,
    private readonly stats: StatsService,
    private readonly payments: PaymentLookups,
    private readonly payouts: PayoutQueries,
    private readonly audit: AuditService,
    private readonly unitOfWork: TransactionsService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /** Returns the day until which the books are closed, all months, and what the balances consist of now. */
  async find(): Promise<Books> {
    const [closing, months, balances] = await Promise.all([
      this.closing.find(),
      this.months(),
      this.stats.balances(),
    ]);
    const { closedUntil, closedBy, closedAt } = closing ?? {};
    return {
      closedUntil: closedUntil || null,
      closedBy: (closedUntil && closedBy) || null,
      closedAt: (closedUntil && closedAt?.toISOString()) || null,
      now: currencies.flatMap((currency) => {
        const balance = balances.get(currency);
        if (!balance) return [];
        const { deposits, surplus, missing } = balance;
        return [
          {
            currency,
            deposits: toAmount(deposits),
            surplus: toAmount(surplus),
            missing: toAmount(missing),
          },
        ];
      }),
      months,
    };
  }

  /** Returns the months in which there is something, newest first. */
  private async months(): Promise<BooksMonth[]> {
    const byMonth = [...(await this.sums.between())].sort(([a], [b]) => (a < b ? -1 : 1));
    const closings = new Map<Currency, number>();
    const months = byMonth.flatMap(([month, groups]) => {
      const sums = new Map<Currency, Sums>();
      for (const [key, { count, cents }] of groups) {
        if (!count && !cents) continue;
        const { currency, group, way } = parseBookGroupKey(key);
        const sum = sums.get(currency) ?? noSums();
        if (group === 'late') sum.late += count;
        else sum[group] += cents;
        if (group === 'sales') sum.count += count;
        if (group === 'returns') sum.count -= count;
        if (group === 'received' && way) sum.ways[way as MoneyWay] += cents;
        sums.set(currency, sum);
      }
      return currencies.flatMap((currency): BooksMonth[] => {
        const sum = sums.get(currency);
        if (!sum) return [];
        const opening = closings.get(currency) ?? 0;
        const { received, refunded, shortfalls, sales, returns, ways, usd, fees, count, late } = sum;
        const closing = opening + received - refunded + shortfalls - (sales - returns);
        closings.set(currency, closing);
        const decimals = { opening, received, refunded, shortfalls, sales, returns, closing };
        return [
          {
            month,
            currency,
            ...inAmounts(decimals),
            ways: inAmounts(ways),
            usd: roundToAmount(usdCents(usd)),
            count,
            late,
            ...(fees && { fees: toAmount(asCents(fees)) }),
          },
        ];
      });
    });
    return months.reverse();
  }

  /** Closes the books until a past month's last day, or opens months, with a reason. Throws 400 under its field. */
  async close({ until, reason }: CloseInput, caller: Caller): Promise<Books> {
    const today = this.config.calendar.dayOf(new Date());
    if (until.slice(0, 7) >= today.slice(0, 7)) throw invalidFields({ until: booksMessages.until });
    await this.unitOfWork.run(async (unit) => {
      const before = (await this.closing.find(unit))?.closedUntil ?? '';
      if (until === before) return;
      if (until < before && !reason?.trim()) throw invalidFields({ reason: booksMessages.reason });
      await this.closing.close(until, caller, unit);
      const changes = [
        { field: 'closedUntil', from: before || null, to: until },
        ...(reason ? [{ field: 'reason', from: null, to: reason }] : []),
      ];
      const action = until > before ? 'close' : 'reopen';
      await this.audit.add(caller, action, 'books', undefined, { changes, unit });
    });
    return this.find();
  }

  /** Returns the bookings of a month (YYYY-MM) that belong to an earlier one by their own day. Throws 400. */
  async late(query: Record<string, unknown>): Promise<LateBookings> {
    const month = textParameter(query, 'month');
    if (!isCalendarDay(`${month}-01`)) throw new BadRequestException(booksMessages.month);
    const { total, bookings } = await this.bookkeeper.late(month, lateBookingsLimit);
    const lines = await this.withPayments(bookings);
    return {
      total,
      bookings: lines.map(
        ({ _id, paymentId, referenceNumber, day, bookedOn, way, amount, currency, by }) => ({
          _id,
          paymentId: String(paymentId),
          referenceNumber,
          day,
          bookedOn,
          way,
          amount,
          currency,
          by,
        }),
      ),
    };
  }

  /** Returns a file of a range's bookings, oldest first, then of payouts' fees, and records the export. Throws 400. */
  async export(query: Record<string, unknown>, caller: Caller): Promise<Export<BookedLine>> {
    const format = exportFormat(query);
    const { from, to } = rangeOf(query);
    const bookedOn = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
    const [{ total, batches }, fees] = await Promise.all([
      this.bookkeeper.between(bookedOn),
      this.payouts.feesBetween(bookedOn),
    ]);
    await this.audit.add(caller, 'export', 'books', undefined, { changes: exportedFields(query) });
    return {
      name: 'books',
      format,
      columns: bookingColumns,
      total: total + fees.total,
      rows: this.lines(batches, fees.batches),
      calendar: this.config.calendar,
    };
  }

  private async *lines(
    batches: AsyncIterable<StoredBooking[]>,
    fees: AsyncIterable<FeeLine[]>,
  ): AsyncGenerator<BookedLine[]> {
    for await (const batch of batches) yield await this.withPayments(batch);
    yield* fees;
  }

  /** Adds the present reference of each booking's payment, and the evidence of its entry. */
  private async withPayments(bookings: StoredBooking[]): Promise<BookingLine[]> {
    const ids = [...new Map(bookings.map(({ paymentId }) => [String(paymentId), paymentId])).values()];
    const found = await this.payments.byIds(ids, ['referenceNumber', 'ledger']);
    const payments = new Map(found.map((payment) => [String(payment._id), payment]));
    return bookings.map((booking) => {
      const { referenceNumber = booking.referenceNumber, ledger = [] } =
        payments.get(String(booking.paymentId)) ?? {};
      const entry = ledger.find(({ _id }) => _id === booking.entryId);
      return { ...booking, referenceNumber, evidence: entry?.evidence };
    });
  }
}

const inAmounts = <Name extends string>(cents: Record<Name, number>) =>
  Object.fromEntries(
    Object.entries(cents).map(([name, value]) => [name, toAmount(asCents(value as number))]),
  ) as Record<Name, number>;
