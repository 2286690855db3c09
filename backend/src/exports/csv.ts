import { Readable } from 'node:stream';
import type { Cell, CellFormat, Export } from './export.js';

/**
 * Characters that start a formula in a spreadsheet, in East Asian ones in their full width, too:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * Formats a cell of a CSV file (RFC 4180). Text that a spreadsheet would evaluate as a formula gets an apostrophe in
 * front, and so does text that begins with an apostrophe: removing one restores the original.
 */
export function csvCell(value: Cell, format?: CellFormat): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return format === 'amount' ? value.toFixed(2) : String(value);
  if (typeof value === 'boolean') return String(value);
  // Dates in the form that spreadsheets parse in every locale: 2026-10-31 23:51:53, or the day alone.
  if (value instanceof Date)
    return value
      .toISOString()
      .slice(0, format === 'day' ? 10 : 19)
      .replace('T', ' ');
  const text = formula.test(value) || value.startsWith("'") ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* csvPieces<Row>({ columns, rows }: Export<Row>): AsyncGenerator<string> {
  // The byte order mark tells Excel that the file is UTF-8.
  yield `\uFEFF${columns.map(({ title }) => csvCell(title)).join(',')}\r\n`;
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
export const csvStream = <Row>(file: Export<Row>): Readable =>
  Readable.from(csvPieces(file), { objectMode: false });
