import type { Booking } from '#domain/ledger/bookings';
import { isTestPayment } from '#domain/cards/cards';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { moneyIn } from '#domain/ledger/payment-money';
import type { BookedFees } from '#domain/payouts/payout-figures';
import { asCents, type Cents, type Currency, negated, toCents } from '#domain/platform/money';
import { addAggregate } from './stats-keys.js';
import type { Aggregate } from './stats.schema.js';

/** A payment with its entries and bookings, as the statistics of the books count it. */
export interface CountedBooks {
  currency: Currency;
  ledger?: readonly LedgerEntry[];
  card?: { live: boolean } | undefined;
  bookings: readonly Booking[];
}

/**
 * The amounts of a day: money by way; shortfalls; sales and returns with the number of payments that begin or end to count
 * there; their US dollars, in hundredths of cents; the number of bookings of an earlier month; and the card provider's
 * fees.
 */
const bookGroups = ['received', 'refunded', 'shortfalls', 'sales', 'returns', 'usd', 'late', 'fees'] as const;
export type BookGroup = (typeof bookGroups)[number];

const groupKey = (currency: Currency, group: BookGroup, way?: string): string =>
  [currency, group, ...(way ? [way] : [])].join('|');

/** Returns the parts of a group's key. */
export function parseBookGroupKey(key: string): { currency: Currency; group: BookGroup; way?: string } {
  const [currency = '', group = '', way] = key.split('|');
  return { currency: currency as Currency, group: group as BookGroup, ...(way && { way }) };
}

/** Decimals of US dollars of a booking, as whole numbers. */
const usdParts = 10_000;

/** Converts a group's US dollars to cents, with fractions. */
export const usdCents = (parts: number): number => parts / 100;

/** Returns what a payment adds to the groups of each day of the books; a payment in test mode nothing. */
export function bookAggregates({
  currency,
  ledger = [],
  card,
  bookings,
}: CountedBooks): Map<string, Map<string, Aggregate>> {
  const days = new Map<string, Map<string, Aggregate>>();
  if (isTestPayment({ card })) return days;
  const add = (day: string, group: string, cents: number, count = 0) => {
    const sums = days.get(day) ?? new Map<string, Aggregate>();
    addAggregate(sums, group, { count, cents: asCents(cents) });
    days.set(day, sums);
  };
  for (const entry of ledger)
    for (const [group, cents] of Object.entries(moneyIn(entry))) {
      const key = groupKey(currency, group as BookGroup, group === 'received' ? entry.way : undefined);
      add(entry.bookedOn, key, cents);
      if (entry.voided) add(entry.voided.bookedOn, key, negated(cents));
    }
  for (const { bookedOn, day, amount, usd, currency: booked } of bookings) {
    const cents = toCents(amount);
    add(bookedOn, groupKey(booked, amount > 0 ? 'sales' : 'returns'), Math.abs(cents));
    add(bookedOn, groupKey(booked, 'usd'), Math.round(usd * usdParts));
    if (day.slice(0, 7) < bookedOn.slice(0, 7)) add(bookedOn, groupKey(booked, 'late'), 0, 1);
  }
  for (const [day, booked, change] of turns(bookings))
    add(day, groupKey(booked, change > 0 ? 'sales' : 'returns'), 0, 1);
  return days;
}

/** A payout of the card provider, as the statistics of the books count it. */
export interface CountedPayout {
  currency: Currency;
  fees: readonly BookedFees[];
}

/** Returns what a payout adds to the group of fees of each day of the books. */
export const feeAggregates = ({ currency, fees }: CountedPayout): [day: string, group: string, Cents][] =>
  fees.map(({ bookedOn, cents }) => [bookedOn, groupKey(currency, 'fees'), cents]);

/** The days on which a payment begins to count in a currency (1), and on which it ends to (-1). */
function turns(bookings: readonly Booking[]): [day: string, currency: Currency, change: 1 | -1][] {
  return [...new Set(bookings.map(({ currency }) => currency))].flatMap((currency) => {
    const own = bookings.filter((one) => one.currency === currency);
    let sum: Cents = asCents(0);
    return [...new Set(own.map(({ bookedOn }) => bookedOn))].sort().flatMap((day) => {
      const before = sum;
      for (const { bookedOn, amount } of own) if (bookedOn === day) sum = asCents(sum + toCents(amount));
      if (sum > 0 === before > 0) return [];
      return [[day, currency, sum > 0 ? 1 : -1]] as [string, Currency, 1 | -1][];
    });
  });
}

/** The difference that a change makes: each group of a day with what it adds. */
export function bookChanges(
  before: CountedBooks | undefined,
  after: CountedBooks | undefined,
): { day: string; group: string; sum: Aggregate }[] {
  const [was, is] = [before, after].map((books) => (books ? bookAggregates(books) : new Map())) as [
    ReturnType<typeof bookAggregates>,
    ReturnType<typeof bookAggregates>,
  ];
  for (const [day, groups] of was)
    for (const [group, { count, cents }] of groups) {
      const sums = is.get(day) ?? new Map<string, Aggregate>();
      addAggregate(sums, group, { count: -count, cents: negated(cents) });
      is.set(day, sums);
    }
  return [...is].flatMap(([day, groups]) =>
    [...groups]
      .filter(([, { count, cents }]) => count !== 0 || cents !== 0)
      .map(([group, sum]) => ({ day, group, sum })),
  );
}
