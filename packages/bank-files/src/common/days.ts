import { type DateOrder, dateOrders } from './contract.js';
import { type Decided, decideMark, partOption, type Told } from './decide.js';
import { nameKey } from './name-key.js';

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

let monthNames: Map<string, number> | undefined;

/** Returns the number of a month by its name, or its beginning, in the languages of banks’ files; 0 for other text. */
function monthNumber(name: string): number {
  if (!monthNames) {
    const names = ['en', 'fr', 'fr-CA', 'de', 'es', 'it', 'nl', 'pt', 'th'].flatMap((language) =>
      [...Array(24).keys()].map((at): [string, number] => [
        nameKey(new Date(2024, at % 12).toLocaleDateString(language, { month: at < 12 ? 'long' : 'short' })),
        (at % 12) + 1,
      ]),
    );
    const starts = names.map(([one, number]): [string, number] => [one.slice(0, 3), number]);
    // The beginning of "juin" and "juillet" is of neither.
    monthNames = new Map([...starts, ...names, ['mrz', 3], ['jui', 0]]);
  }
  const key = nameKey(name);
  return monthNames.get(key) ?? monthNames.get(key.slice(0, 3)) ?? 0;
}

/** Dates that can be read in one order only: with the year first, in digits alone, and with the month's name. */
const dayNamed = /^(?<day>\d{1,2})[-/. ]+(?<month>[\p{L}\p{M}.]+)[-/., '’]+(?<year>\d{4}|\d{2})(?:[ ,].*)?$/u;
const monthNamed = /^(?<month>[\p{L}\p{M}.]+)[- ]+(?<day>\d{1,2}),?[- ]+(?<year>\d{4})(?:[ ,].*)?$/u;
const certainForms = [
  /^(?<year>\d{4})[-/.年 ](?<month>\d{1,2}(?! )|[\p{L}\p{M}.]+)[-/.月 ](?<day>\d{1,2})[.日]?(?:[T ,].*|Z|[+-]\d{2}:?\d{2})?$/u,
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?:\d{6})?(?:\.\d+)?(?:\[.*\])?$/,
  dayNamed,
  monthNamed,
];
const numeric = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,].*)?$/;

/** Years of two digits further from now than this may be days of dates that begin with the year: "26-11-21". */
const nearYears = 2;
const maximumLength = 60;

/** The names of weekdays in English, French and German before a date. */
const weekday =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|(?:lun|mer|jeu|ven|sam|dim)|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)[.,]*\s+/i;

const buddhistYears = 543;

/** Years of two digits are of this century, or of the Buddhist calendar: 69 is 2569, which is 2026. */
function fullYear(year: string): number {
  const short = year.length === 2;
  const full = short ? Number(year) + (Number(year) < 60 ? 2000 : 2500) : Number(year);
  return full > 2500 ? full - buddhistYears : full;
}

