import { asCents, type Cents, type Currency, sumOfCents } from '#domain/platform/money';
import type { Aggregate } from './stats.schema.js';

/** The fields of a bank transaction that statistics depend on; ids of any type whose text is 24 hex digits. */
export interface CountedArrival {
  bankAccountId: unknown;
  currency: Currency;
  /** YYYY-MM-DD: the bank's day. */
  day: string;
  /** Negative for money that went out, which is no arrival. */
  cents: Cents;
  /** The amount that is neither allocated nor taken back. */
  restCents: Cents;
  /** The parts that the bank has reversed or that were returned: they have not arrived. */
  offsets?: readonly { cents: Cents }[];
}

/** The projection of a bank transaction for its statistics. */
export const arrivalFields = {
  bankAccountId: 1,
  currency: 1,
  day: 1,
  cents: 1,
  restCents: 1,
  'offsets.cents': 1,
} as const;

/** Money received in a bank account and not taken back: number and sum of the transactions, and the part allocated to payments. */
export interface ArrivalSum {
  bankAccountId: string;
  currency: Currency;
  count: number;
  cents: Cents;
  allocatedCents: Cents;
}

/** Returns the amounts that an arrival adds to the groups of its buckets; none for money that went out. */
export function arrivalAggregates({
  bankAccountId,
  currency,
  cents,
  restCents,
  offsets = [],
}: CountedArrival): [string, Aggregate][] {
  if (cents <= 0) return [];
  const arrived = asCents(cents - sumOfCents(offsets.map((offset) => offset.cents)));
  const account = `${String(bankAccountId)}|${currency}`;
  return [
    [`${account}|received`, { count: arrived > 0 ? 1 : 0, cents: arrived }],
    [`${account}|allocated`, { count: 0, cents: asCents(arrived - restCents) }],
  ];
}

/** Returns the sums of the accounts with arrivals, by account id. */
export function arrivalSums(aggregates: ReadonlyMap<string, Aggregate>): ArrivalSum[] {
  return [...aggregates]
    .flatMap(([group, { count, cents }]): ArrivalSum[] => {
      const [bankAccountId = '', currency = '', kind] = group.split('|');
      if (kind !== 'received' || count === 0) return [];
      const allocatedCents = aggregates.get(`${bankAccountId}|${currency}|allocated`)?.cents ?? asCents(0);
      return [{ bankAccountId, currency: currency as Currency, count, cents, allocatedCents }];
    })
    .sort((a, b) => (a.bankAccountId < b.bankAccountId ? -1 : 1));
}
