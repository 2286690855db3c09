import fc from 'fast-check';
import { calendarOf, utcCalendar } from './calendar.js';

const zones = [
  'UTC',
  'America/Toronto',
  'America/St_Johns',
  'Asia/Bangkok',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  // Its days began at one o'clock where the clocks were put forward.
  'America/Sao_Paulo',
  'Etc/GMT+12',
];
const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });

describe('calendars', () => {
  it.each(zones)('begin and end each day of %s at its first and last moment', (zone) => {
    const { dayOf, startOf, endOf } = calendarOf(zone);
    fc.assert(
      fc.property(moments, (moment) => {
        const day = dayOf(moment);
        const [start, end] = [startOf(day), endOf(day)];
        expect(start <= moment && moment <= end).toBe(true);
        expect([dayOf(start), dayOf(end)]).toEqual([day, day]);
        expect(dayOf(new Date(start.getTime() - 1)) < day).toBe(true);
        expect(dayOf(new Date(end.getTime() + 1)) > day).toBe(true);
      }),
    );
  });

  it('know the days that clocks change, and the day that a zone left out', () => {
    const toronto = calendarOf('America/Toronto');
    const hours = (day: string) => (+toronto.endOf(day) + 1 - +toronto.startOf(day)) / 3_600_000;
    expect(['2026-03-08', '2026-11-01', '2026-11-02'].map(hours)).toEqual([23, 25, 24]);
    expect(toronto.clockTime(new Date('2026-11-01T05:30:00Z'))).toBe('2026-11-01T01:30:00');
    // Samoa went from December 29 to 31 of 2011.
    const apia = calendarOf('Pacific/Apia');
    expect(apia.dayOf(new Date(+apia.endOf('2011-12-29') + 1))).toBe('2011-12-31');
  });

  it('take years that Intl writes otherwise as UTC does', () => {
    const { dayOf, startOf, endOf } = calendarOf('America/Toronto');
    for (const day of ['0001-01-01', '9999-12-31']) {
      expect(dayOf(new Date(`${day}T12:00:00Z`))).toBe(day);
      expect([startOf(day), endOf(day)]).toEqual([utcCalendar.startOf(day), utcCalendar.endOf(day)]);
    }
  });
});
