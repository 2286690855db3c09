import type { Range } from '../../ui/common/DayField.js';

export const periods = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const;
export type Period = (typeof periods)[number];

const months: Record<Period, { length: number; back: number }> = {
  thisMonth: { length: 1, back: 0 },
  lastMonth: { length: 1, back: 1 },
  thisQuarter: { length: 3, back: 0 },
  lastQuarter: { length: 3, back: 1 },
  thisYear: { length: 12, back: 0 },
  lastYear: { length: 12, back: 1 },
};

/** Returns the days of a period of the calendar, to its last one; `today` is YYYY-MM-DD. */
export function periodRange(period: Period, today: string): Range {
  const { length, back } = months[period];
  const [year, month] = today.split('-').map(Number) as [number, number];
  const first = Math.floor((month - 1) / length) * length - back * length;
  const day = (at: number, date: number) => new Date(Date.UTC(year, at, date)).toISOString().slice(0, 10);
  return { from: day(first, 1), to: day(first + length, 0) };
}
