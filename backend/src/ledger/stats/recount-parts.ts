import type { Calendar } from '#domain/platform/calendar';
import type { ClientSession, Connection, mongo, Types } from 'mongoose';
import type { StoredBooking } from '../books/booking.schema.js';
import { cursorBatches } from '../../platform/database/batches/cursor-batches.js';
import { arrivalFields, type CountedArrival } from './arrival-keys.js';
import { type CountedBooks, type CountedPayout } from './book-keys.js';
import { StatsAccumulator } from './stats-accumulator.js';
import {
  arrivalBuckets,
  bookBuckets,
  type Buckets,
  bucketPeriod,
  type CountedCustomer,
  countedFields,
  type CountedPayment,
  countryKey,
  customerBucketId,
  paymentBuckets,
} from './stats-keys.js';
import { deltaFilter, type StatsBucket, type StatsDelta } from './stats.schema.js';

/** A month with more records than this is counted day by day. */
const maximumRecords = 20_000;
const batchSize = 5000;
/** Payments whose bookings one command reads. */
const bookedAtOnce = 1000;
/** An id of a bucket by day or month, of payments, arrivals or the books. */
const periodBucketId = /^(?:arrival-|book-)?(?:day:\d{4}-\d\d-\d\d|month:\d{4}-\d\d)$/;

/** A part of the statistics, small enough to be counted in one transaction. */
export interface RecountPart {
  /** Sorts the parts in the order in which they are counted: a month follows its days. */
  name: string;
  /** The buckets that it has groups of. */
  bucketIds: string[];
  /** Tells which groups of these buckets are the part's; all of them where it is missing. */
  owns?: (group: string) => boolean;
  /** Adds the records of the part. A month has none: it is the sum of its days. */
  count: (session: ClientSession, accumulator: StatsAccumulator) => Promise<void>;
  /** The buckets whose sum is the part's one bucket. */
  sumOf?: string[];
}

/** Buckets by day and month, and the records that are counted in them. */
interface Periods {
  name: 'arrivals' | 'books' | 'payments';
  buckets: Buckets;
  /** Returns whether these days have more records than are counted in one transaction. */
  isLarge: (first: string, last: string) => Promise<boolean>;
  /** The day of the first record after a day, by the same index; undefined where there is none. */
  nextDay: (after?: string) => Promise<string | undefined>;
  /** Adds the days' records. */
  count: (
    first: string,
    last: string,
    session: ClientSession,
    accumulator: StatsAccumulator,
  ) => Promise<void>;
}

/** Counts the records of one collection that have their day in one field, by an index. */
const recordsOf = (
  collection: mongo.Collection,
  {
    between,
    fields,
    add,
  }: {
    between: (first: string, last: string) => mongo.Filter<mongo.Document>;
    fields: Record<string, number>;
    add: (accumulator: StatsAccumulator, record: mongo.Document) => void;
  },
): Pick<Periods, 'isLarge' | 'count'> => ({
  isLarge: async (first, last) =>
    (await collection.countDocuments(between(first, last), { limit: maximumRecords + 1 })) > maximumRecords,
  count: async (first, last, session, accumulator) => {
    const records = collection.find(between(first, last), { session, batchSize }).project(fields);
    for await (const record of records) add(accumulator, record);
  },
});

type BookedRecord = Omit<CountedBooks, 'bookings'> & { _id: Types.ObjectId; bookedOn?: string[] };

const daysOf = (month: string): string[] => {
  const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
};

const paymentPeriods = (connection: Connection, { dayOf, startOf, endOf }: Calendar): Periods => {
  const collection = connection.db!.collection('payments');
  return {
    name: 'payments',
    buckets: paymentBuckets,
    ...recordsOf(collection, {
      fields: countedFields,
      between: (first, last) => ({ createdAt: { $gte: startOf(first), $lte: endOf(last) } }),
      add: (accumulator, payment) =>
        accumulator.addPayment(
          [paymentBuckets.dayId(dayOf(payment.createdAt as Date))],
          payment as CountedPayment,
        ),
    }),
    nextDay: async (after) => {
      const found = await collection.findOne(
        { createdAt: after ? { $gt: endOf(after) } : { $exists: true } },
        { sort: { createdAt: 1 }, projection: { createdAt: 1 } },
      );
      return found ? dayOf(found.createdAt as Date) : undefined;
    },
  };
};

/**
 * The days of a payment's books: of its bookings, entries and voidings. Each has an index, of which a range takes no more
 * than its own days where one element is to lie within it.
 */
