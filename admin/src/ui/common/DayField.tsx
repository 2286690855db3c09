import { TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { firstTypedDay, isCalendarDay } from '#domain/platform/dates';

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD, or '' for none. */
  value: string;
  /** `isCorrection`: the field has reported a day already since it took the focus. */
  onChange: (day: string, isCorrection: boolean) => void;
}

/**
 * A field for a day, typed or picked. Reports it as soon as it is complete and not before `firstTypedDay`; an emptied
 * field on blur or Enter. An invalid day is replaced by the previous one.
 */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const hasGiven = useRef(false);
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setTyped(value);
  }

  // Back may lead to the value that is still rendered, if it comes before the one that was typed is.
  useEffect(() => {
    const reset = () => setTyped(value);
    addEventListener('popstate', reset);
    return () => removeEventListener('popstate', reset);
  }, [value]);

  const take = (day: string) => {
    if (day === value) return;
    onChange(day, hasGiven.current);
    hasGiven.current = true;
  };
  const finish = (input: HTMLInputElement) => {
    // A field that is filled in half has an empty value too.
    if (input.value === '' && !input.validity.badInput) take('');
    else if (!isReportDay(input.value)) setTyped(value);
  };

  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isReportDay(target.value)) take(target.value);
      }}
      onFocus={() => (hasGiven.current = false)}
      onBlur={({ target }) => finish(target as HTMLInputElement)}
      onKeyDown={({ key, target }) => key === 'Enter' && finish(target as HTMLInputElement)}
      sx={{ flex: { xs: '1 1 11rem', sm: '1 1 19rem', md: '0 0 auto' } }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: firstTypedDay, max: '9999-12-31' } }}
    />
  );
}

/** A range of days, YYYY-MM-DD, both included; an empty bound is open. */
export interface Range {
  from: string;
  to: string;
}

/** True for a valid day. Of earlier years, which are still being typed, a field reports 0002 after the first digit of 2026. */
const isReportDay = (day: string): boolean => isCalendarDay(day) && day >= firstTypedDay;

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
