import { calendarDay } from '#domain/platform/dates';

/** The days of a month (YYYY-MM) that are within a range, either end of which may be open. */
export function monthRange(month: string, from: string | null, to: string | null) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const [first, last] = [`${month}-01`, calendarDay(new Date(Date.UTC(year, number, 0)), 0)];
  return { from: from && from > first ? from : first, to: to && to < last ? to : last };
}
