import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatDateTime } from '#domain/dates';
import { TimeText } from './TimeText.js';

it('an instant is shown in the reader’s time zone, which its title names', () => {
  const at = '2026-11-21T20:05:00.000Z';
  render(<TimeText value={at} />);
  const shown = screen.getByText(formatDateTime(at));
  expect(shown.getAttribute('datetime')).toBe(at);
  expect(shown.title).toMatch(/^Nov 2[12], 2026, \d{1,2}:05 [AP]M .*[A-Z]{3}/);
});
