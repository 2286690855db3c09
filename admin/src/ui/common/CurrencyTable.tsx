import type { ReactNode } from 'react';
import { type Currency, formatNamedMoney } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { Table } from './Table.js';

interface CurrencyTableProps {
  rows: readonly { currency: Currency; count: number; amount: number }[];
  /** The heading of a column. */
  label: (column: 'currency' | 'count' | 'amount') => string;
  /** Rows below those of the currencies. */
  children?: ReactNode;
  className?: string;
  'aria-label'?: string;
}

/** Count and sum by currency, one row each. */
export const CurrencyTable = ({ rows, label, children, ...table }: CurrencyTableProps) => (
  <Table isScrollable {...table}>
    <thead>
      <tr>
        <th scope="col">{label('currency')}</th>
        <th scope="col" data-align="right">
          {label('count')}
        </th>
        <th scope="col" data-align="right">
          {label('amount')}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ currency, count, amount }) => (
        <tr key={currency}>
          <td>{currency}</td>
          <td data-align="right">{formatCount(count)}</td>
          <td data-align="right" translate="no">
            {formatNamedMoney(amount, currency)}
          </td>
        </tr>
      ))}
      {children}
    </tbody>
  </Table>
);
