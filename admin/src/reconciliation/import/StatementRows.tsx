import { styled } from '@mui/material/styles';

/** The look of the history of statements. */
export const StatementRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: '0.875rem',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 16px',
    padding: '8px 16px',
    borderTop: `1px solid ${theme.palette.divider}`,
    overflowWrap: 'anywhere',
    '&[data-open]': { background: theme.palette.action.selected },
  },
  '[data-what]': { flex: '1 1 20rem', minWidth: 0 },
  '[data-quiet]': { color: theme.palette.text.secondary, fontSize: '0.8125rem' },
  '[data-actions]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 },
}));
