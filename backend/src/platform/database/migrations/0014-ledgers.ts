import type { mongo, Types } from 'mongoose';
import { type Calendar, calendarOf } from '#domain/platform/calendar';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { asCents, defaultExchangeRates } from '#domain/platform/money';
import { bookingsFor } from '../../../ledger/books/booked-payment.js';
import type { StoredBooking } from '../../../ledger/books/booking.schema.js';
import { type BooksRecord, closingId } from '../../../ledger/books/closing.schema.js';
import { figureFields } from '../../../payments/payment-record.js';
import { bookBucketIds } from '../../../ledger/stats/book-keys.js';
import { mergeDeltas } from '../../../ledger/stats/merge-deltas.js';
import { StatsAccumulator } from '../../../ledger/stats/stats-accumulator.js';
import { storedCalendar } from '../../../ledger/stats/rebuild.js';
import {
  isPaymentBucketId,
  parseBalanceGroupKey,
  paymentBucketIds,
} from '../../../ledger/stats/stats-keys.js';
import {
  deltaFilter,
  mergeCounterId,
  type StatsBucket,
  type StatsDelta,
} from '../../../ledger/stats/stats.schema.js';
import { cursorBatches, prefetch } from '../batches/cursor-batches.js';
import { type EarlierPayment, ledgerOf } from './0014-ledger-of.js';
import { readBank, readEvents, readProvinces } from './0014-ledger-records.js';
import type { Database, Migration, MigrationSettings } from './migration.js';

type Id = Types.ObjectId;

interface Payment extends EarlierPayment {
  paymentMethod?: string;
  customerId?: Id;
  country?: string;
  province?: string;
  paymentDetails?: { province?: unknown };
  ledger?: LedgerEntry[];
}

/** The sums of earlier versions, which follow from the entries now. */
const formerFields = ['received', 'refunded', 'shortfall', 'reversed', 'owedAgain', 'statusByHand'] as const;

const readFields = [
  ...(['referenceNumber', 'amount', 'currency', 'status', 'statusHistory', 'card', 'createdAt'] as const),
  ...(['paymentMethod', 'customerId', 'country', 'province', 'paymentDetails.province'] as const),
  ...formerFields,
];

const batchSize = 1000;
/** Number of payments after which the progress is told. */
const progressStep = 10_000;

/** The actor of what the migration makes itself. */
const by = 'migration';

const defaults: MigrationSettings = {
  timeZone: 'UTC',
  exchangeRates: defaultExchangeRates,
  onProgress: () => undefined,
};

/** The days as the migration finds them. */
interface Days {
  calendar: Calendar;
  today: string;
  closedUntil: string;
  /** The one by whose days the statistics count payments. */
  counted: Calendar;
}

/** A batch of payments as it is to be stored, with what it adds to the statistics. */
interface Converted {
  count: number;
  updates: mongo.AnyBulkWriteOperation<Payment>[];
  bookings: StoredBooking[];
  sums: StatsAccumulator;
}

/** Converts payments that have no entries yet; told once for each whose records contradict it. */
async function convert(
  database: Database,
  payments: Payment[],
  { calendar, today, closedUntil, counted }: Days,
  { exchangeRates, onProgress }: MigrationSettings,
): Promise<Converted> {
  const ids = payments.map(({ _id }) => _id);
  const [bank, events, provinces] = await Promise.all([
    readBank(database, ids),
    readEvents(database, payments),
    readProvinces(database, payments),
  ]);
  const bookings: StoredBooking[] = [];
  const sums = new StatsAccumulator();
  const updates = payments.flatMap((payment) => {
    const { _id, amount = 0, referenceNumber = '' } = payment;
    const made = ledgerOf(payment, bank.of(_id), events.of(_id), calendar);
    const name = referenceNumber || String(_id);
    if (made.contradiction) onProgress(`${name} contradicts its records: ${made.contradiction}`);
    if (payment.card?.live !== false)
      for (const difference of made.differences) onProgress(`${name} ${difference}`);
    const ledger = made.ledger.map((entry) =>
      entry.day <= closedUntil ? { ...entry, bookedOn: today } : entry,
    );
    const province = provinces.get(String(_id));
    const former = formerFields.filter((field) => payment[field as keyof Payment] !== undefined);
    if (!ledger.length && !province && !former.length) return [];
    const booked = { ...payment, amount, referenceNumber, ledger, ...(province && { province }) };
    const rate = exchangeRates[payment.currency] ?? 0;
    const own =
      payment.card?.live === false ? [] : bookingsFor(booked as never, [], { today, closedUntil, rate }, by);
    for (const booking of own) bookings.push(booking);
    sums.addBooks({ ...payment, ledger, bookings: own }, bookBucketIds);
    const { attention, balance } = figureFields({ ...payment, amount, ledger });
    addBalance(sums, { ...payment, ...(balance && { balance }) }, counted);
    const bookedOn = [...new Set(own.map((booking) => booking.bookedOn))];
    const $set = {
      ...(province && { province }),
      ...(ledger.length && { ledger }),
      ...(bookedOn.length && { bookedOn }),
      ...(attention && { attention }),
      ...(balance && { balance }),
    };
    const $unset = Object.fromEntries(former.map((field) => [field, '' as const]));
    const update: mongo.UpdateFilter<Payment> = {
      ...(Object.keys($set).length && { $set }),
      ...(former.length && { $unset }),
    };
    return [{ updateOne: { filter: { _id, ledger: { $exists: false } }, update } }];
  });
  return { count: payments.length, updates, bookings, sums };
}

