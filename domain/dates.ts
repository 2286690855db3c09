/** The milliseconds of a day. */
export const dayMs = 86_400_000;

const options: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' };
const local = new Intl.DateTimeFormat('en-US', options);
const utc = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const withTime = new Intl.DateTimeFormat('en-US', { ...options, hour: 'numeric', minute: '2-digit' });

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

function print(value: string | Date | null | undefined, format: Intl.DateTimeFormat): string {
  const date = value ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) ? format.format(date) : '';
}

/** A moment as the day it falls on here: "Nov 21, 2026". '' for none. */
export const formatDate = (moment: string | Date | null | undefined) => print(moment, local);

/** A moment with its time: "Nov 21, 2026, 3:05 PM". '' for none. */
export const formatDateTime = (moment: string | Date | null | undefined) => print(moment, withTime);

/** The time of a moment here: "3:05 PM". '' for none. */
export const formatTime = (moment: string | Date | null | undefined) => print(moment, time);

/** A calendar day, such as a transfer date, the same for every reader: "Nov 21, 2026". '' for none. */
export const formatDay = (day: string | Date | null | undefined) => print(day, utc);

/** Calendar days from one to another, or the one day that both are: "Nov 1, 2026 – Nov 21, 2026". */
export const formatDays = (from: string | null, to: string | null): string =>
  [...new Set([formatDay(from), formatDay(to)])].join(' – ');

/** The calendar day at a place `offsetHours` east of Greenwich (default: here), as YYYY-MM-DD. */
export function calendarDay(now: Date, offsetHours = -now.getTimezoneOffset() / 60): string {
  return new Date(now.getTime() + offsetHours * 3_600_000).toISOString().slice(0, 10);
}

/** The earliest day that is still today somewhere on Earth (UTC-12): what a server may hold against a visitor. */
export const earliestTodayOnEarth = (now: Date): string => calendarDay(now, -12);

/** True for a real day written YYYY-MM-DD: 2026-02-30 is none. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
