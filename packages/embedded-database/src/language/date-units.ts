import { DAY, dayNumber, HOUR, localTime, MINUTE, month, year } from '../values/calendar.js';
import type { Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { typeName } from '../values/values.js';
import type { Zone } from '../values/zones.js';

export type Unit =
  | 'year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond';
/** Lengths of the units that do not depend on calendar and zone, in milliseconds. */
export const fixed: Partial<Record<Unit, number>> = {
  hour: HOUR,
  minute: MINUTE,
  second: 1000,
  millisecond: 1,
};
const dayUnits: Partial<Record<Unit, number>> = { week: 7, day: 1 };
const monthUnits: Partial<Record<Unit, number>> = { year: 12, quarter: 3, month: 1 };
export const isUnit = (value: string): value is Unit =>
  value in fixed || value in dayUnits || value in monthUnits;

export function unitOf(value: unknown): Unit {
  if (typeof value !== 'string') throw fail(5439013, `unit must be a string, found ${typeName(value)}`);
  if (!isUnit(value)) throw fail(5439014, `unknown time unit value: ${value}`);
  return value;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Returns the first day of a week that the argument `startOfWeek` names: 0 for Sunday. */
export function firstWeekday(args: Doc): number {
  if (!('startOfWeek' in args)) return 0;
  if (typeof args.startOfWeek !== 'string')
    throw fail(5439015, `startOfWeek must be a string, found ${typeName(args.startOfWeek)}`);
  const wanted = args.startOfWeek.toLowerCase();
  const found = weekdays.findIndex((name) => name === wanted || name.slice(0, 3) === wanted);
  if (found < 0) throw fail(5439016, `unknown day of week value: ${args.startOfWeek}`);
  return found;
}

const monthNumber = (local: number) => year(local) * 12 + month(local) - 1;

/** Returns the number of the unit that contains a local time, counted from a fixed point. */
export function unitNumber(local: number, unit: Unit, firstDay: number): number {
  const months = monthUnits[unit];
  if (months !== undefined) return Math.floor(monthNumber(local) / months);
  if (unit === 'day') return dayNumber(local);
  // The first of January 1970 was a Thursday.
  return Math.floor((dayNumber(local) + 4 - firstDay) / 7);
}

/** Adds units to an instant: days and longer ones in a zone's calendar, shorter ones as elapsed time. */
export function addUnits(instant: number, unit: Unit, amount: number, zone: Zone): number {
  const length = fixed[unit];
  if (length !== undefined) return instant + amount * length;
  const local = zone.toLocal(instant);
  const days = dayUnits[unit];
  if (days !== undefined) return zone.toInstant(local + amount * days * DAY);
  const number = monthNumber(local) + amount * monthUnits[unit]!;
  const [toYear, toMonth] = [Math.floor(number / 12), (((number % 12) + 12) % 12) + 1];
  const lastDay = new Date(localTime(toYear, toMonth + 1, 0)).getUTCDate();
  const day = Math.min(new Date(local).getUTCDate(), lastDay);
  return zone.toInstant(localTime(toYear, toMonth, day) + (local - dayNumber(local) * DAY));
}