/** Adds a payment's balance to the statistics, which have its number already. */
function addBalance(
  sums: StatsAccumulator,
  payment: Payment & { balance?: number },
  counted: Calendar,
): void {
  const { createdAt, balance, ...group } = payment;
  if (!createdAt || !balance) return;
  const bucketIds = paymentBucketIds(createdAt, counted);
  const former = new StatsAccumulator();
  former.addPayment(bucketIds, { ...group, createdAt });
  sums.addPayment(bucketIds, { ...group, createdAt, balance });
  sums.subtract(former);
}

/** Stores a batch with its statistics in one transaction, so that a run that is killed has stored all of it or nothing. */
async function store(database: Database, { updates, bookings, sums }: Converted): Promise<void> {
  if (!updates.length) return;
  await database.client.withSession((session) =>
    session.withTransaction(
      async () => {
        const options = { ordered: false, session };
        const { matchedCount } = await database.collection<Payment>('payments').bulkWrite(updates, options);
        if (matchedCount !== updates.length) throw new Error('payments are changed by another program');
        if (bookings.length)
          await database.collection<StoredBooking>('bookings').insertMany(bookings, options);
        await mergeDeltas({ db: database }, sums, session);
      },
      { writeConcern: { w: 'majority' } },
    ),
  );
}

/** Takes the amounts out of the groups of payments: the books have them. */
async function clearAmounts(database: Database): Promise<void> {
  const buckets = database.collection<StatsBucket>('figures');
  const deltas = database.collection<StatsDelta>('figurechanges');
  const updates: mongo.AnyBulkWriteOperation<StatsBucket>[] = [];
  for await (const { _id, cells } of buckets.find({}))
    if (isPaymentBucketId(_id)) {
      const counts = Object.entries(cells).map(([group, { count, cents }]) => [
        group,
        { count, cents: parseBalanceGroupKey(group) ? cents : 0 },
      ]);
      updates.push({
        updateOne: { filter: { _id }, update: { $set: { cells: Object.fromEntries(counts) as never } } },
      });
    }
  if (updates.length) await buckets.bulkWrite(updates, { ordered: false });
  for await (const { _id, sheets, cell } of deltas.find(deltaFilter))
    if (sheets.some(isPaymentBucketId) && !parseBalanceGroupKey(cell))
      await deltas.updateOne({ _id }, { $set: { cents: asCents(0) } });
  await deltas.updateOne({ _id: mergeCounterId }, { $inc: { folds: 1 } }, { upsert: true });
}

/** Creates the indexes that a check of the ledgers needs, as the schemas declare them: it may be made before a start. */
async function createIndexes(database: Database): Promise<void> {
  const days = ['bookedOn', 'ledger.bookedOn', 'ledger.voided.bookedOn'];
  await database
    .collection('bookings')
    .createIndexes([{ key: { paymentId: 1, _id: 1 } }, { key: { bookedOn: 1, _id: 1 } }]);
  await database
    .collection('payments')
    .createIndexes(days.map((field) => ({ key: { [field]: 1 }, sparse: true })));
}

/**
 * Writes the entries of each payment from its history and the records of bank and card, with their bookings, in place of
 * the sums of earlier versions. Unlike other migrations it uses the rules of the running version: what the entries make is
 * compared with what was stored. A payment is converted once it has entries, or has the former fields no more.
 */
export const ledgersMigration: Migration = {
  number: 14,
  name: 'ledgers',
  async run(database, settings = defaults) {
    const { timeZone, onProgress } = settings;
    const calendar = calendarOf(timeZone);
    const closing = await database.collection<BooksRecord>('books').findOne({ _id: closingId });
    const days: Days = {
      ...{ calendar, today: calendar.dayOf(new Date()), closedUntil: closing?.closedUntil ?? '' },
      counted: await storedCalendar({ db: database }),
    };
    const payments = database.collection<Payment>('payments');
    const total = await payments.countDocuments();
    const projection = Object.fromEntries(readFields.map((field) => [field, 1]));
    const found = payments.find({ ledger: { $exists: false } }, { projection, batchSize }).sort({ _id: 1 });
    let done = 0;
    const batches = prefetch(cursorBatches(found));
    async function* converted() {
      for await (const batch of batches) yield convert(database, batch, days, settings);
    }
    // One batch is converted while the one before it is stored.
    for await (const batch of prefetch(converted())) {
      await store(database, batch);
      if (Math.floor((done + batch.count) / progressStep) > Math.floor(done / progressStep))
        onProgress(`Entries of ${done + batch.count} of ${total} payments`);
      done += batch.count;
    }
    await clearAmounts(database);
    await createIndexes(database);
  },
};
