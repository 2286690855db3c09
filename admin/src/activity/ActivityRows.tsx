import { styled } from '@mui/material/styles';

/** The look of the audit trail: two columns, stacked on narrow screens. */
export const ActivityRows = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: '0.875rem',
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '11rem minmax(0, 1fr)',
    gap: '4px 24px',
    padding: '12px 16px',
    borderTop: `1px solid ${theme.palette.divider}`,
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  '[data-when]': { color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '[data-when] > *': {
    display: 'block',
    [theme.breakpoints.down('sm')]: { display: 'inline' },
  },
  strong: { fontWeight: 600 },
  ul: { listStyle: 'none', margin: '4px 0 0', padding: 0 },
  b: { fontWeight: 400, color: theme.palette.text.secondary },
}));
