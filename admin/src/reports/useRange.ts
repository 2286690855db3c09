import { useSearchParams } from 'react-router';
import { isCalendarDay } from '../../../domain/dates.js';

/** Days, both included; an empty bound is open. */
export interface Range {
  from: string;
  to: string;
}

/** The range of days in the address, so that a report can be shared and Back works. */
export function useRange() {
  const [params, setParams] = useSearchParams();
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return isCalendarDay(value) ? value : '';
  };
  const range: Range = { from: day('from'), to: day('to') };
  const setRange = (next: Range) =>
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  return { range, setRange, isBackwards: range.from !== '' && range.to !== '' && range.from > range.to };
}
