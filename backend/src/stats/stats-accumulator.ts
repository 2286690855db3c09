import type { Calendar } from '#domain/calendar';
import { arrivalAggregates, arrivalBucketIds, type CountedArrival } from './arrival-keys.js';
import {
  addAggregate,
  countedCents,
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
  private readonly buckets = new Map<string, Map<string, Aggregate>>();

  addPayment(payment: CountedPayment, calendar: Calendar): void {
    const cents = countedCents(payment);
    for (const bucketId of paymentBucketIds(payment.createdAt, calendar))
      this.add(bucketId, paymentGroupKey(payment), 1, cents);
  }

  addCustomer(customer: CountedCustomer): void {
    this.add(customerBucketId, customerGroupKey(customer), 1, 0);
  }

  addArrival(arrival: CountedArrival): void {
    for (const [group, { count, cents }] of arrivalAggregates(arrival))
      for (const bucketId of arrivalBucketIds(arrival.day)) this.add(bucketId, group, count, cents);
  }

  add(bucketId: string, group: string, count: number, cents: number): void {
    const aggregates = this.buckets.get(bucketId) ?? new Map<string, Aggregate>();
    addAggregate(aggregates, group, { count, cents });
    this.buckets.set(bucketId, aggregates);
  }

  /** Returns the buckets as they are stored, without empty aggregates. */
  toBuckets(): StatsBucket[] {
    return [...this.buckets]
      .map(([_id, aggregates]) => ({
        _id,
        cells: Object.fromEntries(
          [...aggregates].filter(([, { count, cents }]) => count !== 0 || cents !== 0),
        ),
      }))
      .filter(({ cells }) => Object.keys(cells).length > 0);
  }

  /** Returns a line for each differing aggregate: "month:2026-11 paid|interac|CAD|canada: 3 (676983), not 2 (…)". */
  differences(from: StatsAccumulator): string[] {
    const lines: string[] = [];
    for (const id of new Set([...this.buckets.keys(), ...from.buckets.keys()])) {
      const [mine, theirs] = [this.buckets.get(id), from.buckets.get(id)];
      for (const group of new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])])) {
        const [is, was] = [mine, theirs].map(
          (aggregates) => aggregates?.get(group) ?? { count: 0, cents: 0 },
        ) as [Aggregate, Aggregate];
        if (is.count !== was.count || is.cents !== was.cents)
          lines.push(`${id} ${group}: ${is.count} (${is.cents}), not ${was.count} (${was.cents})`);
      }
    }
    return lines;
  }
}
