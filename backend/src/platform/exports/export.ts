import type { Calendar } from '#domain/platform/calendar';
import type { ExportFormat, ExportName } from '#domain/platform/lists';

export type Cell = string | number | boolean | Date | null | undefined;

/** Returns the cell of a day, YYYY-MM-DD. */
export const dayCell = (day: string | undefined): Cell => day && new Date(`${day}T00:00:00Z`);

/**
 * Format of a column's numbers and dates: `usd` are US dollars that are still to be added up, of two to four decimals.
 * Moments are written as in the calendar of the export.
 */
export type CellFormat = 'amount' | 'usd' | 'day' | 'moment';

/** A column of an export: its heading and its value of a row. `width` is in characters, for workbooks. */
export interface Column<Row> {
  title: string;
  width?: number;
  format?: CellFormat;
  value: (row: Row) => Cell;
}

export interface Sheet<Row> {
  name: string;
  columns: readonly Column<Row>[];
  /** In batches of any size. */
  rows: AsyncIterable<Row[]> | Iterable<Row[]>;
}

/** The rows of an export. `total` is their expected number, as known at the start. */
export interface Export<Row> extends Sheet<Row> {
  name: ExportName;
  format: ExportFormat;
  rows: AsyncIterable<Row[]>;
  total: number;
  /** The calendar of the day in the file's name, and of its moments. */
  calendar: Calendar;
}
