import { fail } from './errors.js';
import { DAY } from './calendar.js';

/** A time zone: converts an instant to local time (see calendar.ts) and back. */
export interface Zone {
  toLocal(instant: number): number;
  toInstant(local: number): number;
}

const shifted = (offset: number): Zone => ({
  toLocal: (instant) => instant + offset,
  toInstant: (local) => local - offset,
});
export const UTC = shifted(0);

const zones = new Map<string, Zone>([
  ['UTC', UTC],
  ['GMT', UTC],
]);

/**
 * Returns the zone of a name of the Olson database, or of an offset: `+hh`, `+hhmm`, `+hh:mm`.
 * @throws MongoError 40485 for an unknown zone
 */
export function zoneNamed(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const offset = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(name);
  const zone = offset
    ? shifted((offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0)) * 60_000)
    : named(name);
  zones.set(name, zone);
  return zone;
}

function named(name: string): Zone {
  const clock = clockIn(name);
  const offsetAt = (instant: number): number => {
    const field = Object.fromEntries(
      clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>;
    const wall = new Date(0);
    wall.setUTCFullYear(field.year!, field.month! - 1, field.day);
    wall.setUTCHours(field.hour!, field.minute, field.second);
    return wall.getTime() - Math.floor(instant / 1000) * 1000;
  };
  return {
    toLocal: (instant) => instant + offsetAt(instant),
    toInstant(local) {
      // The offset changes at most once in two days. Returns the first instant of a repeated local time; a skipped
      // local time gets the offset before the change.
      const before = offsetAt(local - DAY);
      const after = offsetAt(local + DAY);
      return offsetAt(local - before) !== before && offsetAt(local - after) === after
        ? local - after
        : local - before;
    },
  };
}

function clockIn(timeZone: string): Intl.DateTimeFormat {
  try {
    // Intl accepts names in any case, the Olson database does not.
    if (!/^[A-Z]/.test(timeZone)) throw new RangeError('no such zone');
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw fail(40485, `unrecognized time zone identifier: "${timeZone}"`);
  }
}
