import { looksLikeAmount } from './amounts.js';
import { isCurrencyCode, isTextColumn } from './column-names.js';
import { type CsvRecord, valuesOf } from './csv-records.js';
import { looksLikeDay } from './days.js';

/** A word, in any script. */
const word = /\p{L}\p{M}*\p{L}\p{M}*\p{L}/u;

/** Share of the rows that have words in a column of text. */
const wordShare = 0.5;

/** True for a column that has words in most of its filled rows. */
function hasWords(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  return values.length > 0 && values.filter((text) => word.test(text)).length >= wordShare * values.length;
}

/** True for a column whose words differ between rows, unlike those of kinds, places and currencies. */
function varies(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  return new Set(values).size > 0.3 * values.length || values.some((text) => text.split(/\s+/).length > 3);
}

/**
 * Returns the columns of the rows' text: those with a known name; where none of them has words, those whose content is
 * words that differ. Without a header, every column of words.
 */
export function findText(
  rows: readonly CsvRecord[],
  columns: readonly number[],
  header?: CsvRecord,
): number[] {
  const isOther = (text: string) => looksLikeDay(text) || looksLikeAmount(text) || isCurrencyCode(text);
  const ofWords = (column: number) => hasWords(rows, column) && !valuesOf(rows, column).every(isOther);
  if (!header) return columns.filter(ofWords);
  const named = columns.filter((column) => isTextColumn(header.cells[column] ?? ''));
  if (named.some((column) => hasWords(rows, column))) return named;
  const found = columns.filter(
    (column) => !named.includes(column) && ofWords(column) && varies(rows, column),
  );
  return [...named, ...found].sort((a, b) => a - b);
}
