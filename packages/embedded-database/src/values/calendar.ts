/** Local times: a local time is represented by the instant whose UTC fields equal those of the local clock. */
export const DAY = 86_400_000;
export const HOUR = 3_600_000;
export const MINUTE = 60_000;

export const year = (local: number): number => new Date(local).getUTCFullYear();
export const month = (local: number): number => new Date(local).getUTCMonth() + 1;
/** 0 for Sunday. */
export const weekday = (local: number): number => new Date(local).getUTCDay();
export const dayNumber = (local: number): number => Math.floor(local / DAY);
export const dayOfYear = (local: number): number =>
  dayNumber(local) - dayNumber(localTime(year(local), 1, 1)) + 1;
/** The Thursday of a date's week, whose year is the week's ISO year. */
export const thursday = (local: number): number => (dayNumber(local) + 4 - (weekday(local) || 7)) * DAY;

/** The beginning of a day; month and day may be out of range and carry over. */
export function localTime(wantedYear: number, wantedMonth: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(wantedYear, wantedMonth - 1, day);
  return date.getTime();
}

/** The English names of the months. */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2000, index)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
);
