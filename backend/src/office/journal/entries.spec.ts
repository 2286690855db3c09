import fc from 'fast-check';
import { Types } from 'mongoose';
import { type Booking, missingBookings } from '#domain/ledger/bookings';
import { monthsOf } from '#domain/testing/booked-months';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { toCents } from '#domain/platform/money';
import { inJournalOrder, type JournalEntry, paymentEntries } from './entries.js';

const amount = 10;
const dayOf = (number: number): string =>
  new Date(Date.UTC(2026, 0, 10 + 17 * number)).toISOString().slice(0, 10);
const newId = () => new Types.ObjectId().toHexString();

/** An act: an entry whose money moved some acts before, or the undoing of an earlier one; after some a month is closed. */
const act = fc.record({
  kind: fc.constantFrom<LedgerEntry['kind']>(
    ...([
      'receipt',
      'receipt',
      'refund',
      'refundReturned',
      'chargeback',
      'reversal',
      'shortfall',
      'said',
    ] as const),
  ),
  way: fc.constantFrom('bank', 'card', 'cash', 'cheque', 'other'),
  cents: fc.constantFrom(100, 400, 1000),
  letGo: fc.option(fc.constant(1), { nil: undefined }),
  status: fc.constantFrom('paid', 'pending', 'refunded', 'cancelled'),
  foreign: fc.boolean(),
  daysLate: fc.nat({ max: 4 }),
  undoes: fc.option(fc.nat(), { nil: undefined }),
  closes: fc.nat({ max: 3 }),
});

interface State {
  entries: LedgerEntry[];
  bookings: (Booking & { at: Date })[];
  acts: number;
  closedUntil: string;
}

type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

function after(state: State, { kind, way, cents, letGo, status, foreign, daysLate, undoes }: Act): State {
  const { closedUntil } = state;
  const today = dayOf(state.acts);
  const at = new Date(`${today}T12:00:00Z`);
  const open = (day: string) => (day <= closedUntil ? today : day);
  const standing = state.entries.filter(({ voided }) => !voided);
  const undone = undoes === undefined ? undefined : standing[undoes % (standing.length || 1)];
  const by = 'admin';
  const entries = state.entries.map((entry) =>
    entry === undone
      ? { ...entry, voided: { at: at.toISOString(), by, bookedOn: open(entry.bookedOn) } }
      : entry,
  );
  if (!undone) {
    const day = dayOf(Math.max(0, state.acts - daysLate));
    const said = { status, ...(status === 'paid' && { word: true as const }) };
    const original = { amount: (2 * cents) / 100, currency: 'USD' };
    const money = {
      amount: cents / 100,
      way,
      ...(foreign && { original }),
      ...(letGo && ['refund', 'chargeback', 'reversal'].includes(kind) && { shortfall: letGo }),
    };
    entries.push({
      _id: newId(),
      step: newId(),
      kind,
      day,
      bookedOn: open(day),
      at: at.toISOString(),
      by,
      ...(kind === 'said' ? said : kind === 'shortfall' ? { amount: 1 } : money),
    });
  }
  const made = missingBookings(
    { amount, currency: 'CAD', entries, bookings: state.bookings },
    { today, closedUntil, rate: 0.73, newId },
  );
  return {
    entries,
    acts: state.acts + 1,
    closedUntil,
    bookings: [...state.bookings, ...made.map((booking) => ({ ...booking, at }))],
  };
}

const journalOf = ({ entries, bookings }: State): JournalEntry[] =>
  paymentEntries({ referenceNumber: 'CRTS-OTN-1', currency: 'CAD', ledger: entries, bookings }).sort(
    inJournalOrder,
  );

/** The sum of accounts in Canadian dollars, in cents: debits above 0. */
const sumOf = (journal: readonly JournalEntry[], ...keys: string[]): number =>
  journal
    .filter(({ currency }) => currency === 'CAD')
    .flatMap(({ lines }) => lines)
    .filter(({ account }) => keys.includes(account.key))
    .reduce((sum, { cents }) => sum + cents, 0);

