import { defaultLanguage, type Language, languageFacts } from './languages.js';

/** Milliseconds per day. */
export const dayMs = 86_400_000;

type Moment = string | Date | null | undefined;

function dateOf(moment: Moment): Date | undefined {
  const date = moment ? new Date(moment) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Returns a formatter of times with these parts, '' for none. It creates the Intl format on first use, which takes milliseconds. */
function printer(...parts: Intl.DateTimeFormatOptions[]): (moment: Moment) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => {
    const date = dateOf(moment);
    if (!date) return '';
    format ??= new Intl.DateTimeFormat('en-US', Object.fromEntries(parts.flatMap(Object.entries)));
    return format.format(date);
  };
}

const day = { month: 'short', day: 'numeric', year: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;

/** The day of a time in the local time zone: "Nov 21, 2026". */
export const formatDate = printer(day);

/** The day without its year: "Nov 21". */
export const formatMonthDay = printer({ month: 'short', day: 'numeric' });

/** A time with its day: "Nov 21, 2026, 3:05 PM". */
export const formatDateTime = printer(day, time);

/** A time with its day and its time zone: "Nov 21, 2026, 3:05 PM GMT+7". */
export const formatZonedTime = printer(day, time, { timeZoneName: 'short' });

/** The time of day in the local time zone: "3:05 PM". */
export const formatTime = printer(time);

/** "Nov 21, 2026", without Intl, whose formats take a slow phone a tenth of a second to load. */
function englishDay(date: Date): string {
  // "Sat, 21 Nov 2026 00:00:00 GMT", in every language.
  const [, dayOfMonth, month, year] = date.toUTCString().split(' ');
  return `${month} ${Number(dayOfMonth)}, ${year}`;
}

let frenchDays: Intl.DateTimeFormat | undefined;

/** "21 nov. 2026", "1er nov. 2026". */
function frenchDay(date: Date): string {
  frenchDays ??= new Intl.DateTimeFormat(languageFacts.fr.tag, { ...day, timeZone: 'UTC' });
  return frenchDays.format(date).replace(/^1(?=\s)/, '1er');
}

const days: Record<Language, (date: Date) => string> = { en: englishDay, fr: frenchDay };

/** A calendar day, such as a transfer date, the same in every time zone: "Nov 21, 2026", in French "21 nov. 2026". '' for none. */
export function formatDay(moment: Moment, language: Language = defaultLanguage): string {
  const date = dateOf(moment);
  return date ? days[language](date) : '';
}

/** A calendar day without its year: "Nov 21". */
export const formatShortDay = (moment: Moment): string => formatDay(moment).replace(/,.*/, '');

/** A range of calendar days, or a single day where both are equal: "Nov 1, 2026 – Nov 21, 2026". */
export const formatDays = (from: string | null, to: string | null): string =>
  [...new Set([formatDay(from), formatDay(to)])].join(' – ');

/** The calendar day at a place `offsetHours` east of Greenwich (default: the local time zone), YYYY-MM-DD. */
export function calendarDay(now: Date, offsetHours = -now.getTimezoneOffset() / 60): string {
  return new Date(now.getTime() + offsetHours * 3_600_000).toISOString().slice(0, 10);
}

/**
 * The earliest day that is still today somewhere on Earth (UTC-12): the only day before which a server can call a date
 * past.
 */
export const earliestTodayOnEarth = (now: Date): string => calendarDay(now, -12);

/** The pattern of a day written YYYY-MM-DD. */
export const dayPattern = '^\\d{4}-\\d{2}-\\d{2}$';
/** The pattern of a month, YYYY-MM. */
export const monthPattern = '^\\d{4}-\\d{2}$';
const writtenDay = new RegExp(dayPattern);

/** The earliest day that a form or a call accepts for money: an earlier one is a typing error, such as 1026 for 2026. */
export const firstTypedDay = '2000-01-01';

/** The day so many days after another one, YYYY-MM-DD; before it for a negative number. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Years within which money is expected at the latest: a later day is a typing error. */
export const farthestExpected = 10;

/** The day so many years after another one, YYYY-MM-DD. */
export function yearsAfter(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
}

/** The last day of a month (YYYY-MM), YYYY-MM-DD. */
export function monthEnd(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** True for an existing day written YYYY-MM-DD: 2026-02-30 is not one. */
export function isCalendarDay(text: string): boolean {
  if (!writtenDay.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
