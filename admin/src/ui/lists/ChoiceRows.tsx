import { styled } from '@mui/material/styles';

/** Payments to choose from; a chosen one is marked. */
export const ChoiceRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  li: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    padding: '8px 12px',
    margin: '8px 0',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: 8,
    '&[data-chosen]': { borderColor: theme.palette.primary.main, background: theme.palette.action.hover },
  },
  button: { flexShrink: 0 },
}));
