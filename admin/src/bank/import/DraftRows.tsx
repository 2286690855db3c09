import { styled } from '@mui/material';

/** Rows or columns of a draft's file: on one line, wrapped on a phone. */
export const DraftRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  li: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '8px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '[data-text]': { flex: '1 1 16rem', minWidth: 0 },
  '[data-quiet]': { color: theme.palette.text.secondary, fontSize: '0.8125rem', flex: '0 0 9.5rem' },
  strong: { fontWeight: 500, flex: '0 0 7.5rem', textAlign: 'right' },
  [theme.breakpoints.down('sm')]: {
    '[data-quiet]': { flex: '1 1 100%' },
    '[data-text]': { flex: '1 1 100%' },
    strong: { textAlign: 'left' },
  },
}));
