import { useMemo, useState } from 'react';
import { calendarOf, utcCalendar } from '#domain/platform/calendar';
import { useCounts } from './useCounts.js';

/** Returns the days by which payments become overdue and reports count: UTC's until the server has named the zone. */
export function useCalendar() {
  const timeZone = useCounts().data?.timeZone;
  return useMemo(() => (timeZone ? calendarOf(timeZone) : utcCalendar), [timeZone]);
}

/** Returns the office's day, YYYY-MM-DD, at which the screen was opened. */
export function useToday(): string {
  const [now] = useState(() => new Date());
  return useCalendar().dayOf(now);
}
