import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup, { type RadioGroupProps } from '@mui/material/RadioGroup';
import type { ReactNode } from 'react';

interface ChoicesProps<Value extends string> extends Omit<RadioGroupProps, 'onChange' | 'value'> {
  options: readonly { value: Value; label: ReactNode }[];
  value: Value | undefined;
  onChoose: (value: Value) => void;
}

/** Answers of which one is chosen. */
export const Choices = <Value extends string>({
  options,
  value,
  onChoose,
  ...props
}: ChoicesProps<Value>) => (
  <RadioGroup {...props} value={value ?? ''} onChange={(_event, chosen) => onChoose(chosen as Value)}>
    {options.map((option) => (
      <FormControlLabel key={option.value} value={option.value} control={<Radio />} label={option.label} />
    ))}
  </RadioGroup>
);
