import { type Currency, formatNamedMoney } from '#domain/platform/money';
import { SumTable } from './SumTable.js';
import type { TableProps } from './Table.js';

interface CurrencyTableProps extends TableProps {
  rows: readonly { currency: Currency; count: number; amount: number }[];
  /** The heading of a column. */
  label: (column: 'currency' | 'count' | 'amount') => string;
}

/** Count and sum by currency, one row each. */
export const CurrencyTable = ({ rows, label, ...table }: CurrencyTableProps) => (
  <SumTable
    isScrollable
    columns={[label('currency')]}
    numbers={[label('count'), label('amount')]}
    rows={rows.map(({ currency, count, amount }) => ({
      ...{ name: currency, count },
      amount: formatNamedMoney(amount, currency),
    }))}
    {...table}
  />
);
