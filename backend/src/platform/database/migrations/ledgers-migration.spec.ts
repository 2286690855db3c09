import { randomUUID } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { moneyOf } from '#domain/ledger/payment-money';
import { toAmount } from '#domain/platform/money';
import type { StoredBooking } from '../../../ledger/books/booking.schema.js';
import type { Payment } from '../../../payments/payment.schema.js';
import { ensureIndexes } from '../indexes.js';
import type { StatsBucket } from '../../../ledger/stats/stats.schema.js';
import { verifyLedgers } from '../../../ledger/stats/ledger-check.js';
import { rebuildStats, verifyStats } from '../../../ledger/stats/rebuild.js';
import { uriForDatabase } from '../../../testing/uri-for-database.js';
import { BankTransactionSchema } from '../../../bank/transactions/bank-transaction.schema.js';
import { ledgersMigration } from './0014-ledgers.js';
import { awaitedPayoutsMigration } from './0015-awaited-payouts.js';
import { partlyRefundedMigration } from './0016-partly-refunded.js';

const { ObjectId } = mongoose.Types;
type Id = mongoose.Types.ObjectId;

const bank = 'RBC Business · JANE SMITH';
const received = (money = 'CA$1,000.00') => `Received ${money} on Nov 21, 2026 · ${bank}`;
const refunded = (money = 'CA$1,000.00') => `Refunded ${money} on Nov 24, 2026 · ${bank}`;
const undone = `Match undone: CA$1,000.00 on Nov 21, 2026 · ${bank}`;
const paidByCard = 'Paid by card · Stripe pi_1';

/** The minute of a payment's n-th act, within one hour of a day. */
const minute = (number: number): Date => new Date(Date.UTC(2026, 10, 25, 10, number));

type Line = [status: string, note?: string];

