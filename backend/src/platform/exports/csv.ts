import { Readable } from 'node:stream';
import { csvText } from '#domain/platform/csv';
import { plainAmount } from '#domain/platform/money';
import type { Cell, CellFormat, Export } from './export.js';

/**
 * The sign before the decimals of a CSV file. A comma is for an Excel whose lists are separated by semicolons, as are the
 * cells then: it takes 22.5 for a day of May.
 */
export type DecimalSign = 'point' | 'comma';

/** Formats a cell of a CSV file; an empty one for nothing. */
export function csvCell(value: Cell, format?: CellFormat, decimal: DecimalSign = 'point'): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') {
    const text =
      format === 'usd'
        ? value.toFixed(4).replace(/0{1,2}$/, '')
        : format === 'amount'
          ? plainAmount(value)
          : String(value);
    return decimal === 'comma' ? text.replace('.', ',') : text;
  }
  if (typeof value === 'boolean') return String(value);
  // Dates in the form that spreadsheets parse in every locale: 2026-10-31 23:51:53, or the day alone.
  if (value instanceof Date)
    return value
      .toISOString()
      .slice(0, format === 'day' ? 10 : 19)
      .replace('T', ' ');
  return csvText(value);
}

/** Yields the pieces of a CSV file. */
export async function* csvPieces<Row>(
  { columns, rows }: Pick<Export<Row>, 'columns' | 'rows'>,
  decimal: DecimalSign = 'point',
): AsyncGenerator<string> {
  const separator = decimal === 'comma' ? ';' : ',';
  // The byte order mark tells Excel that the file is UTF-8.
  yield `\uFEFF${columns.map(({ title }) => csvCell(title)).join(separator)}\r\n`;
  for await (const batch of rows) {
    let piece = '';
    for (const row of batch) {
      for (const [index, { value, format }] of columns.entries())
        piece += (index ? separator : '') + csvCell(value(row), format, decimal);
      piece += '\r\n';
    }
    yield piece;
  }
}

/** Returns the export as a CSV stream, which reads as fast as the client, and stops when it disconnects. */
export const csvStream = <Row>(file: Export<Row>, decimal: DecimalSign): Readable =>
  Readable.from(csvPieces(file, decimal), { objectMode: false });