describe('the journal of a payment', () => {
  it('balances in each entry, comes to the months of the books, and is the same in those that are closed', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 3, maxLength: 12 }), (acts) => {
        let state: State = { entries: [], bookings: [], acts: 0, closedUntil: '' };
        let closed: JournalEntry[] = [];
        for (const one of acts) {
          state = after(state, one);
          const journal = journalOf(state);
          for (const { lines, number } of journal) {
            expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
            expect(lines.length).toBeGreaterThan(1);
            expect(number).toMatch(/^[0-9A-Z]{20}$/);
          }
          expect(new Set(journal.map(({ number }) => number)).size).toBe(journal.length);
          for (const line of monthsOf([{ amount, currency: 'CAD', ...state }])) {
            const month = journal.filter(({ day }) => day.startsWith(line.month));
            const until = journal.filter(({ day }) => day.slice(0, 7) <= line.month);
            const [deposits, unproven] = [0 - sumOf(until, 'deposits'), sumOf(until, 'unproven')];
            expect(Math.min(deposits, unproven)).toBe(0);
            expect(deposits - unproven).toBe(toCents(line.closing));
            expect(
              sumOf(month, 'bank', 'cardClearing', 'cash', 'cheque', 'other', 'exchange', 'cardFees'),
            ).toBe(toCents(line.received) - toCents(line.refunded));
            expect(sumOf(month, 'bankFees')).toBe(toCents(line.shortfalls));
            expect(0 - sumOf(month, 'sales', 'fees')).toBe(toCents(line.sales) - toCents(line.returns));
          }
          expect(journal.filter(({ day }) => day <= state.closedUntil)).toEqual(closed);
          if (one.closes) continue;
          const [year = 0, month = 0] = dayOf(state.acts).split('-').map(Number);
          const until = new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10);
          if (until > state.closedUntil) state = { ...state, closedUntil: until };
          closed = journal.filter(({ day }) => day <= state.closedUntil);
        }
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  it('moves money of another currency that settles less than a cent', () => {
    const common = { by: 'admin', at: '2026-03-02T12:00:00Z', day: '2026-03-02', bookedOn: '2026-03-02' };
    const money = { ...common, way: 'bank', original: { amount: 0.1, currency: 'THB' } } as const;
    const ledger: LedgerEntry[] = [
      { ...money, _id: 'out', step: 'a', kind: 'refund', amount: 0 },
      { ...money, _id: 'back', step: 'b', kind: 'refundReturned', amount: 0, of: 'out' },
    ];
    const journal = paymentEntries({ referenceNumber: 'CRTS-OTN-1', currency: 'USD', ledger, bookings: [] });
    const linesOf = ({ currency, lines }: JournalEntry) =>
      lines.map(({ account, cents }) => `${account.key} ${cents} ${currency}`);
    expect(journal.map(linesOf)).toEqual([
      ['bank -10 THB', 'exchange 10 THB'],
      ['bank 10 THB', 'exchange -10 THB'],
    ]);
  });

  it('has what a cancelled payment keeps as a fee, which what lessens it takes first', () => {
    const common = { by: 'admin', at: '2026-03-02T12:00:00Z', day: '2026-03-02', bookedOn: '2026-03-02' };
    const ledger: LedgerEntry[] = [
      { ...common, _id: 'said', step: 'a', kind: 'said', status: 'cancelled', shortfall: 0.5 },
      { ...common, _id: 'back', step: 'b', kind: 'refund', way: 'bank', amount: 3 },
    ];
    const booking = (_id: string, entryId: string, cents: number, takesBack?: string) => ({
      _id,
      entryId,
      day: common.day,
      bookedOn: common.day,
      amount: cents / 100,
      currency: 'CAD' as const,
      rate: 1,
      usd: 0,
      at: new Date(common.at),
      ...(takesBack && { takesBack }),
    });
    const bookings = [
      booking('sale', 'earlier', 1000),
      booking('fee', 'said', 200),
      booking('less', 'back', -300),
      booking('more', 'back', 250, 'less'),
    ];
    const payment = { referenceNumber: 'CRTS-OTN-1', currency: 'CAD' as const, ledger, bookings };
    const journal = paymentEntries(payment);
    const linesOf = (text: string) =>
      journal
        .filter((entry) => entry.text.startsWith(text))
        .map(({ lines }) => Object.fromEntries(lines.map(({ account, cents }) => [account.key, cents])));
    expect(linesOf('Shortfall Ended')).toEqual([{ unproven: 50, bankFees: -50 }]);
    expect(linesOf('Sale').map(({ sales, fees }) => [sales, fees])).toEqual([
      [-1000, undefined],
      [undefined, -200],
      [-50, -200],
    ]);
    expect(linesOf('Return').map(({ sales, fees }) => [sales, fees])).toEqual([[100, 200]]);
    expect(paymentEntries({ ...payment, card: { live: false } as never })).toEqual([]);
  });
});