describe('the migration of payments to ledgers', () => {
  let connection: Connection;
  let told: string[];
  beforeEach(async () => {
    const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `test_${randomUUID().slice(0, 8)}`);
    connection = await mongoose.createConnection(uri).asPromise();
    await ensureIndexes({
      schema: BankTransactionSchema,
      collection: connection.collection('banktransactions'),
    });
    told = [];
  });
  afterEach(async () => {
    const formerFields = ['received', 'refunded', 'shortfall', 'reversed', 'owedAgain', 'statusByHand'];
    const former = formerFields.map((field) => ({ [field]: { $exists: true } }));
    const left = await payments().countDocuments({ $or: former });
    const differences = [...(await verifyLedgers(connection)), ...(await verifyStats(connection))];
    await connection.dropDatabase();
    await connection.close();
    expect({ left, differences }).toEqual({ left: 0, differences: [] });
  });

  const settings = (timeZone = 'UTC') => ({
    timeZone,
    exchangeRates: { CAD: 0.5, THB: 0.03, USD: 1 },
    onProgress: (text: string) => void told.push(text),
  });
  const run = async (timeZone?: string) => {
    // Earlier versions have counted the payments, and no books.
    await rebuildStats(connection);
    await ledgersMigration.run(connection.db!, settings(timeZone));
    await awaitedPayoutsMigration.run(connection.db!);
    await partlyRefundedMigration.run(connection.db!);
  };
  const payments = () => connection.collection<Payment>('payments');
  const find = async (_id: Id): Promise<Payment> => (await payments().findOne({ _id }))!;
  const bookingsOf = (paymentId: Id) =>
    connection.collection<StoredBooking>('bookings').find({ paymentId }).sort({ _id: 1 }).toArray();

  /** Stores a payment as an earlier version did: a line of its history each minute. */
  async function insert(fields: Record<string, unknown>, ...lines: Line[]): Promise<Id> {
    const _id = new ObjectId();
    const statusHistory = lines.map(([status, note], index) => ({
      ...{ date: minute(index), status, by: note?.startsWith('Paid by card') ? 'card' : 'admin' },
      ...(note && { note }),
    }));
    await connection.collection('payments').insertOne({
      ...{ _id, customerId: new ObjectId(), referenceNumber: `REF-${String(_id)}`, amount: 1000 },
      ...{ currency: 'CAD', paymentMethod: 'interac', country: 'canada', source: 'admin', version: 3 },
      ...{
        status: lines.at(-1)?.[0] ?? 'pending',
        statusHistory,
        createdAt: minute(0),
        updatedAt: minute(9),
      },
      ...fields,
    });
    return _id;
  }

  /** Stores a bank transaction that an act of the n-th minute has allocated to a payment. */
  async function allocate(paymentId: Id, amount: number, act: number, more: Record<string, unknown> = {}) {
    const { currency = 'CAD', settles = amount, shortfall, reversedBy, day = '2026-11-21' } = more;
    const allocation = {
      ...{ _id: new ObjectId(), paymentId, referenceNumber: 'REF', customerId: new ObjectId() },
      ...{ cents: Math.abs(amount) * 100, settledCents: Math.abs(Number(settles)) * 100 },
      ...{ paymentCurrency: 'CAD', by: 'anna', at: minute(act) },
      ...(shortfall !== undefined && { shortfallCents: Number(shortfall) * 100 }),
    };
    const offset = reversedBy as { _id: Id; at: Date } | undefined;
    const _id = new ObjectId();
    await connection.collection('banktransactions').insertOne({
      ...{ _id, bankAccountId: new ObjectId(), day, cents: amount * 100, currency, restCents: 0 },
      ...{ state: 'matched', text: 'ROW', textHash: String(_id), textFingerprint: String(_id) },
      ...(offset
        ? {
            ...{ allocations: [], reversed: [allocation] },
            offsets: [
              {
                ...{ _id: offset._id, kind: 'reversal', cents: amount * 100, transactionId: new ObjectId() },
                ...{ day: '2026-11-23', by: 'anna', at: offset.at },
              },
            ],
          }
        : { allocations: [allocation] }),
    });
    return { _id, allocation };
  }

  const shape = ({ kind, status, word, amount, way, voided }: LedgerEntry): string =>
    [kind, ...(way ? [way] : []), amount ?? '', status ?? '', word ? 'word' : '', voided ? 'voided' : '']
      .filter((part) => part !== '')
      .join(' ');

  /** The entries, the figures and the bookings that the migration has made, in short. */
  async function made(id: Id) {
    const payment = await find(id);
    const figures = moneyOf(payment);
    const decimals = [figures.received, figures.refunded, figures.shortfall, figures.due].map(toAmount);
    const bookings = (await bookingsOf(id)).map(({ bookedOn, amount }) => `${bookedOn} ${amount}`);
    return {
      status: [payment.status, figures.status],
      entries: (payment.ledger ?? []).map(shape),
      figures: decimals,
      bookings,
    };
  }

  it('makes entries of bank, with the ids, days and actors of the allocations', async () => {
    const id = await insert(
      { received: 1000 },
      ['pending'],
      ['pending', 'CA$400.00 of CA$1,000.00 received'],
      ['paid', `${received('CA$600.00')} · thanks`],
    );
    const part = await allocate(id, 400, 1, { day: '2026-10-30' });
    const rest = await allocate(id, 300, 2, { currency: 'USD', settles: 600, day: '2026-11-02' });
    await run();
    expect(told).toEqual([]);
    expect(await made(id)).toEqual({
      status: ['paid', 'paid'],
      entries: ['receipt bank 400', 'receipt bank 600'],
      figures: [1000, 0, 0, 0],
      bookings: ['2026-11-02 1000'],
    });
    const { ledger, version, bookedOn } = await find(id);
    const entryId = String(rest.allocation._id);
    expect(ledger?.[1]).toEqual({
      ...{ _id: entryId, step: entryId, kind: 'receipt', way: 'bank', amount: 600 },
      ...{ original: { amount: 300, currency: 'USD' }, day: '2026-11-02', bookedOn: '2026-11-02' },
      ...{ at: minute(2).toISOString(), by: 'anna' },
      evidence: { transactionId: String(rest._id), allocationId: entryId },
    });
    expect(ledger?.[0]).toMatchObject({ _id: String(part.allocation._id), day: '2026-10-30' });
    expect({ version, bookedOn }).toEqual({ version: 3, bookedOn: ['2026-11-02'] });
    const [booking] = await bookingsOf(id);
    expect(booking).toMatchObject({ way: 'bank', rate: 0.5, usd: 500, kind: 'sale', country: 'canada' });
  });

  it.each<
    [
      title: string,
      lines: Line[],
      fields: Record<string, unknown>,
      rows: [number, number, object?][],
      expected: object,
    ]
  >([
    [
      'an accepted shortfall',
      [['pending'], ['paid', `${received('CA$975.00')} · CA$25.00 missing, accepted as the bank’s fees`]],
      { received: 975, shortfall: 25 },
      [[975, 1, { shortfall: 25 }]],
      {
        entries: ['receipt bank 975', 'shortfall 25'],
        figures: [975, 0, 25, 0],
        bookings: ['2026-11-21 1000'],
      },
    ],
    [
      'a whole refund, which ends the shortfall, and what was opened again after it',
      [['pending'], ['paid', received('CA$975.00')], ['refunded', refunded('CA$975.00')], ['pending']],
      { received: 975, shortfall: 25, refunded: 975, owedAgain: 975, statusByHand: 'pending' },
      [
        [975, 1, { shortfall: 25 }],
        [-975, 2, { day: '2026-11-24' }],
      ],
      {
        entries: ['receipt bank 975', 'shortfall 25', 'refund bank 975', 'said pending'],
        figures: [975, 975, 0, 1000],
        bookings: ['2026-11-21 1000', '2026-11-24 -1000'],
      },
    ],
    [
      'a refund of a part',
      [['pending'], ['paid', received()], ['paid', 'CA$300.00 of CA$1,000.00 refunded']],
      { received: 1000, refunded: 300 },
      [
        [1000, 1],
        [-300, 2, { day: '2026-11-24' }],
      ],
      {
        entries: ['receipt bank 1000', 'refund bank 300'],
        figures: [1000, 300, 0, 0],
        bookings: ['2026-11-21 1000', '2026-11-24 -300'],
      },
    ],
    [
      'a status that was set and taken back, and a match that was undone',
      [
        ['pending'],
        ['failed', 'No'],
        ['pending', 'Change to Failed undone'],
        ['paid', received()],
        ['pending', undone],
      ],
      { received: 0 },
      [],
      { entries: [], figures: [0, 0, 0, 1000], bookings: [] },
    ],
    [
      'a status that outlives the match that it was set after',
      [['pending'], ['paid', received()], ['confirmed', 'Seen'], ['confirmed', undone]],
      { received: 0, statusByHand: 'confirmed' },
      [],
      { entries: ['said confirmed word'], figures: [0, 0, 0, 0], bookings: ['2026-11-25 1000'] },
    ],
    [
      'a confirmation of a paid one, and a note on it',
      [['pending'], ['paid', received()], ['confirmed'], ['confirmed', 'Called']],
      { received: 1000, statusByHand: 'confirmed' },
      [[1000, 1]],
      {
        entries: ['receipt bank 1000', 'said confirmed'],
        figures: [1000, 0, 0, 0],
        bookings: ['2026-11-21 1000'],
      },
    ],
    [
      'a word that ended with a refund of all that came by then',
      [['paid'], ['paid', 'CA$400.00 of CA$1,000.00 received'], ['refunded', refunded('CA$400.00')]],
      { received: 400, refunded: 400, statusByHand: 'paid' },
      [
        [400, 1],
        [-400, 2, { day: '2026-11-26' }],
      ],
      {
        entries: ['said paid word', 'receipt bank 400', 'refund bank 400', 'said refunded'],
        figures: [400, 400, 0, 0],
        bookings: ['2026-11-25 1000', '2026-11-26 -400', '2026-11-25 -600'],
      },
    ],
  ])('makes entries of %s', async (_, lines, fields, rows, expected) => {
    const id = await insert(fields, ...lines);
    for (const [amount, act, more] of rows) await allocate(id, amount, act, { ...more });
    await run();
    expect(told.filter((text) => text.includes('contradicts'))).toEqual([]);
    const status = lines.at(-1)![0];
    expect(await made(id)).toEqual({ status: [status, status], ...expected });
  });

  it('makes entries of a reversal, and leaves the status that was confirmed by hand', async () => {
    const offset = { _id: new ObjectId(), at: minute(3) };
    const reversedNote = `Reversed by the bank: CA$1,000.00 on Nov 23, 2026 · ${bank}`;
    const open = await insert(
      { received: 0, reversed: 1000 },
      ['pending'],
      ['paid', received()],
      ['pending', reversedNote],
    );
    const { allocation } = await allocate(open, 1000, 1, { reversedBy: { ...offset, at: minute(2) } });
    const kept = await insert(
      { received: 0, reversed: 1000, statusByHand: 'confirmed' },
      ...([['pending'], ['paid', received()], ['confirmed'], ['confirmed', reversedNote]] as Line[]),
    );
    await allocate(kept, 1000, 1, { reversedBy: { _id: new ObjectId(), at: minute(3) } });
    await run();
    expect(told).toEqual([]);
    expect(await made(open)).toEqual({
      status: ['pending', 'pending'],
      entries: ['receipt bank 1000', 'reversal bank 1000'],
      figures: [0, 0, 0, 1000],
      bookings: ['2026-11-21 1000', '2026-11-23 -1000'],
    });
    expect((await find(open)).ledger?.[1]).toMatchObject({
      ...{ step: String(offset._id), of: String(allocation._id), day: '2026-11-23' },
    });
    expect(await made(kept)).toMatchObject({
      status: ['confirmed', 'confirmed'],
      entries: ['receipt bank 1000', 'said confirmed', 'reversal bank 1000', 'said confirmed word'],
    });
  });

  it('makes no entry of a surplus that was returned', async () => {
    const id = await insert(
      { received: 1000 },
      ['pending'],
      ['paid', received()],
      ['paid', `Surplus returned: CA$50.00 on Nov 24, 2026 · ${bank}`],
    );
    await allocate(id, 1000, 1);
    await run();
    expect(await made(id)).toMatchObject({ entries: ['receipt bank 1000'], figures: [1000, 0, 0, 0] });
  });

  describe('of a card payment', () => {
    const session = (state: string) => ({
      kind: 'session',
      state,
      minor: 100_000,
      currency: 'cad',
      order: state === 'paid' ? 2 : 1,
    });
    const refund = (minor: number, isSucceeded = true, isFailed = false) => ({
      ...{ kind: 'refund', currency: 'cad' },
      refunds: [{ id: 're_1', minor, isSucceeded, isFailed, order: isFailed ? 2 : 1 }],
    });
    const dispute = (status: string) => ({
      kind: 'dispute',
      currency: 'cad',
      minor: 100_000,
      reason: 'fraudulent',
      status,
      order: 1,
    });
    const total = (minor: number) => ({ kind: 'refund', currency: 'cad', refunds: [], total: minor });

    /** Stores the events that have come, a minute each, and the payment that they have made. */
    async function withEvents(facts: object[], fields: Record<string, unknown>, ...lines: Line[]) {
      const card = {
        provider: 'stripe',
        sessionId: `cs_${randomUUID()}`,
        paymentIntentId: 'pi_1',
        live: true,
      };
      const { card: state, ...others } = fields;
      const id = await insert(
        { ...others, source: 'card', card: { ...card, ...(state as object) } },
        ...lines,
      );
      const events = facts.map((fact, index) => ({
        ...{ _id: new ObjectId(), provider: 'stripe', eventId: `evt_${randomUUID()}`, live: true, fact },
        ...{ state: 'applied', paymentId: id, occurredAt: minute(index - 60), createdAt: minute(index) },
        ...{ sessionId: card.sessionId, paymentIntentId: 'pi_1' },
        ...((fact as { kind: string }).kind === 'dispute' && { disputeId: 'dp_1' }),
        ...((fact as { kind: string }).kind === 'refund' && { chargeId: 'ch_1' }),
        ...(fields.event as object),
      }));
      await connection.collection('cardevents').insertMany(events);
      return { id, events };
    }

    it.each<
      [title: string, facts: object[], fields: Record<string, unknown>, lines: Line[], expected: object]
    >([
      [
        'that is paid',
        [session('paid')],
        { card: { state: 'paid', refunded: 0 }, statusByHand: 'paid' },
        [['paid', paidByCard]],
        { entries: ['receipt card 1000'], figures: [1000, 0, 0, 0] },
      ],
      [
        'that is being processed',
        [session('processing')],
        { card: { state: 'processing', refunded: 0 } },
        [['pending', 'Card payment is being processed · Stripe pi_1']],
        { entries: [], figures: [0, 0, 0, 1000] },
      ],
      [
        'of which a part and then the rest was refunded',
        [session('paid'), refund(30_000), total(100_000)],
        { card: { state: 'refunded', refunded: 1000 }, refunded: 1000, statusByHand: 'refunded' },
        [
          ['paid', paidByCard],
          ['paid', 'CA$300.00 refunded by card'],
          ['refunded', 'CA$700.00 refunded by card'],
        ],
        { entries: ['receipt card 1000', 'refund card 300', 'refund card 700'], figures: [1000, 1000, 0, 0] },
      ],
      [
        'of which a refund failed',
        [session('paid'), refund(30_000), refund(30_000, false, true)],
        { card: { state: 'paid', refunded: 0 }, refunded: 0, statusByHand: 'paid' },
        [
          ['paid', paidByCard],
          ['paid', 'CA$300.00 refunded by card'],
          ['paid', 'Card refund of CA$300.00 taken back'],
        ],
        { entries: ['receipt card 1000', 'refund card 300 voided'], figures: [1000, 0, 0, 0] },
      ],
      [
        'that lost a dispute',
        [session('paid'), dispute('lost')],
        { card: { state: 'refunded', refunded: 1000 }, refunded: 1000, statusByHand: 'refunded' },
        [
          ['paid', paidByCard],
          ['refunded', 'CA$1,000.00 refunded by card'],
          ['refunded', 'Dispute lost: CA$1,000.00'],
        ],
        { entries: ['receipt card 1000', 'chargeback card 1000'], figures: [1000, 1000, 0, 0] },
      ],
      [
        'whose debit failed',
        [session('processing'), session('failed')],
        { card: { state: 'failed', refunded: 0 }, statusByHand: 'failed' },
        [
          ['pending', 'Card payment is being processed · Stripe pi_1'],
          ['failed', 'Card payment failed · Stripe pi_1'],
        ],
        { entries: ['said failed'], figures: [0, 0, 0, 1000] },
      ],
      [
        'that a person cancelled before its debit failed',
        [session('processing'), session('failed')],
        { card: { state: 'failed', refunded: 0 }, statusByHand: 'failed' },
        [
          ['pending', 'Card payment is being processed · Stripe pi_1'],
          ['cancelled'],
          ['failed', 'Card payment failed · Stripe pi_1'],
        ],
        { entries: ['said failed', 'said cancelled', 'said failed'], figures: [0, 0, 0, 1000] },
      ],
    ])('makes entries of one %s', async (_, facts, fields, lines, expected) => {
      const { id } = await withEvents(facts, fields, ...lines);
      await run();
      expect(told.filter((text) => text.includes('contradicts'))).toEqual([]);
      const status = lines.at(-1)![0];
      expect(await made(id)).toMatchObject({ status: [status, status], ...expected });
    });

    it('names its evidence, and the day of the event that paid', async () => {
      const { id, events } = await withEvents([session('paid')], { card: { state: 'paid', refunded: 0 } }, [
        'paid',
        paidByCard,
      ]);
      await run('Asia/Tokyo');
      expect((await find(id)).ledger).toMatchObject([
        {
          ...{ kind: 'receipt', day: '2026-11-25', by: 'card', at: minute(0).toISOString() },
          evidence: { paymentIntentId: 'pi_1', eventId: events[0]!.eventId },
        },
      ]);
    });

    it('leaves out events that are held or dismissed, and makes no bookings in test mode', async () => {
      const test = { card: { state: 'paid', refunded: 0, live: false }, event: { live: false } };
      const { id, events } = await withEvents([session('paid'), refund(30_000)], test, ['paid', paidByCard]);
      await connection
        .collection('cardevents')
        .updateOne({ _id: events[1]!._id }, { $set: { state: 'held' } });
      await run();
      expect(await made(id)).toMatchObject({ entries: ['receipt card 1000'], bookings: [] });
    });

    it('keeps the status of one that a transfer paid as well, and says what it counts now', async () => {
      const { id } = await withEvents(
        [session('paid'), total(20_000)],
        { card: { state: 'paid', refunded: 200 }, received: 1000, refunded: 200, statusByHand: 'paid' },
        ...([
          ['paid', paidByCard],
          ['paid', 'CA$200.00 refunded by card'],
          ['paid', received()],
        ] as Line[]),
      );
      await allocate(id, 1000, 2);
      await run();
      expect(await made(id)).toMatchObject({
        entries: ['receipt card 1000', 'refund card 200', 'receipt bank 1000'],
        figures: [2000, 200, 0, 0],
      });
      expect(await find(id)).toMatchObject({ attention: ['giveBack'], balance: 800 });
      expect(told).toEqual([expect.stringMatching(/^REF-\w+ counts 1000\.00, earlier 800\.00$/)]);
    });
  });

  it('lists a payment whose records contradict it, and keeps its status', async () => {
    const id = await insert({ received: 1000 }, ['pending'], ['paid', received()]);
    const short = await insert({ received: 1000 }, ['pending'], ['paid', received()]);
    await allocate(short, 400, 1);
    await run();
    const listed = told.filter((text) => text.includes('contradicts'));
    expect(listed).toEqual([
      `REF-${String(id)} contradicts its records: stored are paid, received 1000.00, refunded 0.00, shortfall 0.00; its records make pending, received 0.00, refunded 0.00, shortfall 0.00`,
      `REF-${String(short)} contradicts its records: stored are paid, received 1000.00, refunded 0.00, shortfall 0.00; its records make pending, received 400.00, refunded 0.00, shortfall 0.00`,
    ]);
    expect(await made(id)).toMatchObject({ status: ['paid', 'paid'], entries: ['said paid word'] });
    expect(await made(short)).toMatchObject({
      status: ['paid', 'paid'],
      entries: ['receipt bank 400', 'said paid word'],
      figures: [400, 0, 0, 0],
    });
    expect((await find(id)).ledger?.[0]?.note).toMatch(/^Kept by the update: stored are paid/);
  });

  it('dates what a person said by the days of TIME_ZONE, and fills the province', async () => {
    const customerId = new ObjectId();
    await connection.collection('customers').insertOne({ _id: customerId, province: 'quebec' });
    const late = { date: new Date('2026-11-30T23:30:00Z'), status: 'paid', by: 'anna' };
    const id = await insert({ customerId, status: 'paid', statusHistory: [late], statusByHand: 'paid' });
    const typed = await insert({ customerId, paymentDetails: { province: 'ontario' } }, ['pending']);
    await run('Asia/Tokyo');
    expect((await find(id)).ledger).toMatchObject([
      { day: '2026-12-01', bookedOn: '2026-12-01', by: 'anna' },
    ]);
    expect(await bookingsOf(id)).toMatchObject([{ bookedOn: '2026-12-01', province: 'quebec' }]);
    expect([(await find(id)).province, (await find(typed)).province]).toEqual(['quebec', 'ontario']);
    expect(await find(typed)).not.toHaveProperty('ledger');
  });

  it('goes on after a kill in the middle, and doubles nothing', async () => {
    const first = await find(await insert({ statusByHand: 'paid' }, ['paid']));
    const others = Array.from({ length: 1299 }, () => ({ ...first, _id: new ObjectId() }));
    await payments().insertMany(others);
    await insert({ received: 5 }, ['pending'], ['paid', received()]);
    const killed = {
      ...settings(),
      onProgress: () => {
        throw new Error('killed');
      },
    };
    await rebuildStats(connection);
    await expect(ledgersMigration.run(connection.db!, killed)).rejects.toThrow('killed');
    expect(await payments().countDocuments({ ledger: { $exists: true } })).toBe(1000);
    const again = () => ledgersMigration.run(connection.db!, settings());
    await again();
    await again();
    expect(told.filter((text) => text.includes('contradicts'))).toHaveLength(1);
    expect(
      await payments().countDocuments({ 'ledger.0': { $exists: true }, 'ledger.1': { $exists: false } }),
    ).toBe(1301);
    expect(await connection.collection('bookings').countDocuments()).toBe(1301);
    const cells = (await connection
      .collection<StatsBucket>('figures')
      .findOne({ _id: 'book-month:2026-11' }))!.cells;
    expect(cells).toMatchObject({ 'CAD|sales': { count: 1301, cents: 130_100_000 } });
  });
});
