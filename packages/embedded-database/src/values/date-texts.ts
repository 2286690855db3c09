import { MongoError } from './errors.js';
import { HOUR, isoTime, localTime, MINUTE } from './calendar.js';
import { UTC, type Zone } from './zones.js';

interface TimeFields {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Minutes east of UTC, if the text has an offset. */
  offset?: number;
}
/** The fields of a parsed date: a day of a month, or of an ISO week; and a time of that day. */
export type DateFields = TimeFields &
  ({ year: number; month: number; day: number } | { isoYear: number; isoWeek: number; isoDay: number });

const failure = (text: string, why: string) =>
  new MongoError(241, `Error parsing date string '${text}'; ${why}`);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Offsets of well-known abbreviations, in hours. */
const abbreviations: Record<string, number> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};
const zonePattern = String.raw`(?:(?:GMT|UTC)?[+-]\d{1,2}(?::?\d\d)?|[A-Z]{1,4})`;

/** Returns minutes east of UTC. */
function readOffset(zone: string): number | undefined {
  const shift = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d\d)?$/.exec(zone);
  if (shift) return (shift[1] === '-' ? -1 : 1) * (Number(shift[2]) * 60 + Number(shift[3] ?? 0));
  const letter = /^[A-IK-Z]$/.test(zone) ? zone.charCodeAt(0) - 64 : 0;
  // Military letters: A to M without J are east, N to Y west, Z is UTC.
  if (letter > 0)
    return letter === 26 ? 0 : letter < 14 ? (letter - Number(letter > 9)) * 60 : (13 - letter) * 60;
  const hours = abbreviations[zone];
  return hours === undefined ? undefined : hours * 60;
}

