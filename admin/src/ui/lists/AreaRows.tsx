import { styled } from '@mui/material/styles';

/**
 * Rows of areas (day, text, match, amount, actions): one line on wide screens, else a card (beside a panel, on a phone).
 * `--actions` is the width of the last one in a line.
 */
export const AreaRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  containerType: 'inline-size',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '6.5rem minmax(0, 5fr) minmax(0, 4fr) 7.5rem var(--actions, 6rem)',
    gridTemplateAreas: '"day text match amount actions"',
    alignItems: 'start',
    gap: '4px 16px',
    padding: '12px 16px',
    borderBottom: `1px solid ${theme.palette.divider}`,
    cursor: 'pointer',
    '&:hover, &:focus-within': { background: theme.palette.action.hover },
    '&[data-open]': {
      background: theme.palette.action.hover,
      boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}`,
    },
    '&:last-of-type': { borderBottom: 0 },
  },
  '[data-area]': { minWidth: 0, overflowWrap: 'anywhere' },
  '[data-area="day"]': { gridArea: 'day', whiteSpace: 'nowrap' },
  '[data-area="text"]': { gridArea: 'text' },
  '[data-area="text"] > a': { fontWeight: 600, color: 'inherit' },
  '[data-area="match"]': { gridArea: 'match' },
  '[data-area="amount"]': { gridArea: 'amount', textAlign: 'right', fontWeight: 600, whiteSpace: 'nowrap' },
  '[data-area="actions"]': { gridArea: 'actions', textAlign: 'right' },
  '[data-area="actions"] button': { minWidth: 88 },
  '[data-quiet]': { color: theme.palette.text.secondary, fontSize: '0.8125rem' },
  '[data-bank-text]': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  '@container (max-width: 759px)': {
    '& > li': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"text amount" "text day" "match actions"',
      gridTemplateRows: 'auto 1fr auto',
    },
    '[data-area="day"]': {
      textAlign: 'right',
      fontSize: '0.8125rem',
      color: theme.palette.text.secondary,
    },
    '[data-area="actions"]': { alignSelf: 'end' },
  },
}));
