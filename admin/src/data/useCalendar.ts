import { useMemo } from 'react';
import { calendarOf, utcCalendar } from '#domain/calendar';
import { useCounts } from './useCounts.js';

/** Returns the days by which payments become overdue and reports count: UTC's until the server has named the zone. */
export function useCalendar() {
  const timeZone = useCounts().data?.timeZone;
  return useMemo(() => (timeZone ? calendarOf(timeZone) : utcCalendar), [timeZone]);
}