const monthPattern = String.raw`(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const dayPatterns = [
  String.raw`(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)`,
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=T|$)`,
  String.raw`(?<year>\d{4})/(?<month>\d\d?)/(?<day>\d\d?)`,
  String.raw`(?<month>\d\d?)/(?<day>\d\d?)/(?<year>\d{4}|\d\d)`,
  String.raw`(?<day>\d\d?)[-.](?<month>\d\d?)[-.](?<year>\d{4})`,
  String.raw`${monthPattern}\.? (?<day>\d\d?)(?:st|nd|rd|th)?,? (?<year>\d{4})`,
  String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(?<day>\d\d?)(?:st|nd|rd|th)?[ -]${monthPattern}[ -](?<year>\d{4})`,
  String.raw`(?<year>\d{4})-${monthPattern}-(?<day>\d\d?)`,
];
const timePattern = String.raw`(?:(?:[T ]+)(?:(?<hour>\d\d?)(?:[:](?<minute>\d\d)(?:[:.](?<second>\d\d)(?:[.,](?<fraction>\d+))?)?)?(?: ?(?<half>[ap])\.?m\.?)?|(?<noon>noon)))?`;
const patterns = dayPatterns.map(
  (day) => new RegExp(`^${day}${timePattern}(?: *(?<zone>${zonePattern}))?$`, 'i'),
);

/**
 * Parses a date without a given format: ISO 8601 and other common notations.
 * @throws MongoError 241 for other texts
 */
export function readDate(text: string): DateFields {
  const found = patterns.map((pattern) => pattern.exec(text.trim())?.groups).find(Boolean);
  if (!found) throw failure(text, 'an incomplete or unknown date/time string has been found');
  const number = (name: string, otherwise = 0) =>
    found[name] === undefined ? otherwise : Number(found[name]);
  if (found.hour !== undefined && found.minute === undefined && found.half === undefined)
    throw failure(text, 'a time needs minutes');
  let hour = found.noon ? 12 : number('hour');
  if (found.half) hour = (hour % 12) + (found.half.toLowerCase() === 'p' ? 12 : 0);
  const year = number('year');
  return checked(text, {
    year: found.year!.length === 2 ? year + (year < 70 ? 2000 : 1900) : year,
    month: found.name ? monthOf(found.name) : number('month'),
    day: number('day'),
    hour,
    minute: number('minute'),
    second: number('second'),
    millisecond: Math.floor(Number(`0.${found.fraction ?? 0}`) * 1000 + 1e-6),
    ...offsetOf(text, found.zone),
  });
}

/** Returns the instant of a parsed date, in the zone unless the text has an offset. */
export function instantOf(read: DateFields, zone: Zone = UTC): number {
  const { hour, minute, second, millisecond, offset } = read;
  const day =
    'isoYear' in read
      ? isoTime(read.isoYear, read.isoWeek, read.isoDay)
      : localTime(read.year, read.month, read.day);
  const local = day + hour * HOUR + minute * MINUTE + second * 1000 + millisecond;
  return offset === undefined ? zone.toInstant(local) : local - offset * MINUTE;
}

function offsetOf(text: string, zone: string | undefined): { offset?: number } {
  if (zone === undefined) return {};
  const offset = readOffset(zone.trim().toUpperCase());
  if (offset === undefined) throw failure(text, 'the timezone could not be found in the database');
  return { offset };
}

function checked(text: string, fields: DateFields): DateFields {
  const { hour, minute, second } = fields;
  if (hour > 24 || minute > 59 || second > 60) throw failure(text, 'The parsed time was invalid');
  if ('year' in fields) {
    const { year, month, day } = fields;
    const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
    if (month < 1 || month > 12 || day < 1 || day > last) throw failure(text, 'The parsed date was invalid');
  }
  return fields;
}

/** The pattern of each format specifier. */
const readers: Record<string, string> = {
  Y: String.raw`\d{1,4}`,
  G: String.raw`\d{1,4}`,
  m: String.raw`\d\d?`,
  d: String.raw`\d\d?`,
  j: String.raw`\d{1,3}`,
  H: String.raw`\d\d?`,
  M: String.raw`\d\d?`,
  S: String.raw`\d\d?`,
  L: String.raw`\d{1,3}`,
  u: '[1-7]',
  V: String.raw`\d\d?`,
  b: '[A-Za-z]{3}',
  B: '[A-Za-z]{3,9}',
  z: ` *${zonePattern}`,
  Z: String.raw`[+-]\d{1,4}`,
};

/**
 * Parses a date by a format of `$dateFromString`.
 * @throws MongoError 241 if the text does not match the format, or is no valid date
 */
export function readDateBy(text: string, format: string): DateFields {
  const letters: string[] = [];
  const source = format.replace(/%([^])|[^]/g, (token, letter?: string) => {
    if (letter === undefined || letter === '%')
      return (letter ?? token).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    letters.push(letter);
    return `(${readers[letter]})`;
  });
  const match = new RegExp(`^${source}$`, 'i').exec(text);
  if (!match) throw failure(text, `the format '${format}' does not match it`);
  const found: Record<string, string> = Object.fromEntries(
    letters.map((letter, at) => [letter, match[at + 1]!]),
  );
  const number = (letter: string, otherwise = 0) => (letter in found ? Number(found[letter]) : otherwise);
  const time: TimeFields = {
    hour: number('H'),
    minute: number('M'),
    second: number('S'),
    millisecond: Math.round(Number(`0.${found.L ?? 0}`) * 1000),
    ...offsetOf(text, found.z),
    ...(found.Z !== undefined && { offset: Number(found.Z) }),
  };
  const isIso = 'G' in found || 'V' in found || 'u' in found;
  const isNatural = ['Y', 'm', 'd', 'j', 'b', 'B'].some((letter) => letter in found);
  if (isIso && isNatural) throw failure(text, 'Mixing of ISO dates with natural dates is not allowed');
  if (isIso) {
    if (!('G' in found) || number('V', 1) > 53) throw failure(text, 'The parsed date was invalid');
    return checked(text, { isoYear: number('G'), isoWeek: number('V', 1), isoDay: number('u', 1), ...time });
  }
  const named = found.b ?? found.B;
  const month = named === undefined ? number('m') : monthOf(named);
  if (!('Y' in found)) throw failure(text, 'an incomplete date/time string has been found');
  if ('j' in found) {
    const day = new Date(Date.UTC(number('Y'), 0, number('j')));
    return checked(text, { year: number('Y'), month: day.getUTCMonth() + 1, day: day.getUTCDate(), ...time });
  }
  if (month === 0 || !('d' in found)) throw failure(text, 'an incomplete date/time string has been found');
  return checked(text, { year: number('Y'), month, day: number('d'), ...time });
}
