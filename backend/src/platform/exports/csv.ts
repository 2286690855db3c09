import { Readable } from 'node:stream';
import { csvText } from '#domain/platform/csv';
import { plainAmount } from '#domain/platform/money';
import type { Cell, CellFormat, Export } from './export.js';

/** Formats a cell of a CSV file; an empty one for nothing. */
export function csvCell(value: Cell, format?: CellFormat): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return format === 'amount' ? plainAmount(value) : String(value);
  if (typeof value === 'boolean') return String(value);
  // Dates in the form that spreadsheets parse in every locale: 2026-10-31 23:51:53, or the day alone.
  if (value instanceof Date)
    return value
      .toISOString()
      .slice(0, format === 'day' ? 10 : 19)
      .replace('T', ' ');
  return csvText(value);
}

async function* csvPieces<Row>(
  { columns, rows }: Export<Row>,
  hasSeparatorLine: boolean,
): AsyncGenerator<string> {
  // The byte order mark tells Excel that the file is UTF-8, and the line by which character it is separated.
  yield `\uFEFF${hasSeparatorLine ? 'sep=,\r\n' : ''}${columns.map(({ title }) => csvCell(title)).join(',')}\r\n`;
  for await (const batch of rows) {
    let piece = '';
    for (const row of batch) {
      for (const [index, { value, format }] of columns.entries())
        piece += (index ? ',' : '') + csvCell(value(row), format);
      piece += '\r\n';
    }
    yield piece;
  }
}

/**
 * Returns the export as a CSV stream; it reads rows only as fast as the client takes them, and stops when the client
 * disconnects.
 */
export const csvStream = <Row>(file: Export<Row>, hasSeparatorLine: boolean): Readable =>
  Readable.from(csvPieces(file, hasSeparatorLine), { objectMode: false });
