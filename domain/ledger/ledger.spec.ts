import fc from 'fast-check';
import { type Booking, missingBookings } from './bookings.js';
import { monthsOf } from '../testing/booked-months.js';
import { entryThatNeeds, figuresAfter, type LedgerEntry, type LedgerFigures } from './ledger.js';
import { statusDrafts } from './ledger-drafts.js';
import { mostFee } from './payment-money.js';
import { book, type ModelBooking } from '../testing/bookings-model.js';
import { mayVoid, model } from '../testing/ledger-model.js';
import { asCents, type Cents, toAmount, toCents } from '../platform/money.js';

const amount = 10;
const inCents = toCents(amount);

/** A payment with its books; each act happens on a later day than the one before. */
interface Books {
  entries: readonly LedgerEntry[];
  bookings: readonly Booking[];
  acts: number;
  closedUntil: string;
}
const empty: Books = { entries: [], bookings: [], acts: 0, closedUntil: '' };

const dayOf = (number: number): string =>
  new Date(Date.UTC(2026, 0, 10 + 17 * number)).toISOString().slice(0, 10);

type NewEntry = Pick<LedgerEntry, 'kind'> & Partial<LedgerEntry>;

/** Records one act: entries of one step, or a voided step, with the bookings that it needs. */
function record(books: Books, added: readonly NewEntry[], voided?: string, daysLate = 0): Books {
  const today = dayOf(books.acts);
  const step = String(books.acts);
  const open = (day: string) => (day <= books.closedUntil ? today : day);
  const day = dayOf(books.acts - daysLate);
  const entries = [
    ...books.entries.map((entry) =>
      entry.step === voided && !entry.voided
        ? { ...entry, voided: { at: today, by: 'admin', bookedOn: open(entry.bookedOn) } }
        : entry,
    ),
    ...added.map((entry, index) => ({
      _id: `${step}.${index}`,
      step,
      day,
      bookedOn: open(day),
      at: today,
      by: 'admin',
      ...entry,
    })),
  ];
  let made = books.bookings.length;
  const missing = missingBookings(
    { amount, currency: 'CAD', entries, bookings: books.bookings },
    { today, closedUntil: books.closedUntil, rate: 0.73, newId: () => String(made++) },
  );
  return { ...books, entries, bookings: [...books.bookings, ...missing], acts: books.acts + 1 };
}

const decimals = (cents: Cents): number => toAmount(cents);

