import fc from 'fast-check';
import type { Document } from 'mongodb';
import mongoose from 'mongoose';
import { toCents } from '#domain/money';
import type { ReportSummary } from '#domain/reports';
import { verifyStats } from '../../src/stats/rebuild.js';
import { TestApp } from '../../src/testing/test-app.js';
import { Client } from '../security/fuzz/client.js';
import { AdminLane } from './admin-lane.js';
import { move } from './ledger-moves.js';

/** RECONCILE_OPERATIONS=100000 RECONCILE_SEED=7 npx jest ledger: more, or others. */
const operations = Number(process.env.RECONCILE_OPERATIONS ?? 160);
const seed = Number(process.env.RECONCILE_SEED ?? 1);
const lanesAtOnce = 8;
/** Operations of a lane between two comparisons with the model: of a short run, too, there are a few. */
const movesAtOnce = Math.min(40, Math.ceil(operations / lanesAtOnce / 3));
const operationsOfRound = 2000;

interface Held {
  cents: number;
  restCents: number;
  allocations: { paymentId: unknown; cents: number; settledCents: number }[];
  offsets?: { _id: unknown; cents: number }[];
}

describe('any use of the reconciliation', () => {
  let app: TestApp;
  let client: Client;
  beforeAll(async () => {
    app = await TestApp.start();
    await app.app.listen(0, '127.0.0.1');
    client = new Client((app.app.getHttpServer().address() as { port: number }).port);
  });
  afterAll(async () => {
    client.agent.destroy();
    await app.stop();
  });

  /**
   * Returns the inconsistencies between transactions and payments at one moment, of these lanes or of all that is
   * stored.
   */
  async function differences(lanes?: AdminLane[]): Promise<string[]> {
    const { connection } = app;
    const { ObjectId } = mongoose.Types;
    const accounts = lanes?.map(({ accountId }) => new ObjectId(accountId));
    const ids = lanes?.flatMap((lane) => lane.payments.map(({ id }) => new ObjectId(id)));
    const [transactions, payments] = await connection.withSession((session) =>
      session.withTransaction(
        async () =>
          [
            (await connection
              .collection('banktransactions')
              .find(accounts ? { bankAccountId: { $in: accounts } } : {}, { session })
              .toArray()) as unknown as Held[],
            await connection
              .collection('payments')
              .find(ids ? { _id: { $in: ids } } : {}, { session })
              .toArray(),
          ] as [Held[], Document[]],
        { readConcern: { level: 'snapshot' } },
      ),
    );
    const found: string[] = [];
    const balances = new Map<string, { received: number; refunded: number }>();
    const twins = new Map<string, number>();
    for (const { cents, restCents, allocations, offsets = [] } of transactions) {
      const parts = [...allocations, ...offsets].reduce((total, part) => total + part.cents, 0);
      if (cents !== restCents + Math.sign(cents) * parts)
        found.push(`${cents} is not ${restCents} and ${parts}`);
      for (const offset of offsets) {
        const id = String(offset._id);
        twins.set(id, (twins.get(id) ?? 0) + Math.sign(cents) * offset.cents);
      }
      for (const { paymentId, settledCents } of allocations) {
        const balance = balances.get(String(paymentId)) ?? { received: 0, refunded: 0 };
        balance[cents > 0 ? 'received' : 'refunded'] += settledCents;
        balances.set(String(paymentId), balance);
      }
    }
    for (const [id, sum] of twins) if (sum !== 0) found.push(`The offsets ${id} differ by ${sum}`);
    for (const { _id, received = 0, refunded = 0 } of payments) {
      const stored = { received: Math.round(received * 100), refunded: Math.round(refunded * 100) };
      const summed = balances.get(String(_id)) ?? { received: 0, refunded: 0 };
      if (stored.received !== summed.received || stored.refunded !== summed.refunded)
        found.push(`${String(_id)} has ${JSON.stringify(stored)}, its receipts ${JSON.stringify(summed)}`);
    }
    return found;
  }

  it(`invents and loses no money in ${operations} operations, and leaves what an independent model has`, async () => {
    let round = 0;
    let finished = 0;
    let transactions = 0;
    let looks = 0;
    let slowest = 0;
    let lanes: AdminLane[] = [];
    /** The revenue of earlier rounds, in cents by currency. */
    const earlier = { CAD: 0, USD: 0 };
    const revenue = (currency: 'CAD' | 'USD') =>
      lanes.reduce((total, lane) => total + lane.revenue(currency), earlier[currency]);
    const doneInRound = () => lanes.reduce((total, lane) => total + lane.operations, 0);
    const done = () => finished + doneInRound();
    /** New admins with accounts and payments of their own, so that the amount of compared data stays bounded. */
    const startRound = async () => {
      finished = done();
      transactions += lanes.reduce((total, lane) => total + lane.transactions.length, 0);
      Object.assign(earlier, { CAD: revenue('CAD'), USD: revenue('USD') });
      if (round) console.info(`${finished} operations, the slowest call of this round ${client.slowest} ms`);
      slowest = Math.max(slowest, client.slowest);
      client.slowest = 0;
      round += 1;
      lanes = Array.from(
        { length: lanesAtOnce },
        (_, index) => new AdminLane(`Round${round}x${index}`, client, () => app.token),
      );
      await Promise.all(lanes.map((lane) => lane.open()));
    };
    await startRound();
    /** While the other lanes go on. */
    const look = async () => {
      expect(await differences(lanes)).toEqual([]);
      looks += 1;
    };
    /** The payments of the lanes, which are the newest. */
    const storedPayments = async () => {
      const found = new Map<string, Record<string, unknown>>();
      const missing = new Set(lanes.flatMap((lane) => lane.payments.map(({ id }) => id)));
      for (let page = 1, pages = 1; missing.size && page <= pages; page++) {
        const { body } = await app.admin.get('/api/payments').query({ limit: 100, page, sort: '-createdAt' });
        for (const payment of body.payments) {
          found.set(payment._id, payment);
          missing.delete(payment._id);
        }
        pages = body.pagination.pages;
      }
      return found;
    };
    /** Compares the reports with the revenue of all payments and the arrivals of the lanes' accounts. */
    const checkReports = async () => {
      const { body } = await app.admin.get('/api/reports/summary').expect(200);
      const { revenue: told, arrivals } = body as ReportSummary;
      for (const currency of ['CAD', 'USD'] as const)
        expect([
          currency,
          toCents(told.currencies.find((one) => one.currency === currency)?.amount ?? 0),
        ]).toEqual([currency, revenue(currency)]);
      for (const lane of lanes) {
        const own = arrivals.totals.find(({ bankAccountId }) => bankAccountId === lane.accountId);
        const { amount = 0, allocated = 0 } = own ?? {};
        expect({ arrived: toCents(amount), allocated: toCents(allocated) }).toEqual(lane.arrivals());
      }
    };
    const moves = fc.array(fc.array(move, { minLength: movesAtOnce, maxLength: movesAtOnce, size: 'max' }), {
      minLength: lanesAtOnce,
      maxLength: lanesAtOnce,
    });
    await fc.assert(
      fc.asyncProperty(moves, async (chosen) => {
        if (done() >= operations) return;
        // An access token is valid for fifteen minutes, shorter than a long run.
        app.token = (await app.login()).token;
        if (doneInRound() >= operationsOfRound) await startRound();
        await Promise.all(
          lanes.map(async (lane, index) => {
            for (const next of chosen[index] ?? []) {
              if (done() < operations) await lane.make(next);
              if (index === 0) await look();
            }
          }),
        );
        const stored = await storedPayments();
        for (const lane of lanes) expect(await lane.actual(stored)).toEqual(lane.expected());
        await checkReports();
      }),
      {
        numRuns: Math.ceil((2 * operations) / lanesAtOnce / movesAtOnce),
        seed,
        // Steps depend on stored data, so a failure cannot be shrunk; it is reported without the whole run.
        endOnFailure: true,
        reporter: ({ errorInstance }) => {
          if (errorInstance instanceof Error) throw errorInstance;
        },
      },
    );
    expect(done()).toBeGreaterThanOrEqual(operations);
    expect(looks).toBeGreaterThan(0);
    expect(await differences()).toEqual([]);
    expect(await verifyStats(app.connection)).toEqual([]);
    finished = done();
    transactions += lanes.reduce((total, lane) => total + lane.transactions.length, 0);
    console.info(
      `${finished} operations, ${transactions} transactions, the sums looked at ${looks} times, the slowest call ${Math.max(slowest, client.slowest)} ms`,
    );
  }, 7_200_000);
});
