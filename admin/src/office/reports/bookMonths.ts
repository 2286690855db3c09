import type { Books, BooksMonth } from '#domain/ledger/books';
import { monthEnd } from '#domain/platform/dates';

/** A past month of the books, with its lines by currency. */
export interface BookMonth {
  /** YYYY-MM. */
  month: string;
  /** Its last day, YYYY-MM-DD. */
  end: string;
  isClosed: boolean;
  /** True for the newest closed one, which can be opened again. */
  isNewestClosed: boolean;
  lines: BooksMonth[];
}

/** The month before one. */
export function monthBefore(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

/** The past months of the books before `today` (YYYY-MM-DD), newest first, back to the first with something. */
export function bookMonths({ months, closedUntil }: Books, today: string): BookMonth[] {
  const closed = closedUntil?.slice(0, 7);
  const named = [...months.map(({ month }) => month), ...(closed ? [closed] : [])].sort();
  const [first] = named;
  const found: BookMonth[] = [];
  for (
    let month = monthBefore(today.slice(0, 7));
    first !== undefined && month >= first;
    month = monthBefore(month)
  ) {
    const end = monthEnd(month);
    found.push({
      month,
      end,
      isClosed: closedUntil !== null && end <= closedUntil,
      isNewestClosed: month === closed,
      lines: months.filter((line) => line.month === month),
    });
  }
  return found;
}

/** Bars of a chart; of more, each would be as thin as a line. */
const mostBars = 120;

interface MonthSum {
  month: string;
  amount: number;
}

/** The sums of months, oldest first, with 0 for each month between them: the axis of a chart is time. Too many stay as they are. */
export function everyMonth(sums: readonly MonthSum[]): readonly MonthSum[] {
  const amounts = new Map(sums.map(({ month, amount }) => [month, amount]));
  const first = sums[0]?.month ?? '';
  const every: MonthSum[] = [];
  for (let month = sums.at(-1)?.month; month && month >= first; month = monthBefore(month)) {
    if (every.length === mostBars) return sums;
    every.unshift({ month, amount: amounts.get(month) ?? 0 });
  }
  return every;
}

const format = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "2026-11" as "Nov 2026". */
export const monthName = (month: string): string => format.format(new Date(`${month}-01T00:00:00Z`));

/** The days of a month (YYYY-MM) that are within a range, either end of which may be open. */
export function monthRange(month: string, from: string | null, to: string | null) {
  const [first, last] = [`${month}-01`, monthEnd(month)];
  return { from: from && from > first ? from : first, to: to && to < last ? to : last };
}
