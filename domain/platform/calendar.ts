import { calendarDay } from './dates.js';

/** The days of one time zone. A day is written YYYY-MM-DD. */
export interface Calendar {
  /** The zone's IANA name: "America/Toronto". */
  timeZone: string;
  /** The day that it is there at a moment. */
  dayOf: (moment: Date) => string;
  /** The first and the last moment of a day there. */
  startOf: (day: string) => Date;
  endOf: (day: string) => Date;
  /** The time on the clocks there, "2026-11-21T15:04:05". */
  clockTime: (moment: Date) => string;
}

/** The first moment that Intl would write with another calendar's year, or with more than four digits. */
const endOfYears = Date.UTC(9999, 0, 1);

/** No zone is further from Greenwich, in milliseconds. */
const farthest = 15 * 3_600_000;
const minute = 60_000;

export const utcCalendar: Calendar = {
  timeZone: 'UTC',
  dayOf: (moment) => calendarDay(moment, 0),
  startOf: (day) => new Date(`${day}T00:00:00Z`),
  endOf: (day) => new Date(`${day}T23:59:59.999Z`),
  clockTime: (moment) => moment.toISOString().slice(0, 19),
};

/** Returns the calendar of a time zone. Throws a RangeError for a name that is none. */
export function calendarOf(timeZone: string): Calendar {
  // Sweden writes times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const name = format.resolvedOptions().timeZone;
  if (name === 'UTC') return utcCalendar;
  const isWritten = (moment: Date) => moment.getTime() >= 0 && moment.getTime() < endOfYears;
  const clockTime = (moment: Date) =>
    isWritten(moment) ? format.format(moment).replace(' ', 'T') : utcCalendar.clockTime(moment);
  const dayOf = (moment: Date) =>
    isWritten(moment) ? format.format(moment).slice(0, 10) : utcCalendar.dayOf(moment);
  /** Returns the first minute on this day or a later one: a zone may skip midnight, or a whole day. */
  const startOf = (day: string) => {
    const midnight = utcCalendar.startOf(day).getTime();
    let [before, from] = [midnight - farthest, midnight + farthest];
    while (from - before > minute) {
      const middle = before + Math.floor((from - before) / 2 / minute) * minute;
      if (dayOf(new Date(middle)) < day) before = middle;
      else from = middle;
    }
    return new Date(from);
  };
  const endOf = (day: string) => {
    const last = utcCalendar.endOf(day);
    if (!isWritten(last)) return last;
    return new Date(startOf(utcCalendar.dayOf(new Date(last.getTime() + 1))).getTime() - 1);
  };
  return { timeZone: name, dayOf, startOf, endOf, clockTime };
}