/** Returns the acts that a payment allows: those of an admin within the bounds, and the facts of banks and cards. */
function actsOn({ entries, acts }: Books): { added: NewEntry[]; voided?: string }[] {
  const figures = figuresAfter(inCents, entries);
  const { bounds, shortfall, net, status } = figures;
  const standing = entries.filter(({ voided }) => !voided);
  const unnamed = (kind: string, by: string) =>
    standing.find(
      (entry) =>
        entry.kind === kind &&
        entry.way === 'bank' &&
        !standing.some(({ kind: other, of }) => other === by && of === entry._id),
    );
  const receipt = (cents: number): NewEntry => ({
    kind: 'receipt',
    way: 'bank',
    amount: decimals(asCents(cents)),
  });
  const giveBack = (kind: 'refund' | 'chargeback', way: 'bank' | 'card', cents: number): NewEntry => ({
    kind,
    way,
    amount: decimals(asCents(cents)),
    ...(cents >= net && shortfall > 0 && { shortfall: decimals(shortfall) }),
  });
  const card = standing.find(({ kind, way }) => kind === 'receipt' && way === 'card');
  const isCardBack = standing.some(({ kind, way }) => kind !== 'receipt' && way === 'card');
  const reversible = unnamed('receipt', 'reversal');
  const returnable = unnamed('refund', 'refundReturned');
  const letGo = standing.find(({ kind, step }) => kind === 'shortfall' && step === reversible?.step);
  const isSettled = status === 'paid' || status === 'confirmed';
  const steps = new Set(standing.map(({ step }) => step));
  return [
    ...(bounds.receipt > 0 ? [{ added: [receipt(bounds.receipt)] }] : []),
    ...(bounds.receipt > 400 ? [{ added: [receipt(400)] }] : []),
    ...(bounds.receipt > 100 && figures.refunded === 0 && status !== 'refunded'
      ? [{ added: [receipt(bounds.receipt - 100), { kind: 'shortfall' as const, amount: 1 }] }]
      : []),
    ...(card ? [] : [{ added: [{ kind: 'receipt' as const, way: 'card' as const, amount }] }]),
    ...(bounds.refund > 400 ? [{ added: [giveBack('refund', 'bank', 400)] }] : []),
    ...(bounds.refund > 0 ? [{ added: [giveBack('refund', 'bank', bounds.refund)] }] : []),
    ...(card && !isCardBack
      ? [{ added: [giveBack('refund', 'card', 1000)] }, { added: [giveBack('chargeback', 'card', 600)] }]
      : []),
    ...(reversible
      ? [
          {
            added: [
              {
                kind: 'reversal' as const,
                way: 'bank' as const,
                of: reversible._id,
                amount: reversible.amount!,
                ...(letGo && shortfall >= toCents(letGo.amount!) && { shortfall: letGo.amount! }),
              },
            ],
          },
        ]
      : []),
    ...(returnable
      ? [
          {
            added: [
              {
                kind: 'refundReturned' as const,
                way: 'bank' as const,
                of: returnable._id,
                amount: returnable.amount!,
              },
            ],
          },
        ]
      : []),
    ...(status === 'paid'
      ? []
      : [
          {
            added: [
              { kind: 'said' as const, status: 'paid' as const, ...(!isSettled && { word: true as const }) },
            ],
          },
        ]),
    ...(status === 'pending' ? [] : [{ added: [{ kind: 'said' as const, status: 'pending' as const }] }]),
    ...(status === 'refunded' ? [] : [{ added: [{ kind: 'said' as const, status: 'refunded' as const }] }]),
    ...[0, 300, mostFee(figures, inCents)]
      .filter((fee) => fee <= mostFee(figures, inCents))
      .flatMap((fee) =>
        statusDrafts({ amount, ledger: entries }, 'cancelled', { fee: fee / 100 }, dayOf(acts)),
      )
      .map((said) => ({ added: [said] })),
    ...[...steps]
      .filter((step) => !entryThatNeeds(step, inCents, entries))
      .map((step) => ({ added: [], voided: step })),
  ];
}

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The figures that the contract names, in the order of their names. */
const sorted = (figures: object) =>
  Object.entries(figures)
    .filter(([name]) => !['kept', 'back', 'claim', 'hasWord'].includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Names what does not hold of a payment after an act; empty where all does. */
function faults(before: LedgerFigures, after: Books, isVoid: boolean): string[] {
  const { entries, bookings } = after;
  const figures = figuresAfter(inCents, entries);
  const { due, sale, unproven, surplus, net, bounds } = figures;
  const paid = figuresAfter(inCents, [
    ...entries,
    {
      _id: 'x',
      step: 'x',
      kind: 'receipt',
      way: 'bank',
      amount: decimals(due),
      day: '',
      bookedOn: '',
      at: '',
      by: '',
    },
  ]);
  const last = String(after.acts - 1);
  const undone = figuresAfter(
    inCents,
    entries.filter(({ step }) => step !== last),
  );
  const months = monthsOf([{ amount, currency: 'CAD', entries, bookings }]);
  return [
    ...(JSON.stringify(sorted(figures)) !== JSON.stringify(sorted(model(inCents, entries)))
      ? [`the model says ${JSON.stringify(model(inCents, entries))}, not ${JSON.stringify(figures)}`]
      : []),
    ...[...new Set(entries.filter(({ voided }) => !voided).map(({ step }) => step))]
      .filter((step) => mayVoid(step, inCents, entries) === !!entryThatNeeds(step, inCents, entries))
      .map((step) => `the model differs on voiding ${step}`),
    ...(due < 0 || due > inCents ? ['due'] : []),
    ...(sale < 0 || sale > inCents ? ['sale'] : []),
    ...(unproven < 0 || surplus < 0 || bounds.receipt < 0 || bounds.refund < 0 ? ['below nothing'] : []),
    ...(due > 0 && paid.status !== 'paid' ? ['what is due does not settle'] : []),
    ...(!isVoid && entryThatNeeds(last, inCents, entries) ? ['the last act cannot be undone'] : []),
    ...(!isVoid && JSON.stringify(undone) !== JSON.stringify(before) ? ['an undo leaves something'] : []),
    ...(sumOf(bookings.map((one) => toCents(one.amount))) !== sale ? ['bookings are not the sale'] : []),
    ...(toCents(months.at(-1)?.closing ?? 0) !== net + figures.shortfall - sale
      ? ['the last month does not close with what there is']
      : []),
  ];
}

const show = ({ entries }: Books) =>
  entries.map(({ kind, way, amount: of, status, word, shortfall, voided }) =>
    [kind, way, of, status, word && 'word', shortfall && `lets go ${shortfall}`, voided && 'void']
      .filter(Boolean)
      .join(' '),
  );

const entry = (kind: LedgerEntry['kind'], fields: Partial<LedgerEntry> = {}): NewEntry => ({
  kind,
  ...(kind === 'said' ? {} : { way: 'bank' as const }),
  ...fields,
});
const after = (...acts: NewEntry[]): Books => acts.reduce((books, act) => record(books, [act]), empty);

describe('the ledger of a payment', () => {
  it('lets an act be undone beside a receipt that lies beyond what was due already', () => {
    const acts = [
      entry('receipt', { amount: 5, way: 'card' }),
      entry('refund', { amount: 3, way: 'card' }),
      entry('refund', { amount: 1 }),
      entry('receipt', { amount: 9 }),
    ];
    // The provider takes its refund back: what came by bank is more than was due then.
    const books = record(after(...acts), [], '1');
    expect(figuresAfter(inCents, books.entries)).toMatchObject({ status: 'paid', surplus: 300 });
    expect(entryThatNeeds('2', inCents, books.entries)).toBeUndefined();
    expect(mayVoid('2', inCents, books.entries)).toBe(true);
  });

  it('keeps a step whose undo would let something go again beneath a fee', () => {
    const short = record(empty, [entry('receipt', { amount: 9 }), { kind: 'shortfall', amount: 1 }]);
    const reversed = record(short, [entry('reversal', { amount: 9, of: '0.0', shortfall: 1 })]);
    const byCard = record(reversed, [entry('receipt', { amount, way: 'card' })]);
    const { entries } = record(byCard, [entry('said', { status: 'cancelled', fee: 5 })]);
    expect(entryThatNeeds('1', inCents, entries)).toMatchObject({ fee: 5 });
    expect(entryThatNeeds('3', inCents, entries)).toBeUndefined();
  });

  it.each([
    [
      'is due whole where its word of "paid" is taken back after a part was given back',
      [
        entry('said', { status: 'paid', word: true }),
        entry('refund', { amount: 4 }),
        entry('said', { status: 'pending' }),
      ],
      { status: 'pending', due: 1000 },
    ],
    [
      'is paid by new money after it was refunded and opened again',
      [
        entry('receipt', { amount }),
        entry('refund', { amount }),
        entry('said', { status: 'pending' }),
        entry('receipt', { amount }),
      ],
      { status: 'paid', due: 0, sale: 1000 },
    ],
    [
      'is due whole where the second of two payments is refunded and the first reversed',
      [
        entry('receipt', { amount }),
        entry('receipt', { amount, way: 'card' }),
        entry('refund', { amount, way: 'card' }),
        entry('reversal', { amount, of: '0.0' }),
      ],
      { status: 'pending', due: 1000 },
    ],
    [
      'shows what two ways brought, and keeps the sale once one of them is given back',
      [
        entry('receipt', { amount, way: 'card' }),
        entry('receipt', { amount }),
        entry('refund', { amount, way: 'card' }),
      ],
      { status: 'paid', received: 2000, refunded: 1000, sale: 1000, surplus: 0 },
    ],
    [
      'asks for the whole amount once where it was refunded whole and opened again',
      [entry('receipt', { amount }), entry('refund', { amount }), entry('said', { status: 'pending' })],
      { status: 'pending', due: 1000 },
    ],
    [
      'asks for what was given back in part where it is opened again',
      [
        entry('receipt', { amount }),
        entry('refund', { amount: 4 }),
        entry('said', { status: 'refunded' }),
        entry('said', { status: 'pending' }),
      ],
      { status: 'pending', due: 400 },
    ],
    [
      'that came by card may go back by transfer',
      [entry('receipt', { amount, way: 'card' }), entry('refund', { amount })],
      { status: 'refunded', net: 0 },
    ],
    [
      'stays refunded where its refund comes back, until more is said',
      [
        entry('receipt', { amount }),
        entry('refund', { amount }),
        entry('refundReturned', { amount, of: '1.0' }),
      ],
      { status: 'refunded', net: 1000 },
    ],
    [
      'counts what is kept as a fee, and asks for nothing more',
      [entry('receipt', { amount: 4 }), entry('said', { status: 'cancelled', fee: 3 })],
      { status: 'cancelled', sale: 300, due: 0, surplus: 0, fee: 300, bounds: { receipt: 0, refund: 400 } },
    ],
    [
      'counts less than its fee where more went back, and settles by no refund that returns',
      [
        entry('receipt', { amount }),
        entry('said', { status: 'cancelled', fee: 3 }),
        entry('refund', { amount: 7 }),
        entry('refund', { amount: 1 }),
        entry('refundReturned', { amount: 7, of: '2.0' }),
      ],
      { status: 'cancelled', fee: 300, sale: 300, net: 900 },
    ],
    [
      'keeps no fee once it is refunded whole',
      [
        entry('receipt', { amount }),
        entry('said', { status: 'cancelled', fee: 3 }),
        entry('refund', { amount }),
        entry('said', { status: 'pending' }),
      ],
      { status: 'pending', fee: 0, sale: 0, due: 1000 },
    ],
    [
      'is paid by a card event while a fee stands',
      [
        entry('receipt', { amount: 4 }),
        entry('said', { status: 'cancelled', fee: 4 }),
        entry('receipt', { amount, way: 'card' }),
      ],
      { status: 'paid', fee: 0, sale: 1000, surplus: 400 },
    ],
  ] as const)('%s', (_, acts, expected) => {
    expect(figuresAfter(inCents, after(...acts).entries)).toMatchObject(expected);
  });

  it.each([
    [
      'is booked on the day of a transfer that proves its word with accepted bank fees',
      [entry('said', { status: 'paid', word: true })],
      [entry('receipt', { amount: 9.75 }), entry('shortfall', { amount: 0.25 })],
      2,
    ],
    [
      'stays on the day of a word that left nothing unproven where a surplus comes',
      [
        entry('receipt', { amount }),
        entry('refund', { amount }),
        entry('refundReturned', { amount, of: '1.0' }),
        entry('said', { status: 'paid', word: true }),
      ],
      [entry('receipt', { amount, way: 'card' })],
      0,
    ],
  ] as const)('%s', (_, acts, last, daysLate) => {
    const before = after(...acts);
    const books = record(before, last, undefined, daysLate);
    const days = before.bookings.map(({ bookedOn }) => bookedOn);
    expect(books.bookings.slice(days.length).map(({ bookedOn, amount: of }) => [bookedOn, of])).toEqual(
      daysLate
        ? [
            [dayOf(0), -amount],
            [dayOf(before.acts - daysLate), amount],
          ]
        : [],
    );
  });

  const longest = Number(process.env.LEDGER_ACTS ?? 4);
  it(`holds after every sequence of up to ${longest} acts`, () => {
    let sequences = 0;
    const walk = (books: Books, left: number): void => {
      const before = figuresAfter(inCents, books.entries);
      for (const { added, voided } of actsOn(books)) {
        sequences++;
        const next = record(books, added, voided);
        const found = faults(before, next, voided !== undefined);
        if (found.length) throw new Error(`${found.join(', ')}: ${show(next).join(' | ')}`);
        if (left > 1) walk(next, left - 1);
      }
    };
    walk(empty, longest);
    expect(sequences).toBeGreaterThan(1000);
  });

  /** The sum that is booked of each entry on each day, in cents. */
  const byEntryAndDay = (bookings: readonly { entryId: string; bookedOn: string; cents: number }[]) => {
    const sums = new Map<string, number>();
    for (const { entryId, bookedOn, cents } of bookings)
      sums.set(`${entryId} ${bookedOn}`, (sums.get(`${entryId} ${bookedOn}`) ?? 0) + cents);
    return Object.fromEntries([...sums].filter(([, cents]) => cents));
  };

  it('changes no month that is closed, and books each change on its day', () => {
    const step = fc.record({ act: fc.nat(), daysLate: fc.nat({ max: 4 }), closes: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 14 }), (steps) => {
        let books = empty;
        let closed = '[]';
        const expected: ModelBooking[] = [];
        const closedMonths = () =>
          JSON.stringify(
            monthsOf([{ amount, currency: 'CAD', ...books }]).filter(
              ({ month }) => month <= books.closedUntil.slice(0, 7),
            ),
          );
        for (const { act, daysLate, closes } of steps) {
          const acts = actsOn(books);
          const { added, voided } = acts[act % acts.length]!;
          const today = dayOf(books.acts);
          books = record(books, added, voided, Math.min(daysLate, books.acts));
          expect(closedMonths()).toBe(closed);
          const { entries, closedUntil } = books;
          const payment = { cents: inCents, currency: 'CAD', entries, bookings: expected };
          book(payment, { today, closedUntil });
          expect(
            byEntryAndDay(books.bookings.map((one) => ({ ...one, cents: toCents(one.amount) }))),
          ).toEqual(byEntryAndDay(expected));
          const { sale } = figuresAfter(inCents, books.entries);
          expect(sumOf(books.bookings.map((one) => toCents(one.amount)))).toBe(sale);
          if (closes) continue;
          // The month before the next act's.
          const [year = 0, month = 0] = dayOf(books.acts).split('-').map(Number);
          const until = new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10);
          if (until > books.closedUntil) books = { ...books, closedUntil: until };
          closed = closedMonths();
        }
      }),
      { numRuns: Number(process.env.LEDGER_WALKS ?? 300), seed: 1 },
    );
  });
});
