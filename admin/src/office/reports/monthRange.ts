import { monthEnd } from '#domain/platform/dates';

/** The days of a month (YYYY-MM) that are within a range, either end of which may be open. */
export function monthRange(month: string, from: string | null, to: string | null) {
  const [first, last] = [`${month}-01`, monthEnd(month)];
  return { from: from && from > first ? from : first, to: to && to < last ? to : last };
}
