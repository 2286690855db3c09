import { TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { firstTypedDay } from '#domain/platform/dates';
import { isReportDay } from './useDateRange.js';

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
