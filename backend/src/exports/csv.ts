import { Readable } from 'node:stream';
import type { Cell, Export } from './export-file.js';

/** What a spreadsheet takes for the start of a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const formula = /^[=+\-@\t\r]/;

/**
 * A cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front, and so
 * does text that begins with an apostrophe: taking one away gives back what was entered.
 */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = formula.test(value) || value.startsWith("'") ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* csvPieces<Row>({ columns, rows }: Export<Row>): AsyncGenerator<string> {
  // The byte order mark tells Excel that the file is UTF-8.
  yield `\uFEFF${columns.map(({ title }) => csvCell(title)).join(',')}\r\n`;
  for await (const batch of rows) {
    let piece = '';
    for (const row of batch) {
      for (const [index, { value }] of columns.entries()) piece += (index ? ',' : '') + csvCell(value(row));
      piece += '\r\n';
    }
    yield piece;
  }
}

/** The export as a CSV file; asks for rows only as fast as the reader takes them, and ends them when it goes away. */
export const csvStream = <Row>(file: Export<Row>): Readable =>
  Readable.from(csvPieces(file), { objectMode: false });
