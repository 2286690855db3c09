import { expect, it } from 'vitest';
import { monthRange } from './bookMonths.js';

it('the days of a month end with it, and where the range of the report ends', () => {
  expect(monthRange('2024-02', null, null)).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(monthRange('2026-12', '2025-01-05', '2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(monthRange('2026-11', '2026-11-05', '2026-11-21')).toEqual({ from: '2026-11-05', to: '2026-11-21' });
});
