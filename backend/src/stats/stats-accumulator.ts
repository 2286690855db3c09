import { toCents } from '../../../domain/money.js';
import { arrivalAggregates, arrivalBucketIds, type CountedArrival } from './arrival-keys.js';
import {
  addAggregate,
  type CountedCustomer,
  type CountedPayment,
  customerGroupKey,
  customerBucketId,
  paymentGroupKey,
  paymentBucketIds,
} from './stats-keys.js';
import type { Aggregate, StatsBucket } from './stats.schema.js';

/** Accumulates records into buckets from scratch. */
export class StatsAccumulator {
  private readonly sheets = new Map<string, Map<string, Aggregate>>();

  addPayment(payment: CountedPayment): void {
    const cents = toCents(payment.amount);
    for (const sheet of paymentBucketIds(payment.createdAt))
      this.add(sheet, paymentGroupKey(payment), 1, cents);
  }

  addCustomer(customer: CountedCustomer): void {
    this.add(customerBucketId, customerGroupKey(customer), 1, 0);
  }

  addArrival(arrival: CountedArrival): void {
    for (const [cell, { count, cents }] of arrivalAggregates(arrival))
      for (const sheet of arrivalBucketIds(arrival.day)) this.add(sheet, cell, count, cents);
  }

  add(sheet: string, cell: string, count: number, cents: number): void {
    const cells = this.sheets.get(sheet) ?? new Map<string, Aggregate>();
    addAggregate(cells, cell, { count, cents });
    this.sheets.set(sheet, cells);
  }

  /** Returns the buckets as they are stored, without empty aggregates. */
  toBuckets(): StatsBucket[] {
    return [...this.sheets]
      .map(([_id, cells]) => ({
        _id,
        cells: Object.fromEntries([...cells].filter(([, { count, cents }]) => count !== 0 || cents !== 0)),
      }))
      .filter(({ cells }) => Object.keys(cells).length > 0);
  }

  /** Returns a line for each differing aggregate: "month:2026-11 paid|interac|CAD|canada: 3 (676983), not 2 (…)". */
  differences(from: StatsAccumulator): string[] {
    const lines: string[] = [];
    for (const id of new Set([...this.sheets.keys(), ...from.sheets.keys()])) {
      const [mine, theirs] = [this.sheets.get(id), from.sheets.get(id)];
      for (const cell of new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])])) {
        const [is, was] = [mine, theirs].map((cells) => cells?.get(cell) ?? { count: 0, cents: 0 }) as [
          Aggregate,
          Aggregate,
        ];
        if (is.count !== was.count || is.cents !== was.cents)
          lines.push(`${id} ${cell}: ${is.count} (${is.cents}), not ${was.count} (${was.cents})`);
      }
    }
    return lines;
  }
}
