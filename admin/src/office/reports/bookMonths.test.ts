import { describe, expect, it } from 'vitest';
import type { Books, BooksMonth } from '#domain/ledger/books';
import { monthEnd } from '#domain/platform/dates';
import { bookMonths, everyMonth, monthBefore } from './bookMonths.js';

const line = (month: string, currency: BooksMonth['currency'] = 'CAD'): BooksMonth => ({
  month,
  currency,
  opening: 0,
  received: 0,
  refunded: 0,
  shortfalls: 0,
  sales: 0,
  returns: 0,
  closing: 0,
  usd: 0,
  count: 0,
  late: 0,
  ways: { bank: 0, card: 0, cash: 0, cheque: 0, other: 0 },
});
const books = (months: BooksMonth[], closedUntil: string | null = null): Books => ({
  months,
  closedUntil,
  closedBy: null,
  closedAt: null,
  now: [],
});

it('lists each past month from the first with anything, and leaves out the present one', () => {
  const found = bookMonths(
    books([line('2026-11'), line('2026-10'), line('2026-10', 'USD'), line('2026-07')]),
    '2026-11-26',
  );
  expect(found.map(({ month, lines }) => [month, lines.length])).toEqual([
    ['2026-10', 2],
    ['2026-09', 0],
    ['2026-08', 0],
    ['2026-07', 1],
  ]);
});

it('marks what is closed, and the newest closed month', () => {
  const found = bookMonths(books([line('2026-10'), line('2026-08')], '2026-09-30'), '2026-11-01');
  expect(found.map(({ month, isClosed, isNewestClosed }) => [month, isClosed, isNewestClosed])).toEqual([
    ['2026-10', false, false],
    ['2026-09', true, true],
    ['2026-08', true, false],
  ]);
  expect(bookMonths(books([], '2026-09-30'), '2026-10-15').map(({ month }) => month)).toEqual(['2026-09']);
  expect(bookMonths(books([]), '2026-10-15')).toEqual([]);
});

it('knows the month before one and its last day over the end of a year', () => {
  expect([monthBefore('2026-01'), monthBefore('2026-11')]).toEqual(['2025-12', '2026-10']);
  expect([monthEnd('2024-02'), monthEnd('2025-12')]).toEqual(['2024-02-29', '2025-12-31']);
});

describe('the months of a chart', () => {
  const of = (...months: string[]) => months.map((month) => ({ month, amount: 5 }));

  it('have those between them, with nothing', () => {
    expect(everyMonth(of('2025-11', '2026-02'))).toEqual([
      { month: '2025-11', amount: 5 },
      { month: '2025-12', amount: 0 },
      { month: '2026-01', amount: 0 },
      { month: '2026-02', amount: 5 },
    ]);
    expect(everyMonth([])).toEqual([]);
  });

  it('stay as they are over more than ten years', () => {
    expect(everyMonth(of('2016-12', '2026-11'))).toHaveLength(120);
    expect(everyMonth(of('2016-11', '2026-11'))).toHaveLength(2);
  });
});
