import { isCalendarDay } from '../../../../domain/dates.js';
import type { DateOrder } from '../../../../domain/reconciliation.js';

// Months in English, French and German, by the letters that distinguish them.
const months = [
  ['jan', 'jän'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'mrz'],
  ['apr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aoû', 'aou'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'déc', 'dez'],
];

function monthNumber(name: string): number {
  const lower = name.toLowerCase();
  return months.findIndex((starts) => starts.some((start) => lower.startsWith(start))) + 1;
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/;
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:\d{6})?(?:\.\d+)?(?:\[.*\])?$/;
const numeric = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,].*)?$/;
const dayNamed = /^(\d{1,2})[-/. ]+(\p{L}{3,9})\.?[-/., ]+(\d{4}|\d{2})(?:[ ,].*)?$/u;
const monthNamed = /^(\p{L}{3,9})\.?[- ]+(\d{1,2}),?[- ]+(\d{4})(?:[ ,].*)?$/u;

/** Longest text that is parsed as a date, in characters. */
const maximumLength = 60;

/** Years of two digits are of this century. */
const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year);

function calendarDay(year: string, month: string | number, day: string): string | undefined {
  const text = `${fullYear(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) && text >= '1990' && text < '2100' ? text : undefined;
}

/** Parses a bank's date into YYYY-MM-DD; undefined for other text, or where an order is needed and not given. */
export function parseDay(text: string, order?: DateOrder): string | undefined {
  if (text.length > maximumLength) return undefined;
  const trimmed = text.trim();
  const found = yearFirst.exec(trimmed) ?? compact.exec(trimmed);
  if (found) return calendarDay(found[1] ?? '', found[2] ?? '', found[3] ?? '');
  const dmy = dayNamed.exec(trimmed);
  if (dmy) return calendarDay(dmy[3] ?? '', monthNumber(dmy[2] ?? ''), dmy[1] ?? '');
  const mdy = monthNamed.exec(trimmed);
  if (mdy) return calendarDay(mdy[3] ?? '', monthNumber(mdy[1] ?? ''), mdy[2] ?? '');
  const [, first = '', , second = '', year = ''] = numeric.exec(trimmed) ?? [];
  if (!year) return undefined;
  if (Number(first) === Number(second)) return calendarDay(year, second, first);
  if (order === 'DMY') return calendarDay(year, second, first);
  return order === 'MDY' ? calendarDay(year, first, second) : undefined;
}

/** True for text that is a date, in any order. */
export const looksLikeDay = (text: string): boolean =>
  parseDay(text, 'DMY') !== undefined || parseDay(text, 'MDY') !== undefined;

/**
 * Determines the order of day and month from the whole column: one day above 12 decides. Undefined where no day decides
 * or two contradict each other.
 */
export function decideDateOrder(texts: readonly string[]): DateOrder | undefined {
  let dayFirst = false;
  let monthFirst = false;
  let open = false;
  let named: DateOrder | undefined;
  for (const text of texts) {
    const trimmed = text.trim();
    const [, first, , second] = numeric.exec(trimmed) ?? [];
    if (first && second) {
      if (Number(first) > 12) dayFirst = true;
      else if (Number(second) > 12) monthFirst = true;
      else if (Number(first) !== Number(second)) open = true;
    } else if (dayNamed.test(trimmed)) named ??= 'DMY';
    else if (monthNamed.test(trimmed)) named ??= 'MDY';
  }
  if (dayFirst && monthFirst) return undefined;
  if (dayFirst) return 'DMY';
  if (monthFirst) return 'MDY';
  return open ? undefined : (named ?? 'YMD');
}
