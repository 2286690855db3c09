import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { dayMs } from '../../../domain/dates.js';
import { parsePaymentGroupKey } from '../stats/stats-keys.js';
import { StatsService } from '../stats/stats.service.js';
import { Payment } from './payment.schema.js';

/** Days are compared as text of four-digit years: later payments are not in the statistics. */
const endOfCalendar = Date.UTC(10_000, 0, 1);
const counted = new Set(['status', 'paymentMethod', 'currency', 'country', 'createdAt']);

/** The parts of a list's conditions, one field each. */
const partsOf = (conditions: QueryFilter<Record<string, unknown>>): Record<string, unknown>[] =>
  Object.keys(conditions).length === 0 ? [] : (conditions.$and ?? [conditions]);

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const startOfDay = (time: number): number => Math.floor(time / dayMs) * dayMs;

/**
 * Returns the total of a payments list. The screens' filters are answered from the statistics, so that the time does
 * not grow with the number of payments; only the hours at the edges of a date range, and conditions on a customer or a
 * reference, are counted, each by an index.
 */
@Injectable()
export class PaymentCounter {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly stats: StatsService,
  ) {}

  /** @param known returns the total where another source has it; called before anything is counted */
  async count(
    conditions: QueryFilter<Record<string, unknown>>,
    known?: () => Promise<number | undefined>,
  ): Promise<number> {
    const parts = partsOf(conditions);
    if (!parts.length) return this.wholeDays([], -Infinity, Infinity);
    if (!parts.every((part) => Object.keys(part).every((field) => counted.has(field))))
      return (await known?.()) ?? this.payments.countDocuments(conditions);
    const bounds = parts.flatMap(({ createdAt }) =>
      createdAt ? [createdAt as { $gte?: Date; $lte?: Date }] : [],
    );
    const from = Math.max(...bounds.map(({ $gte }) => $gte?.getTime() ?? -Infinity), -Infinity);
    const to = Math.min(...bounds.map(({ $lte }) => $lte?.getTime() ?? Infinity), Infinity);
    const others = parts.filter(({ createdAt }) => !createdAt);
    // The whole days within the range: the statistics have no finer periods.
    const firstDay = from === -Infinity ? from : startOfDay(from + dayMs - 1);
    const endOfDays = to === Infinity ? to : startOfDay(to + 1);
    if (firstDay >= Math.min(endOfDays, endOfCalendar)) return this.payments.countDocuments(conditions);
    const edge = (createdAt: { $gte?: Date; $lte?: Date; $lt?: Date }) =>
      this.payments.countDocuments({ $and: [...others, { createdAt }] });
    const [whole, before, after] = await Promise.all([
      this.wholeDays(others, firstDay, endOfDays),
      from < firstDay && from !== -Infinity ? edge({ $gte: new Date(from), $lt: new Date(firstDay) }) : 0,
      to >= endOfDays && to !== Infinity ? edge({ $gte: new Date(endOfDays), $lte: new Date(to) }) : 0,
    ]);
    return whole + before + after;
  }

  private async wholeDays(
    others: Record<string, unknown>[],
    firstDay: number,
    endOfDays: number,
  ): Promise<number> {
    const from = firstDay === -Infinity ? undefined : dayOf(firstDay);
    const to = endOfDays < endOfCalendar ? dayOf(endOfDays - 1) : undefined;
    const months =
      from || to ? (await this.stats.payments(from, to)).values() : [await this.stats.allPayments()];
    let total = 0;
    for (const month of months)
      for (const [key, { count }] of month) {
        const group: Record<string, unknown> = { ...parsePaymentGroupKey(key) };
        if (others.every((part) => Object.entries(part).every(([field, value]) => group[field] === value)))
          total += count;
      }
    return total;
  }
}
