import type { Calendar } from '#domain/calendar';
import type { Cell, Column } from './export.js';

/**
 * Returns the columns with their moments as the clocks of a time zone show them, and with its name in their headings;
 * for UTC, the columns themselves. Files have no times with zones: a cell is written as if its clock time were UTC.
 */
export function columnsIn<Row>(
  { timeZone, clockTime }: Calendar,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  if (timeZone === 'UTC') return columns;
  const local = (cell: Cell) => (cell instanceof Date ? new Date(`${clockTime(cell)}Z`) : cell);
  return columns.map((column) =>
    column.format === 'moment'
      ? { ...column, title: `${column.title} (${timeZone})`, value: (row) => local(column.value(row)) }
      : column,
  );
}
