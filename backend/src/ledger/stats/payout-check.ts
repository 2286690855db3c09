import type { ClientSession, Connection, mongo, Types } from 'mongoose';
import { type Cents, type Currency, sumOfCents, toAmount } from '#domain/platform/money';
import {
  type BookedFees,
  feesOf,
  isChargeLine,
  isOfPayment,
  type LineMoney,
  payoutState,
  sumsOf,
} from '#domain/payouts/payout-figures';
import type { PaymentPayout } from '#domain/payments/payment-card';
import type { PayoutState } from '#domain/payouts/payouts';
import { money } from './ledger-figures.js';
import { inTransaction } from './rebuild.js';

type Id = Types.ObjectId;

/** Number of payouts that are compared at one moment. */
const batchSize = 100;

export interface Payout {
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
  fees: BookedFees[];
}

export interface Line extends LineMoney {
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

function grouped<Record>(
  records: readonly Record[],
  keyOf: (record: Record) => string,
): Map<string, Record[]> {
  const groups = new Map<string, Record[]>();
  for (const record of records) {
    const key = keyOf(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}

/** Returns the lines that are about a payment which is not known. */
export const unknownLines = (lines: readonly Line[]): Line[] =>
  lines.filter((line) => isOfPayment(line) && !line.paymentId);

/** Returns the figures of a payout as its lines and its bank transaction make them. */
export function madeFigures(payout: Payout, lines: readonly Line[]) {
  const sums = sumsOf(lines);
  return {
    ...sums,
    withoutPayment: unknownLines(lines).length,
    state: payoutState({ ...payout, ...sums }),
  };
}

/** Returns the fees that are booked for a payout, and those that its lines make. */
export const bookedFees = ({ fees }: Payout, lines: readonly Line[]) => ({
  stored: sumOfCents(fees.map(({ cents }) => cents)),
  made: sumOfCents(lines.map(feesOf)),
});

/** Returns a line for each figure of a payout that its lines make otherwise. */
export function figureLines(payout: Payout, lines: readonly Line[]): string[] {
  const { withoutPayment = 0 } = payout;
  const made = madeFigures(payout, lines);
  const fees = bookedFees(payout, lines);
  const compared: [name: string, stored: unknown, made: unknown][] = [
    ['gross', money(payout.grossCents), money(made.grossCents)],
    ['fee', money(payout.feeCents), money(made.feeCents)],
    ['net', money(payout.netCents), money(made.netCents)],
    ['booked fees', money(fees.stored), money(fees.made)],
    ['number of lines', payout.lineCount, made.lineCount],
    ['number of lines without a payment', withoutPayment, made.withoutPayment],
    ['number of lines marked so', withoutPayment, lines.filter(({ isUnknown }) => isUnknown).length],
    ['state', payout.state, made.state],
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

/** Returns the payout that each payment has by its charge's line, where the payment names another, or another day or fee. */
export function wrongPayouts(
  { _id: id, day, currency }: Payout,
  lines: readonly Line[],
  payments: ReadonlyMap<string, Payment>,
): { line: Line; paymentId: Id; payout: PaymentPayout }[] {
  return lines.flatMap((line) => {
    const payment = payments.get(String(line.paymentId));
    const payout = { id, day, fee: toAmount(feesOf(line)), currency };
    return !payment || !isChargeLine(line) || isSamePayout(payment.payout, payout)
      ? []
      : [{ line, paymentId: payment._id, payout }];
  });
}

/** Returns a line for each charge whose payment is not there, or does not name the payout, with its day and fee. */
const paymentLines = (payout: Payout, lines: readonly Line[], payments: ReadonlyMap<string, Payment>) => [
  ...lines
    .filter(({ paymentId }) => paymentId && !payments.has(String(paymentId)))
    .map((line) => `line ${line._id} names a payment that is not there: ${String(line.paymentId)}`),
  ...wrongPayouts(payout, lines, payments).map(
    ({ line, paymentId }) =>
      `payment ${String(paymentId)} names another payout, day or fee than line ${line._id}`,
  ),
];

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

/** A payout with its lines, and the payments and bank transactions of its batch, read at one moment. */
export interface ReadPayout {
  payout: Payout;
  lines: Line[];
  transactions: Transaction[];
  payments: ReadonlyMap<string, Payment>;
}

/** Returns what `work` returns for all payouts, each batch in one transaction. */
export async function eachPayoutBatch<Result>(
  connection: Connection,
  work: (payouts: ReadPayout[], session: ClientSession) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const batch = await inTransaction(connection, async (session) => {
      const { payouts, transactions, ...found } = await readBatch(connection, from, session);
      const lines = grouped(found.lines, ({ payoutId }) => payoutId);
      const payments = new Map(found.payments.map((payment) => [String(payment._id), payment]));
      const read = payouts.map((payout) => ({
        payout,
        lines: lines.get(payout._id) ?? [],
        transactions,
        payments,
      }));
      return { last: payouts.at(-1)?._id, made: await work(read, session) };
    });
    results.push(...batch.made);
    after = batch.last;
  }
  return results;
}

/**
 * Returns a line for each payout whose sums, fees and state differ from its lines and its bank transaction, and for each
 * payment by card that names another payout than its charge's. Each batch is compared at one moment.
 */
export async function verifyPayouts(connection: Connection): Promise<string[]> {
  const differences = await eachPayoutBatch(connection, (batch) =>
    Promise.resolve(
      batch.flatMap(({ payout, lines, transactions, payments }) =>
        [
          ...figureLines(payout, lines),
          ...bankLines(payout, transactions),
          ...paymentLines(payout, lines, payments),
        ].map((line) => `Payout ${payout._id}: ${line}`),
      ),
    ),
  );
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
