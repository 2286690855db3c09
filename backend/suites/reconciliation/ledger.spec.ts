import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import mongoose from 'mongoose';
import type { Books } from '#domain/ledger/books';
import { toCents } from '#domain/platform/money';
import type { ReportSummary } from '#domain/office/reports';
import { cardEnvironment } from '../../src/testing/cards.js';
import { verifyStats } from '../../src/ledger/stats/rebuild.js';
import { compareJournal } from '../../src/testing/read-journal.js';
import { TestApp } from '../../src/testing/test-app.js';
import { Client } from '../security/fuzz/client.js';
import { AdminLane, daysBefore, type ReadPayment } from './admin-lane.js';
import { move } from './ledger-moves.js';
import { ReadBooks } from './books-read.js';

/** RECONCILE_OPERATIONS=100000 RECONCILE_SEED=7 npx jest ledger: more, or others. Each act is taken at least once in 400. */
const operations = Number(process.env.RECONCILE_OPERATIONS ?? 400);
const seed = Number(process.env.RECONCILE_SEED ?? 1);
const lanesAtOnce = 8;
/** Operations of a lane between two comparisons with the model: of a short run, too, there are a few. */
const movesAtOnce = Math.min(40, Math.ceil(operations / lanesAtOnce / 3));
const operationsOfRound = 2000;

interface Held {
  cents: number;
  restCents: number;
  allocations: Part[];
  reversed?: Part[];
  offsets?: { _id: unknown; cents: number; kind: string }[];
}
interface Part {
  _id: unknown;
  cents: number;
  settledCents: number;
}

/** The last day of the month that lies so many months before today's. */
const monthEnd = (back: number): string => {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back + 1, 0))
    .toISOString()
    .slice(0, 10);
};

