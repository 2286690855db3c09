import { setImmediate as turn } from 'node:timers/promises';
import { faker } from '@faker-js/faker';
import { type Connection, Types } from 'mongoose';
import { type Calendar, utcCalendar } from '#domain/platform/calendar';
import { defaultLanguage } from '#domain/platform/languages';
import { priceFor, quoteFor } from '#domain/places/prices';
import type { Country } from '#domain/places/countries';
import { places } from '#domain/places/places';
import { regionsOf } from '#domain/places/locations';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { defaultExchangeRates } from '#domain/platform/money';
import type { HandWay } from '#domain/ledger/ways';
import type { PaymentMethod } from '#domain/places/payment-methods';
import { isSettled, paymentReference, type PaymentStatus } from '#domain/payments/payments';
import { bookingsFor, figureFields } from '../../ledger/books/ledger-act.js';
import { type StoredBooking, StoredBookingSchema } from '../../ledger/books/booking.schema.js';
import { CliError } from '../../platform/cli/cli.js';
import { completed, CustomerSchema, derivedFields } from '../../customers/customer.schema.js';
import { ensureIndexes } from '../../platform/database/indexes.js';
import { migrate } from '../../platform/database/migrations/migrate.js';
import { paymentTerms, type SearchedCustomer } from '../../platform/search-index/search-terms.js';
import { mergeDeltas, StatsAccumulator } from '../../ledger/stats/stats-accumulator.js';
import { rebuildStats } from '../../ledger/stats/rebuild.js';
import { bookBuckets, paymentBuckets } from '../../ledger/stats/stats-keys.js';
import { defined } from '../../payments/payment-record.js';
import { PaymentSchema } from '../../payments/payment.schema.js';
import { referenceFields } from '../../payments/lists/reference-search.js';

export interface SeedOptions {
  customers: number;
  payments: number;
  /** Seed of the random generator: the same number gives the same data. */
  start: number;
  /** Number of newest payments whose money comes by the bank: those of it that are settled are left pending. */
  banked?: number;
  /** The days by which the payments are counted; those of UTC by default. */
  calendar?: Calendar;
  /** Called with the name of the current step and its progress. */
  onProgress?: (text: string) => void;
}

/** Records per command, and the maximum of commands in flight while further records are generated. */
const batch = 1000;
const atOnce = 16;
/** The period of the generated data, up to `lastDay`: fixed, so that the data is the same on every day. */
const firstDay = Date.UTC(2024, 0, 1);
const lastDay = Date.UTC(2026, 10, 1);
const day = 86_400_000;

const weighted = <Value>(values: readonly (readonly [Value, number])[]): Value =>
  faker.helpers.weightedArrayElement(values.map(([value, weight]) => ({ value, weight })));

/** Generates a thousand values that are slow to generate; the records choose among these. */
function some<Value>(make: () => Value): () => Value {
  const made = Array.from({ length: 1000 }, make);
  return () => faker.helpers.arrayElement(made);
}

/** Generators of values that customers share. */
const commonParts = () => ({
  firstName: some(() => faker.person.firstName()),
  lastName: some(() => faker.person.lastName()),
  street: some(() => faker.location.street()),
  city: some(() => faker.location.city()),
});

/** Returns an id with the record's own time, so that ids and dates have the same order; the number makes it unique. */
const idOf = (moment: Date, number: number): Types.ObjectId =>
  new Types.ObjectId(
    Math.floor(moment.getTime() / 1000)
      .toString(16)
      .padStart(8, '0') + number.toString(16).padStart(16, '0'),
  );

/** Spreads records unevenly over the period, in order. */
const momentOf = (number: number, total: number): Date =>
  new Date(
    Math.floor(firstDay + ((lastDay - firstDay) * (number + faker.number.float())) / Math.max(1, total)),
  );

interface Buyer {
  _id: Types.ObjectId;
  country: Country;
  province: string | null;
  hasPayment: boolean;
  createdAt: Date;
  searched: SearchedCustomer;
}

function customer(number: number, total: number, parts: ReturnType<typeof commonParts>) {
  const country = weighted<Country>([
    ['canada', 6],
    ['usa', 3],
    ['other', 1],
  ]);
  const fullName = `${parts.firstName()} ${parts.lastName()}`;
  const email = `${fullName.replace(/[^A-Za-z]+/g, '.')}@${number}.example.com`;
  const phone = faker.phone.number({ style: 'international' });
  const createdAt = momentOf(number, total);
  const canadian = country === 'canada';
  const province = faker.helpers.arrayElement(regionsOf('canada'));
  return {
    _id: idOf(createdAt, number),
    ...derivedFields({ fullName, email, phone }),
    ...completed({
      fullName,
      email,
      phone,
      country,
      // Both spellings, code and slug, occur in real data.
      province: canadian ? (number % 2 ? province.slug : province.code) : null,
      state: country === 'usa' ? faker.helpers.arrayElement(regionsOf('usa')).slug : null,
      address: `${faker.number.int({ min: 1, max: 9999 })} ${parts.street()}`,
      city: parts.city(),
      postalCode: canadian
        ? faker.helpers.replaceSymbols('?#? #?#').replace(/[DFIOQU]/g, 'M')
        : faker.location.zipCode('#####'),
      referralSource: weighted([
        ['', 5],
        ['A friend', 2],
        ['Instagram', 2],
        ['Seminar', 1],
      ]),
    }),
    hasPayment: false,
    createdAt,
    updatedAt: createdAt,
    version: 0,
  };
}

