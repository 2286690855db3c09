import type { ReactNode } from 'react';
import { formatCount } from '#domain/platform/numbers';
import { Table, type TableProps } from './Table.js';

interface SumTableProps extends Omit<TableProps, 'children'> {
  /** The headings: of names, counts and amounts. */
  headings: readonly [name: string, count: string, amount: string];
  /** `amount` is written with its currency. */
  rows: readonly { name: string; count: number; amount: string }[];
  /** Rows below those. */
  children?: ReactNode;
}

/** Count and sum by name, one row each. */
export function SumTable({ headings, rows, children, ...table }: SumTableProps) {
  const [name, ...numbers] = headings;
  return (
    <Table {...table}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          {numbers.map((heading) => (
            <th key={heading} scope="col" data-align="right">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
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
}
