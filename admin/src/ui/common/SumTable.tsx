import { formatCount } from '#domain/platform/numbers';
import { Table, type TableProps } from './Table.js';

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
