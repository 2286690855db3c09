import type { ReactNode } from 'react';
import { type Currency, formatNamedMoney } from '#domain/platform/money';
import { SumTable } from './SumTable.js';

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
export const CurrencyTable = ({ rows, label, ...table }: CurrencyTableProps) => (
  <SumTable
    isScrollable
    headings={[label('currency'), label('count'), label('amount')]}
    rows={rows.map(({ currency, count, amount }) => ({
      ...{ name: currency, count },
      amount: formatNamedMoney(amount, currency),
    }))}
    {...table}
  />
);
