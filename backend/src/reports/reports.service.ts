import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import { isCalendarDay } from '#domain/dates';
import type { CountById } from '#domain/lists';
import { asCents, type Cents, type Currency, roundToAmount, toAmount } from '#domain/money';
import { isSettled } from '#domain/payments';
import type { ReportSummary } from '#domain/reports';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { parsePaymentGroupKey } from '../stats/stats-keys.js';
import { StatsService } from '../stats/stats.service.js';
import { textParameter } from '../http/list-query.js';
import { ArrivalsService } from '../reconciliation/transactions/arrivals.service.js';
import { OverdueService } from './overdue.service.js';

function day(query: Record<string, unknown>, name: string): string | undefined {
  const text = textParameter(query, name);
  if (text && !isCalendarDay(text)) throw new BadRequestException(`${name} takes a day, such as 2026-11-21`);
  return text || undefined;
}

/** Sums numbers by key. */
class Tally<Key extends string> {
  private readonly sums = new Map<Key, { count: number; cents: Cents }>();

  add(key: Key, count: number, cents: Cents): void {
    const sum = this.sums.get(key) ?? { count: 0, cents: 0 };
    this.sums.set(key, { count: sum.count + count, cents: asCents(sum.cents + cents) });
  }

  entries = () => [...this.sums].filter(([, { count }]) => count !== 0);

  counts = (): CountById[] =>
    this.entries()
      .map(([_id, { count }]) => ({ _id, count }))
      .sort((a, b) => b.count - a.count || a._id.localeCompare(b._id));
}

@Injectable()
export class ReportsService {
  constructor(
    private readonly stats: StatsService,
    private readonly arrivals: ArrivalsService,
    private readonly overdue: OverdueService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the statistics of the payments created in a range of days of the business time zone (both included; either may be open). */
  async summary(query: Record<string, unknown>): Promise<ReportSummary> {
    const from = day(query, 'from');
    const to = day(query, 'to');
    if (from && to && from > to) throw new BadRequestException('from must not be after to');
    const [paymentsByMonth, overdue, arrivals] = await Promise.all([
      this.stats.payments(from, to),
      this.overdue.longestOverdue(),
      this.arrivals.between(from, to),
    ]);

    const statuses = new Tally();
    const methods = new Tally();
    const countries = new Tally();
    const revenue = new Tally<Currency>();
    // Converted cents are rounded only once they are summed.
    const months = new Map<string, { count: number; usCents: number }>();
    for (const [month, aggregates] of paymentsByMonth)
      for (const [key, { count, cents }] of aggregates) {
        const group = parsePaymentGroupKey(key);
        if (group.isTest) continue;
        statuses.add(group.status, count, cents);
        methods.add(group.paymentMethod, count, cents);
        countries.add(group.country, count, cents);
        if (!isSettled(group.status)) continue;
        revenue.add(group.currency, count, cents);
        const sum = months.get(month) ?? { count: 0, usCents: 0 };
        const usCents = cents * this.config.exchangeRates[group.currency];
        months.set(month, { count: sum.count + count, usCents: sum.usCents + usCents });
      }
    const usCents = [...months.values()].reduce((total, month) => total + month.usCents, 0);
    return {
      from: from ?? null,
      to: to ?? null,
      revenue: {
        currencies: revenue
          .entries()
          .map(([currency, { count, cents }]) => ({ currency, amount: toAmount(cents), count }))
          .sort((a, b) => a.currency.localeCompare(b.currency)),
        usd: roundToAmount(usCents),
        months: [...months]
          .filter(([, { count }]) => count > 0)
          .map(([month, { count, usCents }]) => ({ month, usd: roundToAmount(usCents), count }))
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
