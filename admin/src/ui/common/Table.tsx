import { styled, type Theme } from '@mui/material';
import type { ComponentProps, ReactNode } from 'react';
import { formatCount } from '#domain/platform/numbers';
import { type Currency, formatNamedMoney } from '#domain/platform/money';
import { visuallyHidden } from './visuallyHidden.js';
import { useTexts } from '../i18n/useTranslate.js';

/**
 * A table in the theme's look. One style for the whole table, on plain cells, so that fifty rows render fast. It
 * scrolls sideways if it does not fit; `data-align="right"` is for numbers;
 * `data-whole-words` scrolls instead of breaking words. On a phone, each row of a `data-stacked` table is a card, and of a `wide` one on a tablet, too: its
 * cells are in one line, numbers at its end, `data-wide` cells on lines of their own, `data-below` cells under them,
 * and `data-label` replaces the hidden heading. A table without links or buttons that may be wider than a phone has to
 * be `isScrollable`, so that the keyboard can scroll it.
 */
export const Table = ({ isScrollable, columns = [], numbers = [], children, ...props }: TableProps) => (
  <Scroller tabIndex={isScrollable ? 0 : undefined}>
    <StyledTable {...props}>
      {columns.length > 0 && (
        <thead>
          <tr>
            {[...columns, ...numbers].map((heading, at) => (
              <th key={at} scope="col" data-align={at < columns.length ? undefined : 'right'}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
      )}
      {children}
    </StyledTable>
  </Scroller>
);

export interface TableProps extends ComponentProps<'table'> {
  isScrollable?: boolean;
  /** The headings of its columns, and of those of numbers behind them. */
  columns?: readonly ReactNode[];
  numbers?: readonly ReactNode[];
}

// Positioned, so that a text for screen readers alone in a heading scrolls with it.
const Scroller = styled('div')({ position: 'relative', overflowX: 'auto', containerType: 'inline-size' });

/** Each row as a card. */
const cards = ({ palette }: Theme, columnGap = 12) => ({
  '&, tbody': { display: 'block' },
  thead: visuallyHidden,
  tr: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `4px ${columnGap}px`,
    padding: '12px 16px',
    borderTop: `1px solid ${palette.divider}`,
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
  'tr:has([data-label])::after': { content: '""', flex: '1 0 100%', order: 1 },
  // Labelled values in columns, of which a phone has one.
  '[data-label]': { flex: '1 1 17rem', display: 'flex', justifyContent: 'space-between', gap: 8 },
  '[data-label]::before': { content: 'attr(data-label)', color: palette.text.secondary },
});

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
  '@container (max-width: 1039px)': {
    'th, td': { padding: '8px' },
    '&[data-stacked="wide"] thead th': { whiteSpace: 'normal' },
  },
  '@container (max-width: 719px)': { 'th, td': { padding: '8px 6px' } },
  th: { fontWeight: 600 },
  'thead th': { whiteSpace: 'nowrap' },
  '@container (max-width: 399px)': { 'thead th': { whiteSpace: 'normal' } },
  // The first and the last cell of a row, whether they are headings or not.
  'tr > :not(* + *)': { paddingLeft: 16 },
  'tr > :not(:has(+ *))': { paddingRight: 16 },
  // On the narrowest phones, where three columns of sums would scroll.
  '@container (max-width: 319px)': {
    'th, td': { padding: '8px 3px', fontSize: '0.8125rem' },
    'tr > :not(* + *)': { paddingLeft: 12 },
    'tr > :not(:has(+ *))': { paddingRight: 12 },
  },
  td: { overflowWrap: 'anywhere' },
  '&[data-whole-words] td': { overflowWrap: 'break-word' },
  // Notes and texts of banks: a part of them that is wider than this may break.
  '&[data-whole-words] [data-wide="last"]': { overflowWrap: 'anywhere', minWidth: 200 },
  'time, [data-nowrap]': { whiteSpace: 'nowrap' },
  '[data-align="right"]': { textAlign: 'right', whiteSpace: 'nowrap' },
  'tbody:last-of-type tr:last-of-type > *': { borderBottom: 0 },
  // A row that another one unfolds.
  '[data-inner]': { paddingLeft: 40, color: theme.palette.text.secondary },
  '@container (max-width: 479px)': { '&[data-stacked]': cards(theme) },
  '@container (max-width: 759px)': { '&[data-stacked="wide"]': cards(theme, 32) },
  // The last of an odd number keeps to its column.
  '@container (min-width: 600px) and (max-width: 759px)': {
    '&[data-stacked="wide"] [data-label]': { maxWidth: 'calc(50% - 16px)' },
  },
}));

interface SumTableProps extends TableProps {
  /** `amount` is written with its currency. */
  rows: readonly { name: string; count: number; amount: string }[];
}

/** Count and sum by name, one row each, and the rows below those. */
export const SumTable = ({ rows, children, ...table }: SumTableProps) => (
  <Table {...table}>
    <tbody>
      {rows.map((row) => (
        <tr key={row.name}>
          <td>{row.name}</td>
          <td data-align="right">{formatCount(row.count)}</td>
          <td data-align="right" translate="no">
            {row.amount}
          </td>
        </tr>
      ))}
      {children}
    </tbody>
  </Table>
);

interface CurrencyTableProps extends TableProps {
  rows: readonly { currency: Currency; count: number; amount: number }[];
  /** The heading of the counts. */
  counted: string;
}

/** Count and sum by currency, one row each. */
export function CurrencyTable({ rows, counted, ...table }: CurrencyTableProps) {
  const label = useTexts('resources.payments.fields');
  return (
    <SumTable
      isScrollable
      columns={[label('currency')]}
      numbers={[counted, label('amount')]}
      rows={rows.map(({ currency, count, amount }) => ({
        name: currency,
        count,
        amount: formatNamedMoney(amount, currency),
      }))}
      {...table}
    />
  );
}
