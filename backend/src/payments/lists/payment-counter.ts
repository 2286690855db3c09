import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { formatCount } from '#domain/platform/numbers';
import { paymentStatuses, type StatusCounts } from '#domain/payments/payments';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { partsOf } from '../../platform/database/read-page.js';
import { stoppedWithCall } from '../../platform/database/stopped-reads.js';
import { isByAmount, isByTerms } from '../../platform/search-index/search-words.js';
import { parsePaymentGroupKey } from '../../ledger/stats/stats-keys.js';
import { StatsService } from '../../ledger/stats/stats.service.js';
import { Payment } from '../payment.schema.js';
import { keptFields } from './payment-list.js';

/** Maximum number of payments that a search of the list finds by words: a longer result is not useful. */
const maximumFound = 5000;
/** Maximum number that it finds by an amount, which very many have: counting more of them takes seconds. */
const maximumOfAmount = 50_000;

type Conditions = QueryFilter<Record<string, unknown>>;

/** Days are compared as text of four-digit years: later payments are not in the statistics. */
const endOfCalendar = Date.UTC(10_000, 0, 1);

/** True for a condition on the status alone: one that asks for more is never left out of a count. */
const isOfStatus = (part: Record<string, unknown>): boolean =>
  'status' in part && Object.keys(part).length === 1;

/** Counts payments in each status; a status without payments has 0. */
export function countStatuses(groups: Iterable<{ status: string; count: number }>): StatusCounts {
  const counts = new Map<string, number>();
  for (const { status, count } of groups) counts.set(status, (counts.get(status) ?? 0) + count);
  return Object.fromEntries(
    paymentStatuses.map((status) => [status, counts.get(status) ?? 0]),
  ) as StatusCounts;
}

/** Returns the number of payments in all statuses, or in those that the conditions ask for. */
export function totalOf(counts: StatusCounts, conditions: Conditions): number {
  const asked = partsOf(conditions).find(isOfStatus)?.status as string | { $in: string[] } | undefined;
  const statuses = typeof asked === 'string' ? [asked] : (asked?.$in ?? paymentStatuses);
  return paymentStatuses.reduce(
    (total, status) => (statuses.includes(status) ? total + counts[status] : total),
    0,
  );
}

/**
 * Counts the payments of a list by status. The screens' filters are answered from the statistics, so that the time does
 * not grow with the number of payments; only the hours at the edges of a date range, and conditions on a customer or a
 * reference, are counted, each by an index.
 */
@Injectable()
export class PaymentCounter {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly stats: StatsService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /**
   * Counts by status under all conditions but the status.
   *
   * @param known returns the counts where another source has them; called before anything is counted, and only for
   *   conditions without a status
   */
  async byStatus(
    conditions: Conditions,
    known?: () => Promise<StatusCounts | undefined>,
  ): Promise<StatusCounts> {
    const all = partsOf(conditions);
    const parts = all.filter((part) => !isOfStatus(part));
    const isKnown = parts.length === all.length;
    if (!parts.length) return this.wholeDays([], -Infinity, Infinity);
    if (!parts.every((part) => Object.keys(part).every((field) => keptFields.includes(field))))
      return (isKnown && (await known?.())) || this.grouped(parts);
    const bounds = parts.flatMap(({ createdAt }) =>
      createdAt ? [createdAt as { $gte?: Date; $lte?: Date }] : [],
    );
    const from = Math.max(...bounds.map(({ $gte }) => $gte?.getTime() ?? -Infinity), -Infinity);
    const to = Math.min(...bounds.map(({ $lte }) => $lte?.getTime() ?? Infinity), Infinity);
    const others = parts.filter(({ createdAt }) => !createdAt);
    // The whole days within the range: the statistics have no finer periods.
    const firstDay = from === -Infinity ? from : this.startOfDay(from, 'or later');
    const endOfDays = to === Infinity ? to : this.startOfDay(to + 1);
    if (firstDay >= Math.min(endOfDays, endOfCalendar)) return this.grouped(parts);
    const edge = (createdAt: { $gte?: Date; $lte?: Date; $lt?: Date }) =>
      this.grouped([...others, { createdAt }]);
    const pieces = await Promise.all([
      this.wholeDays(others, firstDay, endOfDays),
      ...(from < firstDay && from !== -Infinity
        ? [edge({ $gte: new Date(from), $lt: new Date(firstDay) })]
        : []),
      ...(to >= endOfDays && to !== Infinity
        ? [edge({ $gte: new Date(endOfDays), $lte: new Date(to) })]
        : []),
    ]);
    return countStatuses(
      pieces.flatMap((counts) => paymentStatuses.map((status) => ({ status, count: counts[status] }))),
    );
  }

  /** Returns the beginning of the day that a time is on, or the first one not before that time. */
  private startOfDay(time: number, orLater?: 'or later'): number {
    const { dayOf, startOf, endOf } = this.config.calendar;
    const day = dayOf(new Date(time));
    const start = startOf(day).getTime();
    return orLater && start < time ? endOf(day).getTime() + 1 : start;
  }

  /** Counts by reading the payments. Throws 400 where a search finds too many of them. */
  private async grouped(parts: Record<string, unknown>[]): Promise<StatusCounts> {
    const areOn = (name: string) => parts.every((part) => Object.keys(part).every((field) => field === name));
    if (areOn('transferDate') || areOn('plan.due')) return this.byIndexOfStatus(parts);
    // Pending payments alone have it, so that its index counts them.
    if (areOn('expectedOn'))
      return countStatuses([
        {
          status: 'pending',
          count: await this.payments.collection.countDocuments({ $and: parts }, stoppedWithCall()),
        },
      ]);
    const most = parts.some(isByTerms) ? maximumFound : parts.some(isByAmount) ? maximumOfAmount : undefined;
    const groups = await this.payments.collection
      .aggregate<{
        _id: string;
        count: number;
      }>(
        [
          { $match: { $and: parts } },
          ...(most ? [{ $limit: most + 1 }] : []),
          { $group: { _id: '$status', count: { $sum: 1 } } },
        ],
        stoppedWithCall(),
      )
      .toArray();
    if (most && groups.reduce((total, { count }) => total + count, 0) > most)
      throw new BadRequestException(
        `More than ${formatCount(most)} payments match. Add another word, or type more of it.`,
      );
    return countStatuses(groups.map(({ _id, count }) => ({ status: _id, count })));
  }

  /** Counts each status by an index of status and these conditions alone, without reading the payments. */
  private async byIndexOfStatus(parts: Record<string, unknown>[]): Promise<StatusCounts> {
    const counted = paymentStatuses.map(async (status) => ({
      status,
      count: await this.payments.collection.countDocuments(
        { $and: [{ status }, ...parts] },
        stoppedWithCall(),
      ),
    }));
    return countStatuses(await Promise.all(counted));
  }

  private async wholeDays(others: Record<string, unknown>[], firstDay: number, endOfDays: number) {
    const { dayOf } = this.config.calendar;
    const from = firstDay === -Infinity ? undefined : dayOf(new Date(firstDay));
    const to = endOfDays < endOfCalendar ? dayOf(new Date(endOfDays - 1)) : undefined;
    const months =
      from || to ? (await this.stats.payments(from, to)).values() : [await this.stats.allPayments()];
    const groups: { status: string; count: number }[] = [];
    for (const month of months)
      for (const [key, { count }] of month) {
        const group: Record<string, unknown> & { status: string } = { ...parsePaymentGroupKey(key) };
        if (others.every((part) => Object.entries(part).every(([field, value]) => group[field] === value)))
          groups.push({ status: group.status, count });
      }
    return countStatuses(groups);
  }
}