/** The last payments, at most a quarter of all, are pending: bank statements are generated for them. */
const lastPending = 36;

const statusAt = (age: number, isLast: boolean): PaymentStatus =>
  isLast
    ? 'pending'
    : age < 20 * day
      ? weighted([
          ['pending', 6],
          ['paid', 4],
        ])
      : weighted([
          ['paid', 80],
          ['confirmed', 8],
          ['refunded', 4],
          ['failed', 4],
          ['cancelled', 2],
          ['pending', 2],
        ]);

/**
 * The entries by which an admin has settled or ended a payment: money by hand, with its day and way, and now and then a word
 * without any. A refunded payment was paid first. The payment's number makes the entries' ids unique.
 */
function handEntries(
  { status, amount }: { status: PaymentStatus; amount: number },
  { createdAt, settledAt, number }: { createdAt: Date; settledAt: Date; number: number },
): LedgerEntry[] {
  const entry = (moment: Date, place: number, fields: Partial<LedgerEntry>): LedgerEntry => {
    const id = idOf(moment, number * 3 + place).toHexString();
    const day = moment.toISOString().slice(0, 10);
    return {
      _id: id,
      step: id,
      kind: 'said',
      day,
      bookedOn: day,
      at: moment.toISOString(),
      by: 'admin',
      ...fields,
    };
  };
  const said = entry(settledAt, 1, { status });
  if (!isSettled(status) && status !== 'refunded') return [said];
  if (status === 'paid' && faker.number.float() < 0.03) return [{ ...said, word: true }];
  const way = weighted<HandWay>([
    ['other', 5],
    ['cheque', 3],
    ['cash', 2],
  ]);
  const isRefunded = status === 'refunded';
  const receipt = entry(isRefunded ? createdAt : settledAt, 0, { kind: 'receipt', way, amount });
  if (isRefunded) return [receipt, entry(settledAt, 2, { kind: 'refund', way, amount }), said];
  return status === 'paid' ? [receipt] : [receipt, said];
}

function payment(number: number, total: number, buyer: Buyer, taken: Set<string>, banked: number) {
  const createdAt = new Date(Math.max(momentOf(number, total).getTime(), buyer.createdAt.getTime()));
  const wanted = statusAt(lastDay - createdAt.getTime(), number >= total - Math.min(lastPending, total / 4));
  const paymentMethod = weighted<PaymentMethod>([
    [places[buyer.country].preferredMethod, 8],
    ['creditCard', 2],
  ]);
  const price = priceFor(buyer.country, buyer.province);
  const isBanked =
    (isSettled(wanted) || wanted === 'refunded') &&
    number >= total - banked &&
    paymentMethod !== 'creditCard' &&
    faker.number.float() < 0.85;
  const status = isBanked ? 'pending' : wanted;
  let milliseconds = createdAt.getTime();
  let referenceNumber = paymentReference(String(buyer._id), milliseconds);
  while (taken.has(referenceNumber)) referenceNumber = paymentReference(String(buyer._id), ++milliseconds);
  taken.add(referenceNumber);
  const settledAt = new Date(
    Math.min(createdAt.getTime() + faker.number.int({ min: 1, max: 14 }) * day, lastDay + 14 * day),
  );
  const statusHistory: { date: Date; status: PaymentStatus; by: string }[] = [
    { date: createdAt, status: 'pending', by: 'checkout' },
  ];
  if (status !== 'pending') statusHistory.push({ date: settledAt, status, by: 'admin' });
  const made = {
    _id: idOf(createdAt, number),
    customerId: buyer._id,
    ...price,
    quoted: quoteFor(buyer.country, buyer.province),
    paymentMethod,
    paymentType: paymentMethod,
    status,
    ...(status !== 'pending' && {
      ledger: handEntries({ status, amount: price.amount }, { createdAt, settledAt, number }),
    }),
    ...referenceFields(referenceNumber),
    terms: paymentTerms({ referenceNumber }, buyer.searched),
    transferDate: new Date(Math.floor(createdAt.getTime() / day) * day + 5 * day),
    transferReference: '',
    notes: '',
    language: defaultLanguage,
    statusHistory,
    source: 'checkout',
    createdBy: 'checkout',
    country: buyer.country,
    ...(buyer.province && { province: buyer.province }),
    createdAt,
    updatedAt: statusHistory.at(-1)?.date ?? createdAt,
    version: statusHistory.length - 1,
  };
  return { made, ...(isBanked && { wanted }) };
}

