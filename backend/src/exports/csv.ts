import { Readable } from 'node:stream';
import { plainAmount } from '#domain/money';
import type { Cell, CellFormat, Export } from './export.js';

/**
 * Places where a text starts a cell: at its beginning; after a semicolon or a line break too, where the list separator
 * of the system is a semicolon, as Excel then splits there. Followed by a character that starts a formula, in East Asian
 * spreadsheets also in its full width, or by an apostrophe: https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /(^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠'])/g;

/**
 * Formats a cell of a CSV file (RFC 4180). Every text is quoted. Where a spreadsheet would evaluate it as a formula, it
 * gets an apostrophe, and so it does where there is one already: removing one at each place restores the original.
 */
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
  return `"${value.replace(formula, "$1'").replaceAll('"', '""')}"`;
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