describe('any use of the reconciliation', () => {
  let app: TestApp;
  let client: Client;
  beforeAll(async () => {
    // A payment whose papers were issued meanwhile could not be deleted.
    app = await TestApp.start({ ...cardEnvironment, MAIL_DELAY_SECONDS: '86400' });
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
    const ids = lanes?.flatMap((lane) => lane.state.payments.map(({ id }) => new ObjectId(id)));
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
    /** The cents that transactions have of each entry, less those that payments have. */
    const entries = new Map<string, number>();
    const count = (key: string, cents: number) => entries.set(key, (entries.get(key) ?? 0) + cents);
    const twins = new Map<string, number>();
    for (const { cents, restCents, allocations, offsets = [], reversed = [] } of transactions) {
      const parts = [...allocations, ...offsets].reduce((total, part) => total + part.cents, 0);
      if (cents !== restCents + Math.sign(cents) * parts)
        found.push(`${cents} is not ${restCents} and ${parts}`);
      for (const { _id, kind, cents: offset } of offsets) {
        const id = String(_id);
        if (kind === 'refundReturned') count(`refundReturned ${id}`, offset);
        else twins.set(id, (twins.get(id) ?? 0) + Math.sign(cents) * offset);
      }
      for (const { _id, settledCents } of [...allocations, ...reversed])
        count(`${cents > 0 ? 'receipt' : 'refund'} ${String(_id)}`, settledCents);
      for (const { _id, settledCents } of reversed) count(`reversal ${String(_id)}`, settledCents);
    }
    for (const [id, sum] of twins) if (sum !== 0) found.push(`The offsets ${id} differ by ${sum}`);
    for (const { ledger = [], currency } of payments)
      for (const { _id, kind, of, step, way, amount, voided } of ledger) {
        if (way !== 'bank' || voided) continue;
        const key =
          kind === 'refundReturned' ? `${kind} ${step}` : `${kind} ${kind === 'reversal' ? of : _id}`;
        // Of a payment in another currency, a refund that came back has the part of what was settled.
        const isPart = kind === 'refundReturned' && currency !== 'CAD' && entries.has(key);
        count(key, isPart ? -entries.get(key)! : -Math.round(amount * 100));
      }
    for (const [key, sum] of entries) if (sum !== 0) found.push(`${key} differs by ${sum}`);
    return found;
  }

  it(`invents and loses no money in ${operations} operations, and leaves what an independent model has`, async () => {
    let round = 0;
    let finished = 0;
    let transactions = 0;
    let looks = 0;
    let slowest = 0;
    let lanes: AdminLane[] = [];
    let closedUntil = '';
    /** The closed months and their bookings, as they were told first. */
    let closed = { months: '[]', bookings: '' };
    /** The books of payments of earlier rounds. */
    const earlier = new ReadBooks();
    const doneInRound = () => lanes.reduce((total, lane) => total + lane.operations, 0);
    const done = () => finished + doneInRound();
    const admin = (path: string) => app.admin.get(`/api${path}`).expect(200);
    const exported = async (path: string) => (await admin(path)).text;
    const rowsOf = (text: string) => parse(text, { columns: true, bom: true }) as Record<string, string>[];
    const closedMonths = ({ months }: Books, until: string) =>
      JSON.stringify(months.filter(({ month }) => month <= until.slice(0, 7)));
    /** The bookings and the journal of closed months. */
    const closedBookings = async (until: string) => {
      if (!until) return '';
      const journal = await exported(`/books/journal?format=beancount&from=2000-01-01&to=${until}`);
      return (await exported(`/books/export?format=csv&to=${until}`)) + journal;
    };

    /** Closes months, or opens some again. */
    const close = async (until: string) => {
      expect(await closedBookings(closedUntil)).toBe(closed.bookings);
      const answer = await app.admin
        .post('/api/books/close')
        .send({ until, reason: 'A file came late' })
        .expect(200);
      if (until < closedUntil) expect(closed.months).toContain(closedMonths(answer.body, until).slice(1, -1));
      closedUntil = until;
      closed = { months: closedMonths(answer.body, until), bookings: await closedBookings(until) };
    };
    /** Compares the closed months with what they were. */
    const checkClosed = (books: Books) => {
      expect(books.closedUntil ?? '').toBe(closedUntil);
      expect(closedMonths(books, closedUntil)).toBe(closed.months);
    };

    /** The payments of the lanes, which are the newest. */
    const storedPayments = async () => {
      const found = new Map<string, Record<string, unknown>>();
      const missing = new Set(lanes.flatMap((lane) => lane.state.payments.map(({ id }) => id)));
      for (let page = 1, pages = 1; missing.size && page <= pages; page++) {
        const { body } = await admin(`/payments?limit=100&page=${page}&sort=-createdAt`);
        for (const payment of body.payments) {
          found.set(payment._id, payment);
          missing.delete(payment._id);
        }
        pages = body.pagination.pages;
      }
      return found;
    };
    const readLanes = async () => {
      const stored = await storedPayments();
      const read: ReadPayment[][] = [];
      for (const lane of lanes) read.push(await lane.read(stored));
      return read;
    };
    const booksOf = (read: ReadPayment[][]) => {
      const books = new ReadBooks();
      books.addAll(earlier);
      for (const { ledger, listed } of read.flat()) books.addPayment(ledger, listed.status as string);
      return books;
    };

    /** Compares the books and the reports with all payments, and the arrivals of the lanes' accounts. */
    const checkBooks = async (read: ReadPayment[][]) => {
      const books = (await admin('/books')).body as Books;
      const own = booksOf(read);
      const months = own.shownMonths();
      const byMonth = (one: { month: string; currency: string }) => `${one.month} ${one.currency}`;
      expect(Object.fromEntries(books.months.map((one) => [byMonth(one), one]))).toEqual(
        Object.fromEntries(months.map((one) => [byMonth(one), one])),
      );
      expect(books.months.map(({ month }) => month)).toEqual(
        books.months.map(({ month }) => month).sort((a, b) => (a < b ? 1 : -1)),
      );
      const balances = own.shownBalances();
      const now = books.now.filter(({ deposits, surplus, missing }) => deposits || surplus || missing);
      const byCurrency = (a: { currency: string }, b: { currency: string }) =>
        a.currency < b.currency ? -1 : 1;
      expect(now.sort(byCurrency)).toEqual(balances.sort(byCurrency));
      const { revenue, arrivals } = (await admin('/reports/summary')).body as ReportSummary;
      for (const currency of ['CAD', 'USD'] as const) {
        const of = months.filter((one) => one.currency === currency);
        const sum = (name: 'sales' | 'returns' | 'count') =>
          of.reduce((total, one) => total + Math.round(100 * one[name]), 0);
        const { amount = 0, count = 0 } = revenue.currencies.find((one) => one.currency === currency) ?? {};
        expect([currency, toCents(amount), 100 * count]).toEqual([
          currency,
          sum('sales') - sum('returns'),
          sum('count'),
        ]);
        const {
          deposits = 0,
          surplus = 0,
          missing = 0,
        } = balances.find((one) => one.currency === currency) ?? {};
        const closing = of.at(-1)?.closing ?? 0;
        expect(toCents(deposits) + toCents(surplus) - toCents(missing)).toBe(toCents(closing));
      }
      for (const lane of lanes) {
        const total = arrivals.totals.find(({ bankAccountId }) => bankAccountId === lane.accountId);
        const { amount = 0, allocated = 0 } = total ?? {};
        expect({ arrived: toCents(amount), allocated: toCents(allocated) }).toEqual(lane.arrivals());
      }
      checkClosed(books);
    };

    /** Compares the exports with the figures of the payments, and with the bookings. */
    const checkExports = async (read: ReadPayment[][]) => {
      const rows = new Map(
        rowsOf(await exported('/payments/export?format=csv')).map((row) => [row.ID!, row]),
      );
      for (const { ledger, listed } of read.flat()) {
        const row = rows.get(listed._id as string)!;
        const names = ['Received', 'Refunded', 'Net', 'Due', 'Shortfall', 'Surplus', 'Sale'] as const;
        const { received, refunded, net, due, shortfall, surplus, sale } = ledger;
        expect(names.map((name) => Number(row[name]))).toEqual([
          received,
          refunded,
          net,
          due,
          shortfall,
          surplus,
          sale,
        ]);
      }
      expect(await closedBookings(closedUntil)).toBe(closed.bookings);
      const { journal, books } = await compareJournal(app);
      expect(journal).toEqual(books);
      const booked = rowsOf(await exported('/books/export?format=csv'));
      expect({
        count: booked.length,
        cents: booked.reduce((sum, { Amount: amount }) => sum + toCents(Number(amount)), 0),
      }).toEqual(booksOf(read).booked);
    };

    /** Compares each lane with the model; while a closing was made meanwhile, the server says on which days it booked. */
    const compare = async (days: readonly string[], isExact: boolean) => {
      const read = await readLanes();
      for (const [index, lane] of lanes.entries()) {
        if (!isExact) lane.adopt(read[index]!, days);
        expect(await lane.actual(read[index]!)).toEqual(lane.expected());
        for (const { ledger } of read[index]!)
          for (const currency of ['CAD', 'USD'])
            expect(
              ledger.bookings
                .filter((one) => one.currency === currency)
                .reduce((sum, { amount }) => sum + toCents(amount), 0),
            ).toBe(currency === ledger.currency ? toCents(ledger.sale) : 0);
      }
      await checkBooks(read);
      return read;
    };

    /** New admins with accounts and payments of their own, so that the amount of compared data stays bounded. */
    const startRound = async () => {
      finished = done();
      transactions += lanes.reduce((total, lane) => total + lane.state.transactions.length, 0);
      if (round) {
        console.info(`${finished} operations, the slowest call of this round ${client.slowest} ms`);
        const read = await readLanes();
        await checkExports(read);
        for (const { ledger, listed } of read.flat()) earlier.addPayment(ledger, listed.status as string);
      }
      slowest = Math.max(slowest, client.slowest);
      client.slowest = 0;
      round += 1;
      lanes = Array.from(
        { length: lanesAtOnce },
        (_, index) => new AdminLane(`Round${round}x${index}`, client, () => app.token),
      );
      for (const lane of lanes) lane.state.closedUntil = closedUntil;
      await Promise.all(lanes.map((lane) => lane.open()));
    };
    await startRound();
    /** While the other lanes go on. */
    const look = async () => {
      expect(await differences(lanes)).toEqual([]);
      looks += 1;
    };
    const moves = fc.record({
      steps: fc.array(fc.array(move, { minLength: movesAtOnce, maxLength: movesAtOnce, size: 'max' }), {
        minLength: lanesAtOnce,
        maxLength: lanesAtOnce,
      }),
      /** The month until which the books are closed: before the moves, or at the same time. */
      closing: fc.option(fc.record({ back: fc.integer({ min: 1, max: 4 }), isMeanwhile: fc.boolean() })),
    });
    await fc.assert(
      fc.asyncProperty(moves, async ({ steps, closing }) => {
        if (done() >= operations) return;
        // An access token is valid for fifteen minutes, shorter than a long run.
        app.token = (await app.login()).token;
        if (doneInRound() >= operationsOfRound) await startRound();
        const before = daysBefore(0);
        const closes = async () => {
          if (closing) await close(monthEnd(closing.back));
        };
        if (!closing?.isMeanwhile) await closes();
        for (const lane of lanes) {
          Object.assign(lane.state, { today: before, closedUntil });
          lane.isClosing = !!closing?.isMeanwhile;
        }
        await Promise.all([
          closing?.isMeanwhile && closes(),
          ...lanes.map((lane, index) =>
            lane.make(
              steps[index] ?? [],
              () => done() >= operations,
              async () => {
                if (index === 0) await look();
              },
            ),
          ),
        ]);
        const days = [before, daysBefore(0)];
        await compare(days, !closing?.isMeanwhile && days[0] === days[1]);
      }),
      {
        numRuns: Math.ceil((3 * operations) / lanesAtOnce / movesAtOnce),
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
    await checkExports(await readLanes());
    expect(await verifyStats(app.connection)).toEqual([]);
    finished = done();
    transactions += lanes.reduce((total, lane) => total + lane.state.transactions.length, 0);
    console.info(
      `${finished} operations, ${transactions} transactions, the sums looked at ${looks} times, the slowest call ${Math.max(slowest, client.slowest)} ms`,
    );
  }, 7_200_000);
});
