import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DayField } from './DayField.js';

it('a field of a day shows its value again when Back comes before a typed day is in the address', () => {
  // The address has not changed yet: the value stays.
  render(<DayField label="From" value="2025-01-15" onChange={() => undefined} />);
  const field = screen.getByLabelText<HTMLInputElement>('From');
  fireEvent.change(field, { target: { value: '2025-12-24' } });
  expect(field.value).toBe('2025-12-24');
  fireEvent.popState(window);
  expect(field.value).toBe('2025-01-15');
});
