import type { Calendar } from '#domain/platform/calendar';
import type { Cell, Column } from './export.js';

/** Clocks are put back by an hour. */
const hourMs = 3_600_000;

/** "-04:00": an offset from UTC, which is given in milliseconds. */
function offsetText(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${milliseconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Returns the columns with their moments as the clocks of a time zone show them, and with its name in their headings;
 * for UTC, the columns themselves. Files have no times with zones: a cell is written as if its clock time were UTC, and a
 * time that clocks show twice, as they are put back, as a text with its offset.
 */
export function columnsIn<Row>(
  { timeZone, clockTime }: Calendar,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  if (timeZone === 'UTC') return columns;
  const local = (cell: Cell): Cell => {
    if (!(cell instanceof Date)) return cell;
    const clock = clockTime(cell);
    const isTwice = [-hourMs, hourMs].some((away) => clockTime(new Date(cell.getTime() + away)) === clock);
    const shown = new Date(`${clock}Z`);
    return isTwice ? `${clock.replace('T', ' ')} ${offsetText(shown.getTime() - cell.getTime())}` : shown;
  };
  return columns.map((column) =>
    column.format === 'moment'
      ? { ...column, title: `${column.title} (${timeZone})`, value: (row) => local(column.value(row)) }
      : column,
  );
}
