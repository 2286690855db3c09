import { fail } from './errors.js';
import { HOUR, localTime, MINUTE, monthNames } from './calendar.js';
import { UTC, type Zone } from './zones.js';

type DateFields = ReturnType<typeof fieldsOf>;

const failure = (text: string, why: string) => fail(241, `Error parsing date string '${text}'; ${why}`);

const months = monthNames.map((name) => name.slice(0, 3).toLowerCase());

const zonePattern = String.raw`(?:GMT|UTC|Z|(?:GMT|UTC)?[+-]\d{1,2}(?::?\d\d)?)`;
const isoDate = new RegExp(
  String.raw`^(?<Y>\d{4})([-/])(?<m>\d\d?)\2(?<d>\d\d?)(?:[T ]+(?<H>\d\d?):(?<M>\d\d)(?::(?<S>\d\d)(?:[.,](?<L>\d+))?)?)?(?: *(?<z>${zonePattern}))?$`,
  'i',
);

/** The pattern of each format specifier. */
const readers: Record<string, string> = {
  Y: String.raw`\d{1,4}`,
  m: String.raw`\d\d?`,
  d: String.raw`\d\d?`,
  H: String.raw`\d\d?`,
  M: String.raw`\d\d?`,
  S: String.raw`\d\d?`,
  L: String.raw`\d{1,3}`,
  b: '[A-Za-z]{3}',
  B: '[A-Za-z]{3,9}',
  z: ` *${zonePattern}`,
};
/** The letters of the format specifiers that dates can be read by. */
export const readable: readonly string[] = [...Object.keys(readers), '%'];

/** Parses a date without a given format, in the notation of ISO 8601. @throws MongoError 241 for other texts */
export function readDate(text: string): DateFields {
  const found = isoDate.exec(text.trim())?.groups;
  if (!found) throw failure(text, 'an incomplete or unknown date/time string has been found');
  return fieldsOf(text, found);
}

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
  return fieldsOf(text, Object.fromEntries(letters.map((letter, at) => [letter, match[at + 1]])));
}

/** Returns the instant of a parsed date, in the zone unless the text has an offset. */
export function instantOf(read: DateFields, zone: Zone = UTC): number {
  const { year, month, day, hour, minute, second, millisecond, offset } = read;
  const local = localTime(year, month, day) + hour * HOUR + minute * MINUTE + second * 1000 + millisecond;
  return offset === undefined ? zone.toInstant(local) : local - offset * MINUTE;
}

/** Returns the fields of a date by the texts that were found for its format specifiers; the offset if there is one. */
function fieldsOf(text: string, found: Record<string, string | undefined>) {
  const name = found.b ?? found.B;
  if (!found.Y || !(name ?? found.m) || !found.d)
    throw failure(text, 'an incomplete date/time string has been found');
  const number = (letter: string) => Number(found[letter] ?? 0);
  const [hour, minute, second] = [number('H'), number('M'), number('S')];
  if (hour > 24 || minute > 59 || second > 60) throw failure(text, 'The parsed time was invalid');
  const month = name === undefined ? number('m') : months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const [year, day] = [number('Y'), number('d')];
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > last) throw failure(text, 'The parsed date was invalid');
  const millisecond = Math.floor(Number(`0.${found.L ?? 0}`) * 1000 + 1e-6);
  const offset = found.z === undefined ? undefined : offsetOf(found.z);
  return { year, month, day, hour, minute, second, millisecond, offset };
}

/** Returns minutes east of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
