import { useSearchParams } from 'react-router';
import { isCalendarDay } from '../../../domain/dates.js';

/** Days, both included; an empty bound is open. */
export interface Range {
  from: string;
  to: string;
}

function rangeOf(params: URLSearchParams): Range {
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return isCalendarDay(value) ? value : '';
  };
  return { from: day('from'), to: day('to') };
}

/** The range of days in the address, so that a report can be shared and Back works. */
export function useRange() {
  const [params, setParams] = useSearchParams();
  const range = rangeOf(params);
  const setRange = (change: Partial<Range>) => {
    // On top of the browser's own address: the last change may not have been drawn yet.
    const next = { ...rangeOf(new URLSearchParams(location.search)), ...change };
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  };
  return { range, setRange, isBackwards: range.from !== '' && range.to !== '' && range.from > range.to };
}
