import { isTestPayment } from '#domain/cards/cards';
import { absolute, asCents, type Currency, toCents } from '#domain/platform/money';
import { isSettled } from '#domain/payments/payments';
import type { Aggregate } from './stats.schema.js';

const none = 'none';
/** The last part of the keys of payments of a card provider's test mode, which no figure counts. */
const test = 'test';

export interface PaymentGroup {
  status: string;
  paymentMethod: string;
  currency: Currency;
  country: string;
}

/** The fields of a payment that its group depends on. */
interface CountedGroup extends Partial<PaymentGroup> {
  card?: { live: boolean } | undefined;
}

/** The fields of a payment that statistics depend on. */
export interface CountedPayment extends CountedGroup {
  createdAt: Date;
  balance?: number;
}

/** The projection of a payment for its statistics. */
export const countedFields = {
  createdAt: 1,
  balance: 1,
  'card.live': 1,
  status: 1,
  paymentMethod: 1,
  currency: 1,
  country: 1,
} as const;

export interface CustomerGroup {
  country: string;
  hasPayment: boolean;
  /** True for customers that only test-mode payments have made. */
  isTest: boolean;
}

/** The fields of a customer that statistics depend on. */
export interface CountedCustomer {
  country?: string | null;
  hasPayment: boolean;
  test?: true;
}

/** Adds a count and a sum to a group's aggregate. */
export function addAggregate(aggregates: Map<string, Aggregate>, group: string, { count, cents }: Aggregate) {
  const known = aggregates.get(group);
  aggregates.set(group, { count: (known?.count ?? 0) + count, cents: asCents((known?.cents ?? 0) + cents) });
}

/** The first part of the keys of groups that sum what payments have deposited, over or missing. */
const balancePrefix = 'balance';
export type BalanceKind = 'deposits' | 'surplus' | 'missing';

/** Returns the group of a payment's balance: see BooksBalance. */
const balanceGroupKey = ({ balance = 0, status = '', currency }: CountedPayment): string =>
  [balancePrefix, currency, balance < 0 ? 'missing' : isSettled(status) ? 'surplus' : 'deposits'].join('|');

/** Returns the currency and the kind of a group of balances; undefined for a group of payments. */
export function parseBalanceGroupKey(key: string): { currency: Currency; kind: BalanceKind } | undefined {
  const [prefix, currency, kind] = key.split('|');
  return prefix === balancePrefix ? { currency: currency as Currency, kind: kind as BalanceKind } : undefined;
}

/** Returns what a payment adds to the groups of its buckets: its number, and its balance. */
export const paymentAggregates = (payment: CountedPayment): [string, Aggregate][] => [
  [paymentGroupKey(payment), { count: 1, cents: asCents(0) }],
  ...(payment.balance
    ? [
        [balanceGroupKey(payment), { count: 1, cents: absolute(toCents(payment.balance)) }] satisfies [
          string,
          Aggregate,
        ],
      ]
    : []),
];

const paymentGroupKey = ({ status, paymentMethod, currency, country, card }: CountedGroup): string =>
  [
    ...[status, paymentMethod, currency, country].map((value) => value || none),
    ...(isTestPayment({ card }) ? [test] : []),
  ].join('|');

/** Returns the dimensions of a group; `isTest` for payments that lists have and figures leave out. */
export function parsePaymentGroupKey(key: string): PaymentGroup & { isTest: boolean } {
  const [status = none, paymentMethod = none, currency = 'THB', country = none, kind] = key.split('|');
  return { status, paymentMethod, currency: currency as Currency, country, isTest: kind === test };
}

/** The part of a customer's group key that is its country. */
export const countryKey = (country: string | null | undefined): string => country || none;

export const customerGroupKey = ({ country, hasPayment, test: isTest }: CountedCustomer): string =>
  `${countryKey(country)}|${isTest ? test : hasPayment ? 'active' : 'new'}`;

export function parseCustomerGroupKey(key: string): CustomerGroup {
  const [country = none, kind] = key.split('|');
  return { country, hasPayment: kind === 'active', isTest: kind === test };
}

export const customerBucketId = 'customers';

/** Returns the ids of the buckets by day and by month: "day:2026-11-21", "month:2026-11", or these after a prefix. */
function bucketsOf(prefix: string) {
  const [days, months] = [`${prefix}day:`, `${prefix}month:`];
  const dayId = (day: string): string => days + day;
  const monthId = (month: string): string => months + month;
  const isMonth = (bucketId: string): boolean => bucketId.startsWith(months);
  return {
    dayId,
    monthId,
    isMonth,
    /** Returns the ids of the buckets that count a day: its own and its month's. */
    idsOf: (day: string): string[] => [dayId(day), monthId(day.slice(0, 7))],
    has: (bucketId: string): boolean => isMonth(bucketId) || bucketId.startsWith(days),
    /** Ranges of ids: the buckets of all months, and those of the days in a range that may be open. */
    months: { $gte: months, $lt: `${prefix}month;` },
    daysWithin: (from = '', to = '9999-12-31') => ({ $gte: dayId(from), $lte: dayId(to) }),
  };
}

export type Buckets = ReturnType<typeof bucketsOf>;

/** The buckets of payments, by the business day of their creation. */
export const paymentBuckets = bucketsOf('');
/** The buckets of money that has arrived in bank accounts, by the bank's day. */
export const arrivalBuckets = bucketsOf('arrival-');
/** The buckets of the books, by their day. */
export const bookBuckets = bucketsOf('book-');

/** Returns the month or day of a bucket of payments or arrivals: "2026-11", "2026-11-21". */
export const bucketPeriod = (bucketId: string): string => bucketId.slice(bucketId.indexOf(':') + 1);

export const isMonthPeriod = (period: string): boolean => period.length === 'YYYY-MM'.length;

/** The buckets whose sum is the aggregate of a range of days. */
export interface DateRangeParts {
  /** Days whose own buckets are needed. */
  days: string[];
  /** The factor of a month's or day's bucket: 1, 0, or -1 for a day that is subtracted from its month. */
  times: (period: string) => number;
}

/**
 * Splits the days from `from` to `to` (YYYY-MM-DD, both included, either open) into whole months and, at each edge,
 * the days to the nearer end of that month: some thirty days at most, however long the range is.
 */
export function splitDateRange(from?: string, to?: string): DateRangeParts {
  const days = new Map<string, number>();
  const count = (edge: string, first: number, last: number, sign: number) => {
    for (let number = first; number <= last; number++) {
      const day = `${edge.slice(0, 7)}-${String(number).padStart(2, '0')}`;
      days.set(day, (days.get(day) ?? 0) + sign);
    }
  };
  const startsWithin = (month: string) => !from || `${month}-16` >= from;
  const endsWithin = (month: string) => !to || `${month}-15` < to;
  // A 31st that a month lacks has no bucket and adds nothing.
  if (from) {
    const number = Number(from.slice(8));
    if (startsWithin(from.slice(0, 7))) count(from, 1, number - 1, -1);
    else count(from, number, 31, 1);
  }
  if (to) {
    const number = Number(to.slice(8));
    if (endsWithin(to.slice(0, 7))) count(to, number + 1, 31, -1);
    else count(to, 1, number, 1);
  }
  return {
    days: [...days].filter(([, times]) => times !== 0).map(([day]) => day),
    times: (period) =>
      isMonthPeriod(period) ? Number(startsWithin(period) && endsWithin(period)) : (days.get(period) ?? 0),
  };
}
