import { styled } from '@mui/material/styles';

/** The results of a search, below their headings. */
export const SearchOptions = styled('div')(({ theme }) => ({
  overflowY: 'auto',
  minHeight: 0,
  paddingBottom: 8,
  '[data-heading]': {
    padding: '12px 16px 4px',
    fontSize: '0.75rem',
    fontWeight: 600,
    color: theme.palette.text.secondary,
  },
}));

/** One result: two lines, and a status at its end. */
export const SearchOption = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  padding: '6px 16px',
  cursor: 'pointer',
  '&[aria-selected="true"]': {
    background: theme.palette.action.selected,
    boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}`,
  },
  '[data-lines]': { flex: 1, minWidth: 0 },
  '[data-first], [data-second]': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '[data-first]': { fontSize: '0.875rem', fontWeight: 600 },
  '[data-second]': {
    fontSize: '0.8125rem',
    color: theme.palette.text.secondary,
    fontVariantNumeric: 'tabular-nums',
  },
}));
