import type { ClientSession, Connection, mongo, Types } from 'mongoose';
import type { PaymentStatus } from '#domain/payments/payments';
import type { PaymentPayout } from '#domain/payments/payment-card';
import type { PlannedPart } from '#domain/payments/plan-parts';
import type { Attention } from '#domain/ledger/ways';
import type { BookedPayment } from '../books/ledger-act.js';
import type { StoredBooking } from '../books/booking.schema.js';
import { cursorBatches } from '../../platform/database/batches/cursor-batches.js';
import { inTransaction } from './rebuild.js';

type Id = Types.ObjectId;

/** Number of payments that are compared at one moment. */
export const batchSize = 1000;

export interface CheckedPayment extends BookedPayment {
  status: PaymentStatus;
  balance?: number;
  awaitsPayout?: string;
  expectedOn?: string;
  transferDate?: Date | null;
  plan?: PlannedPart[];
  partlyRefunded?: true;
  payout?: PaymentPayout;
  attention?: Attention[];
  bookedOn?: string[];
}

/** An allocation of a bank transaction to a payment, as its entry tells it. */
interface Allocation {
  _id: Id;
  paymentId: Id;
  cents: number;
  settledCents: number;
  shortfallCents?: number;
}

/** The parts of a bank transaction that payments' entries tell of. */
export interface Transaction {
  _id: Id;
  cents: number;
  day: string;
  allocations?: Allocation[];
  reversed?: Allocation[];
  offsets?: { _id: Id; kind: string; cents: number; day: string; transactionId: Id; paymentId?: Id }[];
}

/** The sums that a payment's entries of way bank and the bank transactions both tell, by kind and step. */
export type BankSums = Map<string, { cents: number; day: string }>;

/** The payments of a batch with all that belongs to them, read at one moment. */
export interface Batch {
  payments: CheckedPayment[];
  bookings: Map<string, StoredBooking[]>;
  bank: Map<string, BankSums>;
}

/** Adds to a sum; its day is that of the last part. */
export function addSum(sums: BankSums, key: string, cents: number, day: string): void {
  sums.set(key, { cents: cents + (sums.get(key)?.cents ?? 0), day });
}

/** Returns what bank transactions say of these payments. */
async function readBank({ db }: Connection, ids: readonly Id[], session: ClientSession) {
  const wanted = new Set(ids.map(String));
  const bank: Batch['bank'] = new Map();
  const sumsOf = ({ paymentId }: Allocation): BankSums => {
    const sums = bank.get(String(paymentId)) ?? new Map<string, { cents: number; day: string }>();
    bank.set(String(paymentId), sums);
    return sums;
  };
  const tell = (allocation: Allocation, { cents, day }: Transaction) => {
    const { _id, settledCents, shortfallCents } = allocation;
    addSum(sumsOf(allocation), `${cents > 0 ? 'receipt' : 'refund'} ${String(_id)}`, settledCents, day);
    if (shortfallCents) addSum(sumsOf(allocation), `shortfall ${String(_id)}`, shortfallCents, day);
  };
  const isWanted = ({ paymentId }: Allocation) => wanted.has(String(paymentId));
  const transactions = db!.collection<Transaction>('banktransactions');
  const projection = { cents: 1, day: 1, allocations: 1, reversed: 1, offsets: 1 };
  const find = (field: 'allocations' | 'reversed') =>
    transactions.find({ [`${field}.paymentId`]: { $in: ids } } as mongo.Filter<Transaction>, {
      session,
      projection,
    });
  for await (const transaction of find('allocations'))
    for (const allocation of (transaction.allocations ?? []).filter(isWanted)) tell(allocation, transaction);
  for await (const transaction of find('reversed'))
    for (const allocation of (transaction.reversed ?? []).filter(isWanted)) {
      tell(allocation, transaction);
      const offset = transaction.offsets?.find(({ kind }) => kind === 'reversal');
      if (offset)
        addSum(sumsOf(allocation), `reversal ${String(offset._id)}`, allocation.settledCents, offset.day);
    }
  return bank;
}

/** The projection of what is compared of a payment. */
const checkedFields = {
  referenceNumber: 1,
  customerId: 1,
  country: 1,
  province: 1,
  amount: 1,
  currency: 1,
  status: 1,
  ledger: 1,
  bookedOn: 1,
  balance: 1,
  attention: 1,
  'card.live': 1,
  'card.state': 1,
  awaitsPayout: 1,
  expectedOn: 1,
  transferDate: 1,
  plan: 1,
  payout: 1,
  partlyRefunded: 1,
} as const;

/** Reads the payments after an id with all that belongs to them, at the moment of the session's transaction. */
async function readBatch(
  connection: Connection,
  after: Id | undefined,
  session: ClientSession,
): Promise<Batch> {
  const { db } = connection;
  const payments = await db!
    .collection<CheckedPayment>('payments')
    .find(after ? { _id: { $gt: after } } : {}, { session })
    .project<CheckedPayment>(checkedFields)
    .sort({ _id: 1 })
    .limit(batchSize)
    .toArray();
  const ids = payments.map(({ _id }) => _id);
  const bookings: Batch['bookings'] = new Map();
  const own = db!.collection<StoredBooking>('bookings').find({ paymentId: { $in: ids } }, { session });
  for await (const booking of own.sort({ _id: 1 })) {
    const key = String(booking.paymentId);
    bookings.set(key, [...(bookings.get(key) ?? []), booking]);
  }
  return { payments, bookings, bank: await readBank(connection, ids, session) };
}

/** Does `work` with all payments in batches, each in a transaction of its own, and returns what it returns of all. */
export async function eachBatch<Result>(
  connection: Connection,
  work: (batch: Batch, session: ClientSession) => Promise<Result[]> | Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (let after: Id | undefined, isOver = false; !isOver;) {
    const from = after;
    const { made, last } = await inTransaction(connection, async (session) => {
      const batch = await readBatch(connection, from, session);
      return { made: await work(batch, session), last: batch.payments.at(-1)?._id };
    });
    results.push(...made);
    isOver = !last;
    after = last;
  }
  return results;
}

/** Yields the ids of payments that are not there, and are named by records of a collection, in batches. */
export async function* strays<Named extends { _id: Id }>(
  { db }: Connection,
  records: mongo.FindCursor<Named>,
  namedBy: (record: Named) => readonly Id[],
): AsyncGenerator<Id[]> {
  for await (const batch of cursorBatches(records)) {
    const ids = batch.flatMap(namedBy);
    const found = await db!
      .collection('payments')
      .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
      .toArray();
    const known = new Set(found.map(({ _id }) => String(_id)));
    yield ids.filter((id) => !known.has(String(id)));
  }
}

/** Yields the ids of payments that bookings name and that are not there, in batches. */
export const strayBookings = (connection: Connection) =>
  strays(
    connection,
    connection
      .db!.collection<StoredBooking>('bookings')
      .find({}, { projection: { paymentId: 1 }, batchSize }) as unknown as mongo.FindCursor<{
      _id: Id;
      paymentId: Id;
    }>,
    ({ paymentId }) => [paymentId],
  );
