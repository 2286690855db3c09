import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { firstTypedDay, isCalendarDay } from '#domain/platform/dates';

/** A range of days, YYYY-MM-DD, both included; an empty bound is open. */
export interface Range {
  from: string;
  to: string;
}

/** True for a valid day. Of earlier years, which are still being typed, a field reports 0002 after the first digit of 2026. */
export const isReportDay = (day: string): boolean => isCalendarDay(day) && day >= firstTypedDay;

function rangeOf(params: URLSearchParams): Range {
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return isReportDay(value) ? value : '';
  };
  return { from: day('from'), to: day('to') };
}

/** The range of days in the address, so that a report can be shared and Back works. */
export function useDateRange() {
  const [params, setParams] = useSearchParams();
  const range = rangeOf(params);
  /** The address's query before the last change that is not a correction. */
  const queryBefore = useRef('');
  /** A change adds an entry to the browser's history; a correction of it replaces that entry. */
  const setRange = (change: Partial<Range>, isCorrection = false) => {
    // Based on the browser's address: React may not have rendered the last change yet.
    const next = new URLSearchParams(location.search);
    for (const [bound, day] of Object.entries({ ...rangeOf(next), ...change }))
      if (day) next.set(bound, day);
      else next.delete(bound);
    // If the router has not applied the change yet, the correction must add the entry in its place.
    if (!isCorrection) queryBefore.current = location.search;
    setParams(next, { replace: isCorrection && location.search !== queryBefore.current });
  };
  return { range, setRange, isBackwards: range.from !== '' && range.to !== '' && range.from > range.to };
}