const bookDays = ['bookedOn', 'ledger.bookedOn', 'ledger.voided.bookedOn'] as const;

function booksWithin(first: string, last: string): mongo.Filter<BookedRecord>[] {
  const days = { $gte: first, $lte: last };
  return [
    { bookedOn: { $elemMatch: days } },
    { ledger: { $elemMatch: { bookedOn: days } } },
    { ledger: { $elemMatch: { 'voided.bookedOn': days } } },
  ];
}

/** The month after that of a day: "2026-01" after "2025-12-31". */
function monthAfter(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
}

/** Returns the first and the last day of the books, by their indexes; '' where there is none. */
async function endsOf(payments: mongo.Collection<BookedRecord>, payouts: mongo.Collection<CountedPayout>) {
  const days: string[] = [];
  for (const order of [1, -1] as const) {
    for (const field of bookDays) {
      const found = await payments.findOne(
        { [field]: { $gt: '' } },
        { sort: { [field]: order }, projection: { bookedOn: 1, ledger: 1 } },
      );
      for (const { bookedOn, voided } of found?.ledger ?? [])
        days.push(bookedOn, ...(voided ? [voided.bookedOn] : []));
      days.push(...(found?.bookedOn ?? []));
    }
    const paid = await payouts.findOne(
      { 'fees.bookedOn': { $gt: '' } },
      { sort: { 'fees.bookedOn': order } },
    );
    days.push(...(paid?.fees ?? []).map(({ bookedOn }) => bookedOn));
  }
  days.sort();
  return { first: days[0] ?? '', last: days.at(-1) ?? '' };
}

/** Payments with a day of the books in a period; each is counted whole, and of it the days that are asked for. */
const bookPeriods = ({ db }: Connection): Periods => {
  const payments = db!.collection<BookedRecord>('payments');
  const bookings = db!.collection<StoredBooking>('bookings');
  const payouts = db!.collection<CountedPayout>('cardpayouts');
  const hasAny = async (month: string): Promise<boolean> => {
    const [first, last] = [`${month}-01`, `${month}-31`];
    const options = { projection: { _id: 1 } };
    for (const conditions of booksWithin(first, last))
      if (await payments.findOne(conditions, options)) return true;
    const fees = { fees: { $elemMatch: { bookedOn: { $gte: first, $lte: last } } } };
    return !!(await payouts.findOne(fees, options));
  };
  let ends: Promise<{ first: string; last: string }> | undefined;
  return {
    name: 'books',
    buckets: bookBuckets,
    isLarge: async (first, last) => {
      const limit = maximumRecords + 1;
      return (await bookings.countDocuments({ bookedOn: { $gte: first, $lte: last } }, { limit })) === limit;
    },
    // Month by month, as a command that reads the days of all payments at once may take too long.
    nextDay: async (after) => {
      ends ??= endsOf(payments, payouts);
      const { first, last } = await ends;
      for (
        let month = after ? monthAfter(after) : first.slice(0, 7);
        month && month <= last;
        month = monthAfter(month)
      )
        if (await hasAny(month)) return `${month}-01`;
      return undefined;
    },
    count: async (first, last, session, accumulator) => {
      const seen = new Set<string>();
      const idsOf = (day: string) => (day >= first && day <= last ? [bookBuckets.dayId(day)] : []);
      const projection = { currency: 1, ledger: 1, 'card.live': 1 };
      for (const conditions of booksWithin(first, last))
        for await (const batch of cursorBatches(
          payments.find(conditions, { session, batchSize: bookedAtOnce, projection }),
        )) {
          const fresh = batch.filter(({ _id }) => !seen.has(String(_id)));
          for (const { _id } of fresh) seen.add(String(_id));
          const own = new Map<string, StoredBooking[]>();
          const paymentId = { $in: fresh.map(({ _id }) => _id) };
          for await (const booking of bookings.find({ paymentId }, { session }).sort({ _id: 1 }))
            own.set(String(booking.paymentId), [...(own.get(String(booking.paymentId)) ?? []), booking]);
          for (const payment of fresh)
            accumulator.addBooks({ ...payment, bookings: own.get(String(payment._id)) ?? [] }, idsOf);
        }
      const fees = { fees: { $elemMatch: { bookedOn: { $gte: first, $lte: last } } } };
      for await (const payout of payouts.find(fees, { session, batchSize }))
        accumulator.addFees(payout, idsOf);
    },
  };
};

