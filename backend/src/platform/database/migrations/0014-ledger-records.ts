import type { mongo, Types } from 'mongoose';
import { asCents, toAmount } from '#domain/platform/money';
import type { StoredCardEvent } from '../../../cards/card-event.schema.js';
import type {
  BankTransaction,
  StoredAllocation,
} from '../../../bank/transactions/bank-transaction.schema.js';
import type { BankRecord, EarlierPayment } from './0014-ledger-of.js';
import type { Database } from './migration.js';

type Id = Types.ObjectId;

/** The fields of a payment by which its records are read. */
interface ReadPayment extends Pick<EarlierPayment, '_id' | 'card'> {
  customerId?: Id;
  province?: string;
  paymentDetails?: { province?: unknown };
}

/** Groups what belongs to payments by their ids. */
class ByPayment<Value> {
  private readonly values = new Map<string, Value[]>();
  add(id: Id, value: Value): void {
    this.values.set(String(id), [...this.of(id), value]);
  }
  of(id: Id): readonly Value[] {
    return this.values.get(String(id)) ?? [];
  }
}

/** Returns the record of an allocation; its own id is that of the entry and the step. */
function recordOf(transaction: BankTransaction, allocation: StoredAllocation): BankRecord {
  const { _id, cents, settledCents, paymentCurrency, shortfallCents = asCents(0), note, at } = allocation;
  const id = _id.toHexString();
  const { currency, day } = transaction;
  return {
    kind: transaction.cents > 0 ? 'receipt' : 'refund',
    entry: {
      ...{ _id: id, step: id, way: 'bank', amount: toAmount(settledCents), day },
      ...(paymentCurrency !== currency && { original: { amount: toAmount(cents), currency } }),
      evidence: { transactionId: transaction._id.toHexString(), allocationId: id },
      ...(note && { note }),
    },
    ...{ shortfall: shortfallCents, at, by: allocation.by },
  };
}

/** Returns the records of an allocation that the bank has reversed: its receipt, and the reversal. */
function reversedRecords(transaction: BankTransaction, allocation: StoredAllocation): BankRecord[] {
  const receipt = recordOf(transaction, allocation);
  const offset = transaction.offsets?.find(({ kind }) => kind === 'reversal');
  if (!offset) return [receipt];
  const reversal: BankRecord = {
    kind: 'reversal',
    entry: {
      ...{ step: offset._id.toHexString(), of: allocation._id.toHexString(), way: 'bank' },
      ...{ amount: receipt.entry.amount, day: offset.day },
      evidence: { transactionId: String(offset.transactionId) },
    },
    ...{ shortfall: receipt.shortfall, at: offset.at, by: offset.by },
  };
  return [receipt, reversal];
}

/** Reads what the bank transactions did to these payments. */
export async function readBank(database: Database, ids: readonly Id[]): Promise<ByPayment<BankRecord>> {
  const transactions = database.collection<BankTransaction>('banktransactions');
  const projection = { cents: 1, currency: 1, day: 1, allocations: 1, reversed: 1, offsets: 1 };
  const wanted = new Set(ids.map(String));
  const records = new ByPayment<BankRecord>();
  const isWanted = ({ paymentId }: StoredAllocation) => wanted.has(String(paymentId));
  const allocated = { 'allocations.paymentId': { $in: ids } } as mongo.Filter<BankTransaction>;
  for await (const transaction of transactions.find(allocated, { projection }))
    for (const allocation of transaction.allocations.filter(isWanted))
      records.add(allocation.paymentId, recordOf(transaction, allocation));
  const reversed = { 'reversed.paymentId': { $in: ids } } as mongo.Filter<BankTransaction>;
  for await (const transaction of transactions.find(reversed, { projection }))
    for (const allocation of (transaction.reversed ?? []).filter(isWanted))
      for (const record of reversedRecords(transaction, allocation))
        records.add(allocation.paymentId, record);
  return records;
}

/** Reads the events that are applied to these payments, in the order of their arrival. */
export async function readEvents(
  database: Database,
  payments: readonly ReadPayment[],
): Promise<ByPayment<StoredCardEvent>> {
  const events = new ByPayment<StoredCardEvent>();
  const paymentId = { $in: payments.filter(({ card }) => card).map(({ _id }) => _id) };
  if (!paymentId.$in.length) return events;
  const applied = database.collection<StoredCardEvent>('cardevents').find({ paymentId, state: 'applied' });
  for await (const event of applied.sort({ createdAt: 1, occurredAt: 1, _id: 1 }))
    events.add(event.paymentId!, event);
  return events;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined;

/** Returns the provinces of the payments that have none yet: what the visitor typed, else that of the customer. */
export async function readProvinces(
  database: Database,
  payments: readonly ReadPayment[],
): Promise<Map<string, string>> {
  const typed = (payment: ReadPayment) => textOf(payment.paymentDetails?.province);
  const lacking = payments.filter(({ province }) => !province);
  const ids = lacking.filter((payment) => !typed(payment)).flatMap(({ customerId }) => customerId ?? []);
  const customers = database
    .collection('customers')
    .find({ _id: { $in: ids }, province: { $gt: '' } })
    .project<{ _id: Id; province: string }>({ province: 1 });
  const own = new Map<string, string>();
  for await (const { _id, province } of customers) own.set(String(_id), province);
  return new Map(
    lacking.flatMap((payment) => {
      const province = typed(payment) ?? own.get(String(payment.customerId));
      return province ? [[String(payment._id), province] as const] : [];
    }),
  );
}
