import { styled } from '@mui/material';

/** The parts of a transaction, each with the button that undoes it. */
export const PartRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontVariantNumeric: 'tabular-nums',
  li: {
    display: 'flex',
    alignItems: 'start',
    justifyContent: 'space-between',
    gap: 8,
    padding: '8px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
    overflowWrap: 'anywhere',
  },
  'li:first-of-type': { borderTop: 0 },
  small: { color: theme.palette.text.secondary },
}));
