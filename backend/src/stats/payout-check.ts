import type { ClientSession, Connection, mongo, Types } from 'mongoose';
import { type Cents, type Currency, sumOfCents, toAmount } from '#domain/money';
import {
  feesOf,
  isChargeLine,
  isOfPayment,
  type LineMoney,
  payoutState,
  sumsOf,
} from '#domain/payoutFigures';
import type { PaymentPayout } from '#domain/paymentCard';
import type { PayoutState } from '#domain/payouts';
import { money } from './ledger-figures.js';
import { inTransaction } from './rebuild.js';

type Id = Types.ObjectId;

/** Number of payouts that are compared at one moment. */
const batchSize = 100;

interface Payout {
  _id: string;
  day: string;
  currency: Currency;
  grossCents: Cents;
  feeCents: Cents;
  netCents: Cents;
  lineCount: number;
  withoutPayment?: number;
  state: PayoutState;
  bankTransactionId?: Id;
  bankCents?: Cents;
  fees: { cents: Cents }[];
}

interface Line extends LineMoney {
  _id: string;
  payoutId: string;
  paymentIntentId?: string;
  paymentId?: Id;
  isUnknown?: true;
}

interface Transaction {
  _id: Id;
  cents: Cents;
  offsets?: { kind: string; payoutId?: string }[];
}

interface Payment {
  _id: Id;
  payout?: PaymentPayout;
}

/** Groups records by a key. */
function grouped<Record>(
  records: readonly Record[],
  keyOf: (record: Record) => string,
): Map<string, Record[]> {
  const groups = new Map<string, Record[]>();
  for (const record of records) groups.set(keyOf(record), [...(groups.get(keyOf(record)) ?? []), record]);
  return groups;
}

/** Returns a line for each figure of a payout that its lines make otherwise. */
function figureLines(payout: Payout, lines: readonly Line[]): string[] {
  const { fees, withoutPayment = 0 } = payout;
  const { grossCents, feeCents, netCents, lineCount } = sumsOf(lines);
  const unknown = lines.filter((line) => isOfPayment(line) && !line.paymentId).length;
  const compared: [name: string, stored: unknown, made: unknown][] = [
    ['gross', money(payout.grossCents), money(grossCents)],
    ['fee', money(payout.feeCents), money(feeCents)],
    ['net', money(payout.netCents), money(netCents)],
    ['booked fees', money(sumOfCents(fees.map(({ cents }) => cents))), money(sumOfCents(lines.map(feesOf)))],
    ['number of lines', payout.lineCount, lineCount],
    ['number of lines without a payment', withoutPayment, unknown],
    ['number of lines marked so', withoutPayment, lines.filter(({ isUnknown }) => isUnknown).length],
    ['state', payout.state, payoutState(payout)],
  ];
  return compared
    .filter(([, stored, made]) => stored !== made)
    .map(([name, stored, made]) => `${name} is ${String(stored)}, its lines make ${String(made)}`);
}

/** Returns a line where a payout and its bank transaction do not name each other, with the same amount. */
function bankLines({ _id, bankTransactionId, bankCents }: Payout, found: readonly Transaction[]): string[] {
  const isIt = (transaction: Transaction) => transaction._id.equals(bankTransactionId ?? '');
  const named = found.filter(({ offsets = [] }) => offsets.some(({ payoutId }) => payoutId === _id));
  const transaction = found.find(isIt);
  const strays = named
    .filter((one) => !isIt(one))
    .map((one) => `bank transaction ${String(one._id)} names it`);
  if (!bankTransactionId) return strays;
  if (!named.some(isIt)) return [...strays, `bank transaction ${String(bankTransactionId)} does not name it`];
  return transaction?.cents === bankCents ? strays : [...strays, 'its bank transaction has another amount'];
}

const isSamePayout = (one: PaymentPayout | undefined, other: PaymentPayout): boolean =>
  one?.id === other.id && one.day === other.day && one.fee === other.fee && one.currency === other.currency;

/** Returns a line for each charge whose payment does not name the payout, with its day and fee. */
function paymentLines(
  payout: Payout,
  lines: readonly Line[],
  payments: ReadonlyMap<string, Payment>,
): string[] {
  const { _id: id, day, currency } = payout;
  return lines.flatMap((line) => {
    if (!line.paymentId) return [];
    const payment = payments.get(String(line.paymentId));
    if (!payment) return [`line ${line._id} names a payment that is not there: ${String(line.paymentId)}`];
    const made = { id, day, fee: toAmount(feesOf(line)), currency };
    return !isChargeLine(line) || isSamePayout(payment.payout, made)
      ? []
      : [`payment ${String(payment._id)} names another payout, day or fee than line ${line._id}`];
  });
}

async function readBatch({ db }: Connection, after: string, session: ClientSession) {
  const payouts = await db!
    .collection<Payout>('cardpayouts')
    .find({ _id: { $gt: after } }, { session })
    .sort({ _id: 1 })
    .limit(batchSize)
    .toArray();
  const ids = payouts.map(({ _id }) => _id);
  const lines = await db!
    .collection<Line>('cardpayoutlines')
    .find({ payoutId: { $in: ids } }, { session })
    .toArray();
  const bankIds = payouts.flatMap(({ bankTransactionId }) => bankTransactionId ?? []);
  const transactions = await db!
    .collection<Transaction>('banktransactions')
    .find(
      { $or: [{ _id: { $in: bankIds } }, { 'offsets.payoutId': { $in: ids } }] } as mongo.Filter<Transaction>,
      {
        session,
        projection: { cents: 1, offsets: 1 },
      },
    )
    .toArray();
  const paymentIds = lines.flatMap(({ paymentId }) => paymentId ?? []);
  const payments = await db!
    .collection<Payment>('payments')
    .find({ _id: { $in: paymentIds } }, { session, projection: { payout: 1 } })
    .toArray();
  return { payouts, lines, transactions, payments };
}

/**
 * Returns a line for each payout whose sums, fees and state differ from its lines and its bank transaction, and for each
 * payment by card that names another payout than its charge's. Each batch is compared at one moment.
 */
export async function verifyPayouts(connection: Connection): Promise<string[]> {
  const differences: string[] = [];
  for (let after = '', isOver = false; !isOver;) {
    const from = after;
    const batch = await inTransaction(connection, (session) => readBatch(connection, from, session));
    const lines = grouped(batch.lines, ({ payoutId }) => payoutId);
    const payments = new Map(batch.payments.map((payment) => [String(payment._id), payment]));
    for (const payout of batch.payouts) {
      const own = lines.get(payout._id) ?? [];
      const found = [
        ...figureLines(payout, own),
        ...bankLines(payout, batch.transactions),
        ...paymentLines(payout, own, payments),
      ];
      differences.push(...found.map((line) => `Payout ${payout._id}: ${line}`));
    }
    const last = batch.payouts.at(-1);
    isOver = !last;
    after = last?._id ?? '';
  }
  const { db } = connection;
  const named = (await db!.collection('banktransactions').distinct('offsets.payoutId')) as string[];
  const known = db!
    .collection<Payout>('cardpayouts')
    .find({ _id: { $in: named } }, { projection: { _id: 1 } });
  const found = new Set((await known.toArray()).map(({ _id }) => _id));
  differences.push(
    ...named
      .filter((id) => !found.has(id))
      .map((id) => `bank transactions name a payout that is not there: ${id}`),
  );
  return differences;
}
