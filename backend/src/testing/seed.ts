import type { LedgerEntry } from '#domain/ledger/ledger';
import { type LedgerRecord, shownFigures } from '#domain/ledger/payment-money';
import { runProgram } from './run-program.js';
import { type TestApp, testSecret } from './test-app.js';

interface Transaction {
  day: string;
  text: string;
  cents: number;
  restCents: number;
  state: string;
  candidates: object[];
}

/** Returns the stored data, without the values that depend on the time of the seed. */
export const contents = async ({ connection }: TestApp) => {
  const payments = await connection
    .collection('payments')
    .find<Record<string, unknown>>({})
    .sort({ _id: 1 })
    .toArray();
  const transactions = await connection.collection('banktransactions').find<Transaction>({}).toArray();
  const isSeededBefore = ({ source }: Record<string, unknown>) => source !== 'card';
  return {
    customers: await connection
      .collection('customers')
      .find({}, { projection: { paymentsChangedAt: 0 } })
      .sort({ _id: 1 })
      .toArray(),
    payments: payments.filter(isSeededBefore).map((payment) => ({
      ...payment,
      updatedAt: null,
      referenceKey: payment.referenceKey as string,
      statusHistory: (payment.statusHistory as { status: string; note?: string }[]).map(
        ({ status, note }) => ({ status, note }),
      ),
      ledger: (payment.ledger as LedgerEntry[] | undefined)?.map(({ kind, way, amount, day }) => ({
        kind,
        way,
        amount,
        day,
      })),
    })),
    // The time of the seed is that of its card payments, and part of their ids.
    cards: payments
      .filter((payment) => !isSeededBefore(payment))
      .map(({ amount, currency, status, ledger, customerId, card }) => ({
        amount,
        currency,
        status,
        customerId,
        refunded: shownFigures({ amount, ledger } as LedgerRecord).refunded,
        live: (card as { live: boolean }).live,
      })),
    transactions: transactions
      .map(({ day, text, cents, restCents, state, candidates }) => ({
        day,
        text,
        cents,
        restCents,
        state,
        candidates,
      }))
      .sort((a, b) => (`${a.day} ${a.text} ${a.cents}` < `${b.day} ${b.text} ${b.cents}` ? -1 : 1)),
  };
};

export const run = (args: string[], uri = process.env.MONGODB_URI) =>
  // No server listens, and port 0 names none.
  runProgram('commands/seed', args, {
    env: { ...process.env, PORT: '0', MONGODB_URI: uri, JWT_SECRET: testSecret },
  });

export async function fill({ uri }: TestApp, ...args: string[]): Promise<void> {
  expect(await run(args, uri)).toMatchObject({ code: 0, errors: '' });
}
