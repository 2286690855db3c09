import type { ClientSession, Connection } from 'mongoose';
import { asCents, type Cents, negated } from '#domain/platform/money';
import { arrivalAggregates, type CountedArrival } from './arrival-keys.js';
import { bookAggregates, type CountedBooks, type CountedPayout, feeAggregates } from './book-keys.js';
import {
  addAggregate,
  type CountedCustomer,
  type CountedPayment,
  customerGroupKey,
  customerBucketId,
  paymentAggregates,
} from './stats-keys.js';
import { type Aggregate, mergeCounterId, type StatsBucket, type StatsDelta } from './stats.schema.js';

/** Accumulates records into buckets from scratch. */
export class StatsAccumulator {
  private readonly buckets = new Map<string, Map<string, Aggregate>>();

  addPayment(bucketIds: readonly string[], payment: CountedPayment): void {
    for (const [group, { count, cents }] of paymentAggregates(payment))
      for (const bucketId of bucketIds) this.add(bucketId, group, count, cents);
  }

  /** Adds what a payment adds to the days of the books, to the buckets of each day. */
  addBooks(books: CountedBooks, bucketIdsOf: (day: string) => readonly string[]): void {
    for (const [day, groups] of bookAggregates(books))
      for (const bucketId of bucketIdsOf(day))
        for (const [group, { count, cents }] of groups) this.add(bucketId, group, count, cents);
  }

  /** Adds the fees of a payout to the buckets of each day. */
  addFees(payout: CountedPayout, bucketIdsOf: (day: string) => readonly string[]): void {
    for (const [day, group, cents] of feeAggregates(payout))
      for (const bucketId of bucketIdsOf(day)) this.add(bucketId, group, 0, cents);
  }

  addCustomers(customer: CountedCustomer, count: number): void {
    this.add(customerBucketId, customerGroupKey(customer), count, asCents(0));
  }

  addArrival(bucketIds: readonly string[], arrival: CountedArrival): void {
    for (const [group, { count, cents }] of arrivalAggregates(arrival))
      for (const bucketId of bucketIds) this.add(bucketId, group, count, cents);
  }

  /** Adds all buckets of another one into one bucket. */
  addSum(bucketId: string, from: StatsAccumulator): void {
    for (const aggregates of from.buckets.values())
      for (const [group, { count, cents }] of aggregates) this.add(bucketId, group, count, cents);
  }

  subtract(other: StatsAccumulator): void {
    for (const [bucketId, aggregates] of other.buckets)
      for (const [group, { count, cents }] of aggregates) this.add(bucketId, group, -count, negated(cents));
  }

  /** Returns the groups that the condition selects, all of them without one. */
  filtered(isSelected: (group: string) => boolean = () => true): StatsAccumulator {
    const selected = new StatsAccumulator();
    for (const [bucketId, aggregates] of this.buckets)
      for (const [group, { count, cents }] of aggregates)
        if (isSelected(group)) selected.add(bucketId, group, count, cents);
    return selected;
  }

  add(bucketId: string, group: string, count: number, cents: Cents): void {
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

/** Merges deltas in a transaction, and increments the counter by which servers recognise an outdated snapshot. */
export async function mergeDeltas(
  { db }: Pick<Connection, 'db'>,
  accumulator: StatsAccumulator,
  session: ClientSession,
): Promise<void> {
  const updates = accumulator.toBuckets().map(({ _id, cells }) => {
    const increments = Object.entries(cells).flatMap(([group, { count, cents }]) => [
      [`cells.${group}.count`, count],
      [`cells.${group}.cents`, cents],
    ]);
    const update = { $inc: Object.fromEntries(increments) as Record<string, number> };
    return { updateOne: { filter: { _id }, update, upsert: true } };
  });
  // The counter first: of two transactions that merge, one is rerun, before both insert the same bucket.
  await db!
    .collection<StatsDelta>('figurechanges')
    .updateOne({ _id: mergeCounterId }, { $inc: { folds: 1 } }, { upsert: true, session });
  if (updates.length) await db!.collection<StatsBucket>('figures').bulkWrite(updates, { session });
}
