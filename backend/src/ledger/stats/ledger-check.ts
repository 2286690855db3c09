import { type Connection, Types } from 'mongoose';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { asCents, toAmount, toCents } from '#domain/platform/money';
import { cursorBatches } from '../../platform/database/batches/cursor-batches.js';
import {
  addSum,
  type BankSums,
  type Batch,
  batchSize,
  type CheckedPayment,
  eachBatch,
  strayBookings,
  strays,
  type Transaction,
} from './ledger-batches.js';
import { bookingLines, derivedFields, money, written, wrongFields } from './ledger-figures.js';

/** Returns what a payment's own entries of the bank say. */
function bankEntries(ledger: readonly LedgerEntry[]): BankSums {
  const sums: BankSums = new Map();
  for (const { kind, way, step, amount = 0, day, voided } of ledger)
    if (!voided && kind !== 'refundReturned' && (way === 'bank' || kind === 'shortfall'))
      addSum(sums, `${kind} ${step}`, toCents(amount), day);
  return sums;
}

function bankLines({ ledger = [] }: CheckedPayment, bank: BankSums): string[] {
  const entries = bankEntries(ledger);
  return [...new Set([...entries.keys(), ...bank.keys()])].flatMap((key) => {
    const [entry, told] = [entries.get(key), bank.get(key)];
    if (entry?.cents === told?.cents && entry?.day === told?.day) return [];
    const say = (one: { cents: number; day: string } | undefined) =>
      one ? `${money(one.cents)} on ${one.day}` : 'nothing';
    return [`${key} is ${say(entry)} in the entries, ${say(told)} in the bank transactions`];
  });
}

/** The most that a part of a refund in another currency is rounded by, where other parts were undone; in cents. */
const mostRounded = 2;

/**
 * Returns a line for each refund that came back of which the bank transaction and the payment's entries differ: the
 * transaction names the payment, and the payment's entry the transaction.
 */
async function returnedLines({ db }: Connection): Promise<string[]> {
  const lines: string[] = [];
  const payments = db!.collection<CheckedPayment>('payments');
  const transactions = db!.collection<Transaction>('banktransactions');
  const isReturned = ({ kind, voided }: LedgerEntry) => kind === 'refundReturned' && !voided;
  const told = transactions.find(
    { 'offsets.kind': 'refundReturned' },
    { projection: { day: 1, offsets: 1 }, batchSize },
  );
  for await (const batch of cursorBatches(told)) {
    const offsets = batch.flatMap(({ _id, day, offsets: all = [] }) =>
      all
        .filter(({ kind }) => kind === 'refundReturned')
        .map((offset) => ({ ...offset, day, transactionId: _id })),
    );
    const paymentIds = offsets.flatMap(({ paymentId }) => paymentId ?? []);
    const found = await payments
      .find({ _id: { $in: paymentIds } }, { projection: { referenceNumber: 1, ledger: 1 } })
      .toArray();
    const ledgers = new Map(found.map((payment) => [String(payment._id), payment]));
    for (const { _id, cents, day, transactionId, paymentId } of offsets) {
      const { ledger = [], referenceNumber = String(paymentId) } = ledgers.get(String(paymentId)) ?? {};
      const entry = ledger.find((one) => isReturned(one) && one.step === String(_id));
      const refund = ledger.find((one) => one._id === entry?.of);
      const { amount = 0, original } = refund ?? {};
      // A part of a refund in another currency has the same part of what that settled, rounded so that parts add up.
      const settled = Math.round((toCents(amount) * cents) / toCents(original?.amount ?? amount));
      const difference = Math.abs(toCents(entry?.amount ?? 0) - settled);
      const moved = toCents(entry?.original?.amount ?? toAmount(asCents(cents)));
      if (entry?.day !== day || moved !== cents || difference > (entry.original ? mostRounded : 0))
        lines.push(
          `${referenceNumber}: ${money(cents)} came back on ${day} by transaction ${String(transactionId)}, its entry is another`,
        );
    }
  }
  const named = payments.find(
    { 'ledger.kind': 'refundReturned' },
    { projection: { referenceNumber: 1, ledger: 1 }, batchSize },
  );
  for await (const batch of cursorBatches(named)) {
    const entries = batch.flatMap(({ referenceNumber, ledger = [] }) =>
      ledger.filter(isReturned).map(({ step, evidence }) => ({ referenceNumber, step, evidence })),
    );
    const ids = entries.flatMap(({ evidence }) => evidence?.transactionId ?? []);
    const _ids = { $in: ids.map((id) => new Types.ObjectId(id)) };
    const found = transactions.find({ _id: _ids }, { projection: { offsets: 1 } });
    const known = new Set<string>();
    for await (const { offsets = [] } of found) for (const { _id } of offsets) known.add(String(_id));
    for (const { referenceNumber, step } of entries)
      if (!known.has(step))
        lines.push(`${referenceNumber}: no bank transaction has the refund that came back in step ${step}`);
  }
  return lines;
}

const strayAllocations = (connection: Connection) =>
  strays(
    connection,
    connection
      .db!.collection<Transaction>('banktransactions')
      .find(
        { 'allocations.0': { $exists: true } },
        { projection: { 'allocations.paymentId': 1 }, batchSize },
      ),
    ({ allocations = [] }) => allocations.map(({ paymentId }) => paymentId),
  );

/** Returns a line for each difference of a payment; see verifyLedgers. */
function linesOf({ payments, bookings, bank }: Batch): string[] {
  return payments.flatMap((payment) => {
    const own = bookings.get(String(payment._id)) ?? [];
    const derived = derivedFields(payment, own);
    const figures = wrongFields(payment, derived).map(
      (name) => `${name} is ${written(payment[name])}, its entries make ${written(derived[name])}`,
    );
    const told = bankLines(payment, bank.get(String(payment._id)) ?? new Map<string, never>());
    return [...figures, ...bookingLines(payment, own), ...told].map(
      (line) => `${payment.referenceNumber}: ${line}`,
    );
  });
}

/**
 * Returns a line for each payment whose stored figures, bookings or entries of the bank differ from what they follow from:
 * status, balance, attention and days of booking from the entries, bookings from the sale, entries of way bank from the
 * allocations and offsets of the bank transactions. Each batch is compared at one moment, while records are written.
 */
export async function verifyLedgers(connection: Connection): Promise<string[]> {
  const lines = await eachBatch(connection, linesOf);
  lines.push(...(await returnedLines(connection)));
  for (const [named, found] of [
    ['bookings', strayBookings(connection)],
    ['bank transactions', strayAllocations(connection)],
  ] as const)
    for await (const ids of found)
      for (const id of new Set(ids.map(String)))
        lines.push(`${named} name a payment that is not there: ${id}`);
  return lines;
}