/** The statuses to which money by the bank leads, by the ids of the payments. */
export type Banked = ReadonlyMap<string, PaymentStatus>;

/**
 * Fills an empty database with generated, reproducible customers and payments and their statistics. Returns the
 * payments whose money has to come by the bank, by their ids, with the status that it leads to.
 * @throws CliError where there are customers or payments already
 */
export async function seed(
  connection: Connection,
  { customers, payments, start, banked = 0, onProgress, calendar = utcCalendar }: SeedOptions,
): Promise<Banked> {
  const customerCollection = connection.collection('customers');
  const paymentCollection = connection.collection('payments');
  if ((await customerCollection.findOne()) || (await paymentCollection.findOne()))
    throw new CliError(
      'The database has customers or payments already: seed an empty one (another DATA_DIR)',
    );
  // The seeded data has the current schema, so that the database needs no migration at its first start.
  await migrate(connection.getClient().db(connection.name));
  faker.seed(start);
  const accumulator = new StatsAccumulator();
  // Counts nothing yet, and keeps the zone of the days.
  await rebuildStats(connection, calendar);
  const buyers: Buyer[] = [];
  const insert = async (
    collection: typeof customerCollection,
    total: number,
    make: (number: number) => object,
    ready: Promise<unknown> = Promise.resolve(),
  ) => {
    const onTheWay: Promise<unknown>[] = [];
    for (let done = 0; done < total; done += batch) {
      const records = Array.from({ length: Math.min(batch, total - done) }, (_, offset) =>
        make(done + offset),
      );
      if (onTheWay.length === atOnce) await onTheWay.shift();
      onTheWay.push(ready.then(() => collection.insertMany(records, { ordered: false })));
      onProgress?.(`${collection.collectionName}: ${done + records.length} of ${total}`);
      // Yields, so that the driver can send the queued commands.
      await turn();
    }
    await Promise.all(onTheWay);
  };
  // Chooses buyers first, so that each customer is written once, with `hasPayment`.
  const chosen = Array.from({ length: customers ? payments : 0 }, () =>
    faker.number.int({ min: 0, max: customers - 1 }),
  );
  const withPayment = new Set(chosen);
  const parts = commonParts();
  await insert(customerCollection, customers, (number) => {
    const made = { ...customer(number, customers, parts), hasPayment: withPayment.has(number) };
    const { _id, country, province, hasPayment, createdAt, fullName, email, phone } = made;
    buyers.push({ _id, country, province, hasPayment, createdAt, searched: { fullName, email, phone } });
    accumulator.addCustomers(made, 1);
    return made;
  });
  // Building an index afterwards takes less time than updating it with each insert. Each collection is complete before
  // the next one begins, as the embedded database fills its pages best in ascending order.
  const customersDone = ensureIndexes({ schema: CustomerSchema, collection: customerCollection });
  const taken = new Set<string>();
  const awaited = new Map<string, PaymentStatus>();
  const makePayment = (number: number) => {
    const buyer = buyers[chosen[number] ?? 0] as Buyer;
    const { made, wanted } = payment(number, chosen.length, buyer, taken, banked);
    if (wanted) awaited.set(String(made._id), wanted);
    const time = { today: '', closedUntil: '', rate: defaultExchangeRates[made.currency] };
    const own = bookingsFor(made, [], time, 'admin');
    accumulator.addBooks({ ...made, bookings: own }, bookBuckets.idsOf);
    for (const booking of own) bookings.push(booking);
    const bookedOn = [...new Set(own.map((booking) => booking.bookedOn))];
    const { balance, expectedOn } = figureFields(made);
    const stored = { ...made, ...defined({ balance, expectedOn }), ...(bookedOn.length && { bookedOn }) };
    accumulator.addPayment(paymentBuckets.idsOf(calendar.dayOf(made.createdAt)), stored);
    return stored;
  };
  const bookings: StoredBooking[] = [];
  await Promise.all([customersDone, insert(paymentCollection, chosen.length, makePayment, customersDone)]);
  const bookingCollection = connection.collection('bookings');
  await insert(bookingCollection, bookings.length, (number) => bookings[number]!);
  await ensureIndexes({ schema: StoredBookingSchema, collection: bookingCollection });
  onProgress?.('Building the indexes');
  await ensureIndexes({ schema: PaymentSchema, collection: paymentCollection });
  await connection.withSession((session) =>
    session.withTransaction(() => mergeDeltas(connection, accumulator, session)),
  );
  return awaited;
}
