import { expect, it } from 'vitest';
import { periodRange, periods } from './periods.js';

it.each([
  ['2026-11-26', ['2026-11-01 2026-11-30', '2026-10-01 2026-10-31', '2026-10-01 2026-12-31']],
  ['2026-01-01', ['2026-01-01 2026-01-31', '2025-12-01 2025-12-31', '2026-01-01 2026-03-31']],
  ['2028-02-29', ['2028-02-01 2028-02-29', '2028-01-01 2028-01-31', '2028-01-01 2028-03-31']],
])('the periods of %s end on their last days', (today, expected) => {
  const ranges = periods.map((period) => Object.values(periodRange(period, today)).join(' '));
  expect(ranges.slice(0, 3)).toEqual(expected);
});

it('a quarter and a year before may lie in the year before', () => {
  expect(periodRange('lastQuarter', '2026-02-10')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  expect(periodRange('lastQuarter', '2026-11-26')).toEqual({ from: '2026-07-01', to: '2026-09-30' });
  expect(periodRange('thisYear', '2026-11-26')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(periodRange('lastYear', '2026-11-26')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
});
