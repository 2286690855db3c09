import { styled } from '@mui/material/styles';
import type { ComponentProps } from 'react';
import { visuallyHidden } from './visuallyHidden.js';

/**
 * A table in the theme's look. One style for the whole table, on plain cells, so that fifty rows render fast. It
 * scrolls sideways if it does not fit; `data-align="right"` is for numbers; `data-unseen` is for screen readers only;
 * `data-whole-words` scrolls instead of breaking words. On a phone, each row of a `data-stacked` table is a card: its
 * cells are in one line, numbers at its end, `data-wide` cells on lines of their own, `data-below` cells under them,
 * and `data-label` replaces the hidden heading. A table without links or buttons that may be wider than a phone has to
 * be `isScrollable`, so that the keyboard can scroll it. The headings of an `isSticky` table, which has to fit a window
 * of 1200 px, stay below the bar of the page.
 */
export const Table = ({ isScrollable, isSticky, ...props }: TableProps) => (
  <Scroller tabIndex={isScrollable ? 0 : undefined} data-sticky={isSticky || undefined}>
    <StyledTable {...props} />
  </Scroller>
);

interface TableProps extends ComponentProps<'table'> {
  isScrollable?: boolean;
  isSticky?: boolean;
}

const Scroller = styled('div')(({ theme }) => ({
  overflowX: 'auto',
  containerType: 'inline-size',
  // A box that scrolls would keep the headings to itself.
  [theme.breakpoints.up('lg')]: {
    '&[data-sticky]': { overflowX: 'visible' },
    '&[data-sticky] thead th': {
      position: 'sticky',
      top: 64,
      zIndex: 2,
      background: theme.palette.background.paper,
      // A collapsed border does not move with its cell.
      boxShadow: `inset 0 -1px ${theme.palette.divider}`,
    },
  },
}));

const StyledTable = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  'th, td': {
    padding: '8px 11px',
    height: 53,
    textAlign: 'left',
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  // Smaller padding in a window of 1280 px, and beside another column of the page.
  '@container (max-width: 1039px)': { 'th, td': { padding: '8px' } },
  // Below the text of its field, which a checkbox stands before.
  '[data-caption="selectable"]': { paddingLeft: 30 },
  // On wide screens a caption is on the line of its field.
  '@container (min-width: 1180px)': {
    '[data-caption]': { display: 'inline-block', margin: '0 0 0 8px', padding: 0 },
  },
  '@container (max-width: 719px)': { 'th, td': { padding: '8px 6px' } },
  th: { fontWeight: 600 },
  'thead th': { whiteSpace: 'nowrap' },
  // The rows determine the widths of the columns, so the headings are hidden while they load.
  '&[data-pending] thead th': { visibility: 'hidden' },
  '@container (max-width: 399px)': { 'thead th': { whiteSpace: 'normal' } },
  // The first and the last cell of a row, whether they are headings or not.
  'tr > :not(* + *)': { paddingLeft: 16 },
  'tr > :not(:has(+ *))': { paddingRight: 16 },
  // Sort icons take up no space, except that of the sorted column.
  '.MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {
    position: 'absolute',
    left: '100%',
  },
  '[data-align="right"] .MuiTableSortLabel-root': { flexDirection: 'row-reverse' },
  '[data-align="right"] .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {
    left: 'auto',
    right: '100%',
  },
  '[data-unseen]': visuallyHidden,
  td: { overflowWrap: 'anywhere' },
  '&[data-whole-words] td': { overflowWrap: 'break-word' },
  // Takes the width that the other columns leave.
  '[data-ellipsis]': { minWidth: 108, width: '25%' },
  '[data-ellipsis="wide"]': { width: '50%' },
  'time, [data-nowrap]': { whiteSpace: 'nowrap' },
  '[data-align="right"]': { textAlign: 'right', whiteSpace: 'nowrap' },
  'tbody:last-of-type tr:last-of-type > *': { borderBottom: 0 },
  // A row that another one unfolds.
  '[data-inner]': { paddingLeft: 40, color: theme.palette.text.secondary },
  '@container (max-width: 479px)': {
    '&[data-stacked]': {
      '&, tbody': { display: 'block' },
      thead: visuallyHidden,
      tr: {
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 12px',
        padding: '12px 16px',
        borderTop: `1px solid ${theme.palette.divider}`,
      },
      'tbody:first-of-type tr:first-of-type': { borderTop: 0 },
      'tr > *': { display: 'block', height: 'auto', padding: 0, border: 0 },
      'tr > :not(* + *), td[data-align="right"]:not([data-below])': {
        flex: '1 1 0',
        minWidth: 'min-content',
      },
      '[data-wide]': { flex: '1 0 100%', minWidth: 0 },
      '[data-wide="last"]': { order: 1 },
      '[data-below]': { order: 2 },
      '[data-label]::before': { content: 'attr(data-label) ": "' },
    },
  },
  'tr[data-clickable]': {
    cursor: 'pointer',
    '&:hover, &:focus-within': { background: theme.palette.action.hover },
  },
}));
