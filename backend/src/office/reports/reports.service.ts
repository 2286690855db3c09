import { BadRequestException, Injectable } from '@nestjs/common';
import { isCalendarDay } from '#domain/platform/dates';
import type { CountById } from '#domain/platform/lists';
import { asCents, type Currency, roundToAmount, toAmount } from '#domain/platform/money';
import type { ReportSummary } from '#domain/office/reports';
import { parseBookGroupKey, usdCents } from '../../ledger/stats/book-keys.js';
import { BookStatsService } from '../../ledger/stats/book-stats.service.js';
import { parsePaymentGroupKey } from '../../ledger/stats/stats-keys.js';
import { StatsService } from '../../ledger/stats/stats.service.js';
import { textParameter } from '../../platform/http/list-query.js';
import { ArrivalsService } from '../../bank/transactions/arrivals.service.js';
import { OverdueService } from './overdue.service.js';

function day(query: Record<string, unknown>, name: string): string | undefined {
  const text = textParameter(query, name);
  if (text && !isCalendarDay(text)) throw new BadRequestException(`${name} takes a day, such as 2026-11-21`);
  return text || undefined;
}

/** Returns the range of days of a report's query, either of which may be open. Throws 400 for one that ends before it begins. */
export function rangeOf(query: Record<string, unknown>): {
  from: string | undefined;
  to: string | undefined;
} {
  const [from, to] = [day(query, 'from'), day(query, 'to')];
  if (from && to && from > to) throw new BadRequestException('from must not be after to');
  return { from, to };
}

/** Counts by key. */
class Tally {
  private readonly numbers = new Map<string, number>();

  add(key: string, count: number): void {
    this.numbers.set(key, (this.numbers.get(key) ?? 0) + count);
  }

  counts = (): CountById[] =>
    [...this.numbers]
      .filter(([, count]) => count !== 0)
      .map(([_id, count]) => ({ _id, count }))
      .sort((a, b) => b.count - a.count || a._id.localeCompare(b._id));
}

@Injectable()
export class ReportsService {
  constructor(
    private readonly stats: StatsService,
    private readonly books: BookStatsService,
    private readonly arrivals: ArrivalsService,
    private readonly overdue: OverdueService,
  ) {}

  /** Returns the statistics of the payments created in a range of days of the business time zone (both included; either may be open). */
  async summary(query: Record<string, unknown>): Promise<ReportSummary> {
    const { from, to } = rangeOf(query);
    const [paymentsByMonth, booksByMonth, overdue, arrivals] = await Promise.all([
      this.stats.payments(from, to),
      this.books.between(from, to),
      this.overdue.longestOverdue(),
      this.arrivals.between(from, to),
    ]);

    const statuses = new Tally();
    const methods = new Tally();
    const countries = new Tally();
    for (const aggregates of paymentsByMonth.values())
      for (const [key, { count }] of aggregates) {
        const group = parsePaymentGroupKey(key);
        if (group.isTest) continue;
        statuses.add(group.status, count);
        methods.add(group.paymentMethod, count);
        countries.add(group.country, count);
      }
    const revenue = new Map<Currency, { count: number; cents: number }>();
    const months = new Map<string, { count: number; usdParts: number }>();
    for (const [month, sums] of booksByMonth)
      for (const [key, { count, cents }] of sums) {
        const { currency, group } = parseBookGroupKey(key);
        const sign = { sales: 1, returns: -1 }[group as string] ?? 0;
        const sum = revenue.get(currency) ?? { count: 0, cents: 0 };
        revenue.set(currency, { count: sum.count + sign * count, cents: sum.cents + sign * cents });
        const ofMonth = months.get(month) ?? { count: 0, usdParts: 0 };
        months.set(month, {
          count: ofMonth.count + sign * count,
          usdParts: ofMonth.usdParts + (group === 'usd' ? cents : 0),
        });
      }
    const usdParts = [...months.values()].reduce((total, month) => total + month.usdParts, 0);
    return {
      from: from ?? null,
      to: to ?? null,
      revenue: {
        currencies: [...revenue]
          .filter(([, { count, cents }]) => count !== 0 || cents !== 0)
          .map(([currency, { count, cents }]) => ({ currency, amount: toAmount(asCents(cents)), count }))
          .sort((a, b) => a.currency.localeCompare(b.currency)),
        usd: roundToAmount(usdCents(usdParts)),
        months: [...months]
          .filter(([, { count, usdParts: parts }]) => count !== 0 || parts !== 0)
          .map(([month, { count, usdParts: parts }]) => ({
            month,
            usd: roundToAmount(usdCents(parts)),
            count,
          }))
          .sort((a, b) => a.month.localeCompare(b.month)),
      },
      statuses: statuses.counts(),
      methods: methods.counts(),
      countries: countries.counts(),
      arrivals,
      overdue,
    };
  }
}
