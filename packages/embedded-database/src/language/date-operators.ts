import { ObjectId, Timestamp } from 'bson';
import {
  DAY,
  dayOfYear,
  HOUR,
  localTime,
  MINUTE,
  month,
  monthNames,
  thursday,
  weekday,
  year,
} from '../values/calendar.js';
import { instantOf, readable, readDate, readDateBy } from '../values/date-texts.js';
import { zoneNamed, UTC, type Zone } from '../values/zones.js';
import type { Doc } from '../values/bson.js';
import { fail, MongoError } from '../values/errors.js';
import { convert } from '../values/numbers.js';
import { isMissing, isNumber, toNumber } from '../values/ranks.js';
import { typeName } from '../values/values.js';
import { addUnits, firstWeekday, fixed, isUnit, unitNumber, unitOf } from './date-units.js';
import type { NamedOperator } from './operator.js';

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/#date-expression-operators */
function toInstant(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  if (value instanceof Timestamp) return value.t * 1000;
  throw fail(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

const isInstant = (value: unknown): boolean =>
  value instanceof Date || value instanceof ObjectId || value instanceof Timestamp;

/** Returns the zone of the argument `timezone`; null if it has no value. */
function zoneOf(args: Doc, typeCode = 40517): Zone | null {
  if (!('timezone' in args)) return UTC;
  if (isMissing(args.timezone)) return null;
  if (typeof args.timezone !== 'string')
    throw fail(typeCode, `timezone must evaluate to a string, found ${typeName(args.timezone)}`);
  return zoneNamed(args.timezone);
}

/** A whole number of any kind, or undefined. */
function wholeOf(value: unknown): number | undefined {
  if (!isNumber(value)) return undefined;
  const number = toNumber(value);
  return Number.isInteger(number) && Math.abs(number) < 2 ** 63 ? number : undefined;
}

const anyMissing = (args: Doc, names: string[]): boolean =>
  names.some((name) => name in args && isMissing(args[name]));

const parts: Record<string, (local: number) => unknown> = {
  $year: year,
  $month: month,
  $dayOfMonth: (local) => new Date(local).getUTCDate(),
  $hour: (local) => new Date(local).getUTCHours(),
  $minute: (local) => new Date(local).getUTCMinutes(),
  $second: (local) => new Date(local).getUTCSeconds(),
  $millisecond: (local) => new Date(local).getUTCMilliseconds(),
  $dayOfYear: dayOfYear,
  $dayOfWeek: (local) => weekday(local) + 1,
  $week: (local) => Math.floor((dayOfYear(local) + 6 - weekday(local)) / 7),
  $isoDayOfWeek: (local) => weekday(local) || 7,
  $isoWeek: (local) => Math.floor((dayOfYear(thursday(local)) + 6) / 7),
  $isoWeekYear: (local) => convert(year(thursday(local)), 'long'),
};

const part = (name: string, local: number): number => toNumber(parts[name]!(local));

/** Operators that return one part of a date: of a value, or of `date` in a `timezone`. */
export const dateParts: Record<string, (args: Doc) => unknown> = Object.fromEntries(
  Object.entries(parts).map(([name, take]) => [
    name,
    (args: Doc) => {
      if (isMissing(args.date)) return null;
      const zone = zoneOf(args, 40533);
      const instant = toInstant(args.date);
      return zone && take(zone.toLocal(instant));
    },
  ]),
);

const pad = (value: number, width: number) => String(value).padStart(width, '0');

type Write = (local: number, offset: number) => string;
const padded =
  (name: string, width: number): Write =>
  (local) =>
    pad(part(name, local), width);
const writers: Record<string, Write> = {
  d: padded('$dayOfMonth', 2),
  G: padded('$isoWeekYear', 4),
  H: padded('$hour', 2),
  j: padded('$dayOfYear', 3),
  L: padded('$millisecond', 3),
  m: padded('$month', 2),
  M: padded('$minute', 2),
  S: padded('$second', 2),
  U: padded('$week', 2),
  u: padded('$isoDayOfWeek', 1),
  V: padded('$isoWeek', 2),
  w: padded('$dayOfWeek', 1),
  Y: padded('$year', 4),
  b: (local) => monthNames[month(local) - 1]!.slice(0, 3),
  B: (local) => monthNames[month(local) - 1]!,
  z: (_, offset) => {
    const minutes = Math.abs(Math.trunc(offset / MINUTE));
    return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${pad(minutes % 60, 2)}`;
  },
  Z: (_, offset) => String(Math.trunc(offset / MINUTE)),
  '%': () => '%',
};

/** Checks the argument `format` of an operator, where it has a value. */
function checkFormat(name: string, format: unknown, code: number, known: (letter: string) => boolean): void {
  if (isMissing(format)) return;
  if (typeof format !== 'string')
    throw fail(code, `${name} requires that 'format' be a string, found: ${typeName(format)}`);
  for (const [, letter] of format.matchAll(/%([^]?)/g)) {
    if (letter === '') throw fail(18535, "Unmatched '%' at end of format string");
    if (!known(letter!)) throw fail(18536, `Invalid format character '%${letter}' in format string`);
  }
}

function dateToString(args: Doc): unknown {
  const { date, format } = args;
  checkFormat('$dateToString', format, 18533, (letter) => letter in writers);
  const zone = zoneOf(args);
  if (isMissing(date)) return 'onNull' in args ? args.onNull : null;
  if (!zone || ('format' in args && isMissing(format))) return null;
  const instant = toInstant(date);
  const local = zone.toLocal(instant);
  if (year(local) < 0 || year(local) > 9999)
    throw fail(18537, `Could not convert date to string: date component was outside the supported range`);
  const pattern = (format as string | undefined) ?? `%Y-%m-%dT%H:%M:%S.%L${zone === UTC ? 'Z' : ''}`;
  return pattern.replace(/%([^])/g, (_, letter: string) => writers[letter]!(local, local - instant));
}

function dateFromString(args: Doc): unknown {
  const { dateString, format } = args;
  checkFormat('$dateFromString', format, 40684, (letter) => readable.includes(letter));
  const zone = zoneOf(args);
  if (isMissing(dateString)) return 'onNull' in args ? args.onNull : null;
  try {
    if (typeof dateString !== 'string')
      throw fail(
        241,
        `$dateFromString requires that 'dateString' be a string, found: ${typeName(dateString)}`,
      );
    if (!zone || ('format' in args && isMissing(format))) return null;
    const read = format === undefined ? readDate(dateString) : readDateBy(dateString, format as string);
    if (read.offset !== undefined && 'timezone' in args)
      throw fail(
        241,
        `you cannot pass in a date/time string with time zone information together with a timezone argument`,
      );
    return new Date(instantOf(read, zone));
  } catch (error) {
    if ('onError' in args && error instanceof MongoError && error.code === 241) return args.onError;
    throw error;
  }
}

function dateFromParts(args: Doc): unknown {
  const zone = zoneOf(args);
  const names = Object.keys(args).filter((name) => name !== 'timezone');
  const value = (name: string, otherwise: number): number => {
    if (!(name in args)) return otherwise;
    const whole = wholeOf(args[name]);
    if (whole === undefined)
      throw fail(40515, `'${name}' must evaluate to an integer, found ${typeName(args[name])}`);
    if (!['second', 'millisecond', 'year'].includes(name) && (whole < -32768 || whole > 32767))
      throw fail(
        31034,
        `'${name}' must evaluate to a value in the range [-32768, 32767]; value ${whole} is not`,
      );
    return whole;
  };
  if (!zone || anyMissing(args, names)) return null;
  const wanted = value('year', 0);
  if (wanted < 1 || wanted > 9999)
    throw fail(40523, `'year' must evaluate to an integer in the range 1 to 9999`);
  const local =
    localTime(wanted, value('month', 1), value('day', 1)) +
    value('hour', 0) * HOUR +
    value('minute', 0) * MINUTE +
    value('second', 0) * 1000 +
    value('millisecond', 0);
  if (Number.isNaN(new Date(local).getTime()))
    throw fail(159, 'Overflow casting from a lower-precision duration to a higher-precision duration');
  return new Date(zone.toInstant(local));
}

function dateToParts(args: Doc): unknown {
  const zone = zoneOf(args);
  if (!zone || anyMissing(args, ['date', 'iso8601'])) return null;
  if ('iso8601' in args && typeof args.iso8601 !== 'boolean')
    throw fail(40521, `iso8601 must evaluate to a bool, found ${typeName(args.iso8601)}`);
  const local = zone.toLocal(toInstant(args.date));
  const days = args.iso8601 ? ['isoWeekYear', 'isoWeek', 'isoDayOfWeek'] : ['year', 'month', 'day'];
  return Object.fromEntries(
    [...days, 'hour', 'minute', 'second', 'millisecond'].map((name) => [
      name,
      part(name === 'day' ? '$dayOfMonth' : `$${name}`, local),
    ]),
  );
}

const dateAdd = (name: string, sign: number): NamedOperator => ({
  required: ['startDate', 'unit', 'amount'],
  optional: ['timezone'],
  codes: [5166400, 5166401, 5166402],
  run(args) {
    const zone = zoneOf(args);
    const { startDate, unit, amount } = args;
    if (!zone || anyMissing(args, ['startDate', 'unit', 'amount'])) return null;
    if (!isInstant(startDate)) throw fail(5166403, `${name} requires startDate to be convertible to a date`);
    if (typeof unit !== 'string') throw fail(5166404, `${name} expects string defining the time unit`);
    if (!isUnit(unit)) throw fail(9, `unknown time unit value: ${unit}`);
    const whole = wholeOf(amount);
    if (whole === undefined) throw fail(5166405, `${name} expects integer amount of time units`);
    const result = new Date(addUnits(toInstant(startDate), unit, sign * whole, zone));
    if (Number.isNaN(result.getTime())) throw fail(5166406, `${name} overflowed`);
    return result;
  },
});

function dateDiff(args: Doc): unknown {
  const { startDate, endDate, unit } = args;
  if (anyMissing(args, ['startDate', 'endDate', 'unit', 'timezone'])) return null;
  if (unit === 'week' && anyMissing(args, ['startOfWeek'])) return null;
  for (const [name, value] of Object.entries({ startDate, endDate }))
    if (!isInstant(value)) throw fail(5166307, `$dateDiff requires '${name}' to be a date`);
  const wanted = unitOf(unit);
  const firstDay = wanted === 'week' ? firstWeekday(args) : 0;
  const zone = zoneOf(args)!;
  const [start, end] = [toInstant(startDate), toInstant(endDate)];
  const length = fixed[wanted];
  const number = (instant: number): number => {
    const local = zone.toLocal(instant);
    if (length === undefined) return unitNumber(local, wanted, firstDay);
    // Hours begin by local time, but are counted as elapsed time.
    const offset = local - instant;
    return Math.floor(local / length) - (wanted === 'hour' ? offset / length : 0);
  };
  if (length !== undefined && wanted !== 'hour')
    return convert(Math.floor(end / length) - Math.floor(start / length), 'long');
  return convert(Math.trunc(number(end) - number(start)), 'long');
}

/** `$dateTrunc`: bins are counted from the beginning of 2000, or of its first week. */
function dateTrunc(args: Doc): unknown {
  const { date, unit, binSize = 1 } = args;
  if (anyMissing(args, ['date', 'unit', 'binSize', 'timezone'])) return null;
  if (unit === 'week' && anyMissing(args, ['startOfWeek'])) return null;
  if (!isInstant(date))
    throw fail(5439012, `$dateTrunc requires 'date' to be a date, but got ${typeName(date)}`);
  const wanted = unitOf(unit);
  const firstDay = wanted === 'week' ? firstWeekday(args) : 0;
  const size = wholeOf(binSize);
  if (size === undefined)
    throw fail(
      5439017,
      `$dateTrunc requires 'binSize' to be a 64-bit integer, but got value of ${typeName(binSize)}`,
    );
  if (size <= 0)
    throw fail(5439018, `$dateTrunc requires 'binSize' to be greater than 0, but got value ${size}`);
  const zone = zoneOf(args)!;
  const instant = toInstant(date);
  const origin = localTime(2000, 1, 1);
  const length = fixed[wanted];
  if (length !== undefined) {
    const from = zone.toInstant(origin);
    return new Date(from + Math.floor((instant - from) / (length * size)) * length * size);
  }
  if (size > 100_000_000_000) throw fail(5439006, 'dateTrunc unsupported binSize value');
  const first = wanted === 'week' ? origin + ((firstDay - weekday(origin) + 7) % 7) * DAY : origin;
  const base = unitNumber(first, wanted, firstDay);
  const bin = Math.floor((unitNumber(zone.toLocal(instant), wanted, firstDay) - base) / size) * size;
  return new Date(zone.toInstant(addUnits(first, wanted, bin, UTC)));
}

export const dateOperators: Record<string, NamedOperator> = {
  $dateToString: {
    required: ['date'],
    optional: ['format', 'timezone', 'onNull'],
    codes: [18629, 18534, 18628],
    run: dateToString,
  },
  $dateFromString: {
    required: ['dateString'],
    optional: ['format', 'timezone', 'onError', 'onNull'],
    codes: [40540, 40541, 40542],
    run: dateFromString,
  },
  $dateFromParts: {
    required: ['year'],
    optional: ['month', 'day', 'hour', 'minute', 'second', 'millisecond', 'timezone'],
    codes: [40519, 40518, 40516],
    run: dateFromParts,
  },
  $dateToParts: {
    required: ['date'],
    optional: ['timezone', 'iso8601'],
    codes: [40524, 40520, 40522],
    run: dateToParts,
  },
  $dateAdd: dateAdd('$dateAdd', 1),
  $dateSubtract: dateAdd('$dateSubtract', -1),
  $dateDiff: {
    required: ['startDate', 'endDate', 'unit'],
    optional: ['timezone', 'startOfWeek'],
    codes: [5166301, 5166302, 5166303],
    missing: { endDate: 5166304, unit: 5166305 },
    run: dateDiff,
  },
  $dateTrunc: {
    required: ['date', 'unit'],
    optional: ['binSize', 'timezone', 'startOfWeek'],
    codes: [5439007, 5439008, 5439009],
    missing: { unit: 5439010 },
    run: dateTrunc,
  },
};