function composeDay(year: string, month: string, day: string): string | undefined {
  const number = /\d/.test(month) ? month : String(monthNumber(month));
  const text = `${fullYear(year)}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) && text >= '1990' && text < '2050' ? text : undefined;
}

/** Parses a bank's date into YYYY-MM-DD; undefined for other text, or where an order is needed and not given. */
export function parseDay(text: string, order?: DateOrder): string | undefined {
  if (text.length > maximumLength) return undefined;
  const trimmed = text.trim().replace(weekday, '');
  for (const form of certainForms) {
    const { year, month = '', day = '' } = form.exec(trimmed)?.groups ?? {};
    if (year) return composeDay(year, month, day);
  }
  const [, first = '', , second = '', year = ''] = numeric.exec(trimmed) ?? [];
  if (!year) return undefined;
  // "26-11-21": the year may be first where all three have two digits.
  if (order === 'YMD' && year.length === 2) return composeDay(first.padStart(2, '0'), second, year);
  if (Number(first) === Number(second)) return composeDay(year, second, first);
  if (order === 'DMY') return composeDay(year, second, first);
  return order === 'MDY' ? composeDay(year, first, second) : undefined;
}

const time = /(?:[T ,]+\d{1,2}:\d{2}.*)?$/.source;
/** Dates without a year, and how they are written with one. */
const yearless = [
  [new RegExp(`^(?<date>\\d{1,2}(?<mark>[-/.])\\d{1,2})\\.?(?<time>${time})`), '$<date>$<mark>YEAR$<time>'],
  [
    new RegExp(`^(?<day>\\d{1,2})[-/. ]+(?<month>[\\p{L}\\p{M}.]+)(?<time>${time})`, 'u'),
    '$<day> $<month> YEAR$<time>',
  ],
  [
    new RegExp(`^(?<month>[\\p{L}\\p{M}.]+)[- ]+(?<day>\\d{1,2})(?<time>${time})`, 'u'),
    '$<month> $<day>, YEAR$<time>',
  ],
] as const;

/** Writes a year into a date without one, such as "Nov 26", "26/11" or "26.11."; undefined for other text. */
export function withYear(text: string, year: number): string | undefined {
  if (text.length > maximumLength) return undefined;
  const trimmed = text.trim().replace(weekday, '');
  const found = yearless.find(([form]) => form.test(trimmed));
  return found && trimmed.replace(found[0], found[1].replace('YEAR', String(year)));
}

/** Returns month and day of a date without a year, "MM-DD"; without an order, by any that fits. Undefined for other text. */
export function monthAndDay(text: string, order?: DateOrder): string | undefined {
  // A leap year, which has every day.
  const whole = withYear(text, 2024);
  if (whole === undefined) return undefined;
  const day = order ? parseDay(whole, order) : (parseDay(whole, 'DMY') ?? parseDay(whole, 'MDY'));
  return day?.slice(5);
}

/** Dates with a year of four digits within other text. */
const wholeDay =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([-/.])\d{1,2}\1\d{4}|\d{1,2}[-/. ]+\p{L}{3,9}\.?[-/., ]+\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}/gu;

/** Returns the days that a text names with their year, numbers in this order. */
export const wholeDays = (text: string, order: DateOrder | undefined): string[] =>
  (text.match(wholeDay) ?? []).flatMap((one) => parseDay(one, order) ?? []);

/** True for text that is a date, in any order. */
export const looksLikeDay = (text: string): boolean =>
  parseDay(text, 'DMY') !== undefined || parseDay(text, 'MDY') !== undefined;

const orderNames: Record<DateOrder, string> = {
  DMY: 'day, month, year',
  MDY: 'month, day, year',
  YMD: 'year, month, day',
};

/** Decides on the order of day and month: where the calendar has all dates of a column in one order only, that is proven. */
export function decideDateOrder(
  texts: readonly string[],
  sources: Told<DateOrder | null> & { account?: string } = {},
): Decided<DateOrder> {
  const dates = texts
    .map((text) => text.trim().replace(weekday, ''))
    .filter((text) => parseDay(text, 'DMY') ?? parseDay(text, 'MDY'));
  const numbers = dates.filter((text) => numeric.test(text));
  const years = numbers.map((text) => numeric.exec(text)?.[4] ?? '');
  const now = new Date().getFullYear();
  const isFar = (year: string) => year.length === 2 && Math.abs(fullYear(year) - now) > nearYears;
  // No country writes the month first with full stops, or with years of the Buddhist calendar.
  const isDayFirst = numbers.some((text) => text.includes('.')) || years.some((year) => Number(year) > 2500);
  // The banks of North America write the month first.
  const isMonthFirst = sources.account === 'CAD' || sources.account === 'USD';
  const usual = isMonthFirst ? (['MDY', 'DMY', 'YMD'] as const) : dateOrders;
  const orders = usual.filter(
    (order) => !(order === 'MDY' && isDayFirst) && (order !== 'YMD' || years.some(isFar)),
  );
  const optionOf = (value: DateOrder) => partOption('dateOrder', value, `dates are ${orderNames[value]}`);
  if (numbers.every((text) => new Set(usual.map((order) => parseDay(text, order))).size === 1)) {
    // Any order is right for a day and a month of the same number, and for one that is named.
    const isNamed = (form: RegExp) => dates.some((text) => form.test(text));
    const named = isNamed(dayNamed) ? 'DMY' : isNamed(monthNamed) ? 'MDY' : 'YMD';
    const order = years.some((year) => year.length === 2) ? 'DMY' : named;
    return decideMark('dateOrder', dates.length ? [optionOf(order)] : [], undefined, sources);
  }
  const spans = orders.flatMap((order) => {
    const days = numbers.map((text) => parseDay(text, order) ?? '').sort();
    const span = Date.parse(days.at(-1)!) - Date.parse(days[0]!);
    return days.includes('') ? [] : [{ order, span }];
  });
  // A statement is of days that lie close to each other.
  const read = spans.sort((one, other) => one.span - other.span).map(({ order }) => order);
  const options = (read.length ? read : orders).map(optionOf);
  const telling =
    numbers.find((text) => usual.some((order) => order !== 'YMD' && !parseDay(text, order))) ?? numbers[0]!;
  const proof =
    read.length === 1
      ? { option: options[0]!, says: `"${telling.slice(0, 30)}" can be nothing else` }
      : undefined;
  const fits = (order: DateOrder) => order !== 'YMD' && texts.some((text) => parseDay(text, order));
  return decideMark('dateOrder', options, proof, sources, fits);
}

/**
 * True where a spreadsheet has written the dates anew that it could read, perhaps with the month for the day, and left those of
 * days above 12.
 */
export function areWrittenAnew(texts: readonly string[]): boolean {
  const isNumeric = (text: string) => numeric.test(text.trim());
  const left = texts.filter(isNumeric);
  const others = texts.flatMap((text) => (isNumeric(text) ? [] : (parseDay(text) ?? [])));
  const isAbove = (text: string) =>
    parseDay(text, 'DMY') === undefined || parseDay(text, 'MDY') === undefined;
  return (
    left.length > 0 && left.every(isAbove) && others.length > 0 && others.every((day) => day.slice(8) <= '12')
  );
}

/** Returns the order of day and month where the dates by themselves leave none open. */
export const dateOrderOf = (texts: readonly string[]): DateOrder | undefined => decideDateOrder(texts).value;
