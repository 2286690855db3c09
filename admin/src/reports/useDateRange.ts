import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { isCalendarDay } from '../../../domain/dates.js';

/** Days, both included; an empty bound is open. */
export interface Range {
  from: string;
  to: string;
}

/** Years before are still being typed: a date field reports 0002 after the first digit of 2026. */
export const firstReportDay = '2000-01-01';

/** True for a whole day of a year that can be meant. */
export const isReportDay = (day: string): boolean => isCalendarDay(day) && day >= firstReportDay;

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
  /** The address's query when the last change that is no correction was asked for. */
  const queryBefore = useRef('');
  /** A change is an entry of the browser's history; a correction of it replaces that entry. */
  const setRange = (change: Partial<Range>, isCorrection = false) => {
    // On top of the browser's own address: the last change may not have been drawn yet.
    const next = { ...rangeOf(new URLSearchParams(location.search)), ...change };
    const days = Object.entries(next).filter(([, value]) => value !== '');
    // The router may still be on its way to the change: a correction takes its place then, as the one new entry.
    if (!isCorrection) queryBefore.current = location.search;
    setParams(Object.fromEntries(days), { replace: isCorrection && location.search !== queryBefore.current });
  };
  return { range, setRange, isBackwards: range.from !== '' && range.to !== '' && range.from > range.to };
}
