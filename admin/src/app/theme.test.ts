import { createTheme } from '@mui/material';
import { expect, it } from 'vitest';
import { adminTheme } from './theme.js';

it('gives a browser with larger letters the layout of a narrower window', () => {
  const { breakpoints } = createTheme(adminTheme('light'));
  const queries = breakpoints.keys.slice(1).flatMap((key) => [breakpoints.up(key), breakpoints.down(key)]);
  for (const query of queries) expect(query).toMatch(/width:[\d.]+em\)$/);
  // 1200 px with letters of 16 px.
  expect(breakpoints.up('lg')).toBe('@media (min-width:75em)');
});