const arrivalPeriods = (connection: Connection): Periods => {
  const collection = connection.db!.collection('banktransactions');
  return {
    name: 'arrivals',
    buckets: arrivalBuckets,
    ...recordsOf(collection, {
      fields: arrivalFields,
      between: (first, last) => ({ day: { $gte: first, $lte: last }, cents: { $gt: 0 } }),
      add: (accumulator, arrival) =>
        accumulator.addArrival([arrivalBuckets.dayId(String(arrival.day))], arrival as CountedArrival),
    }),
    nextDay: async (after = '') => {
      const found = await collection.findOne(
        { day: { $gt: after } },
        { sort: { day: 1 }, projection: { day: 1 } },
      );
      return found?.day as string | undefined;
    },
  };
};

/** Returns the parts of the months that have records or stored buckets. */
async function partsOfPeriods(periods: Periods, stored: readonly string[]): Promise<RecountPart[]> {
  const { name, buckets, isLarge, nextDay, count } = periods;
  const months = new Set(
    stored
      .filter((id) => periodBucketId.test(id) && buckets.has(id))
      .map((id) => bucketPeriod(id).slice(0, 7)),
  );
  for (
    let day = await nextDay();
    day;
    day = await nextDay(`${day.slice(0, 7)}-${daysOf(day.slice(0, 7)).length}`)
  )
    months.add(day.slice(0, 7));
  const parts: RecountPart[] = [];
  for (const month of months) {
    const days = daysOf(month);
    const isSplit = await isLarge(days[0]!, days.at(-1)!);
    for (const each of isSplit ? days.map((day) => [day]) : [days])
      parts.push({
        name: `${name} ${month} days from ${each[0]!.slice(8)}`,
        bucketIds: each.map(buckets.dayId),
        count: (session, accumulator) => count(each[0]!, each.at(-1)!, session, accumulator),
      });
    parts.push({
      name: `${name} ${month} total`,
      bucketIds: [buckets.monthId(month)],
      sumOf: days.map(buckets.dayId),
      count: () => Promise.resolve(),
    });
  }
  return parts;
}

/** Returns a part for each country that customers have, or stored groups. */
async function partsOfCustomers({ db }: Connection, groups: readonly string[]): Promise<RecountPart[]> {
  const customers = db!.collection<CountedCustomer>('customers');
  const countries = [...(await customers.distinct('country')), null].map((country) => country || null);
  const keys = new Set([...countries.map(countryKey), ...groups.map((group) => group.split('|')[0]!)]);
  return [...keys].map((key) => ({
    name: `customers ${key}`,
    bucketIds: [customerBucketId],
    owns: (group) => group.startsWith(`${key}|`),
    count: async (session, accumulator) => {
      const country = countries.find((one) => countryKey(one) === key);
      const found = country
        ? { country }
        : key === countryKey(null)
          ? { country: { $in: [null, ''] } }
          : undefined;
      if (!found) return;
      // Grouped by the database: a country may have any number of customers.
      const counted = customers.aggregate<{ _id: Omit<CountedCustomer, 'country'>; count: number }>(
        [
          { $match: found },
          { $group: { _id: { hasPayment: '$hasPayment', test: '$test' }, count: { $sum: 1 } } },
        ],
        { session },
      );
      for await (const { _id, count } of counted) accumulator.addCustomers({ country, ..._id }, count);
    },
  }));
}

/** Returns the parts of all statistics, in their order. */
export async function recountParts(connection: Connection, calendar: Calendar): Promise<RecountPart[]> {
  const buckets = connection.db!.collection<StatsBucket>('figures');
  const deltas = connection.db!.collection<StatsDelta>('figurechanges');
  const stored = [
    ...(await buckets.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id),
    ...(await deltas.distinct('sheets', deltaFilter)),
  ];
  const customers = await buckets.findOne({ _id: customerBucketId });
  const pending = await deltas.find({ ...deltaFilter, sheets: customerBucketId }).toArray();
  const groups = [...Object.keys(customers?.cells ?? {}), ...pending.map(({ cell }) => cell)];
  const unknown = stored.filter((id) => id !== customerBucketId && !periodBucketId.test(id));
  const parts: RecountPart[] = [
    ...(await partsOfPeriods(arrivalPeriods(connection), stored)),
    ...(await partsOfPeriods(bookPeriods(connection), stored)),
    ...(await partsOfCustomers(connection, groups)),
    ...(await partsOfPeriods(paymentPeriods(connection, calendar), stored)),
    ...(unknown.length ? [{ name: 'unknown', bucketIds: unknown, count: () => Promise.resolve() }] : []),
  ];
  return parts.sort((one, other) => (one.name < other.name ? -1 : 1));
}
