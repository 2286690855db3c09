import { looksLikeAmount } from '../common/amounts.js';
import { isCurrencyCode } from '../common/currencies.js';
import { isTextColumn } from './column-names.js';
import { nameKey } from '../common/name-key.js';
import { cellOf, type CsvRecord, type CsvTable, valuesOf } from './records.js';
import { looksLikeDay } from '../common/days.js';

const word = /\p{L}\p{M}*\p{L}\p{M}*\p{L}/u;
const wordShare = 0.5;

/** True for text that is mostly a number, as that of an account or an id: a name has more letters than digits. */
const isNumber = (text: string): boolean =>
  (text.match(/\d/g)?.length ?? 0) >= (text.match(/\p{L}/gu)?.length ?? 0);

/** Names of persons in general, which may be of the account's owner. */
const ofAnybody = /^(?:name|naam|nom|nome|nombre)$/;

/** Returns the likeliest column of the payer: of names, and not always of the account's owner. */
export const payerColumn = ({ rows, header }: CsvTable, named: readonly number[]): number | undefined =>
  named.find((column) => {
    const values = valuesOf(rows, column);
    const isOwner = values.length > 2 && new Set(values).size === 1;
    return (
      values.length > 0 &&
      values.filter(isNumber).length < 0.5 * values.length &&
      !(isOwner && ofAnybody.test(nameKey(cellOf(header, column))))
    );
  });

/** True for a column that has words in most of its filled rows. */
export function hasWords(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  return values.length > 0 && values.filter((text) => word.test(text)).length >= wordShare * values.length;
}

/** True for a column whose words differ between rows, unlike those of kinds, places and currencies. */
function varies(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  return new Set(values).size > 0.3 * values.length || values.some((text) => text.split(/\s+/).length > 3);
}

/** Returns the columns of the rows' text: with a known name or differing words, else all columns of words. */
export function findText({ rows, header }: CsvTable, columns: readonly number[]): number[] {
  const isOther = (text: string) => looksLikeDay(text) || looksLikeAmount(text) || isCurrencyCode(text);
  const words = columns.filter((column) => hasWords(rows, column) && !valuesOf(rows, column).every(isOther));
  const isNamed = (column: number) => isTextColumn(cellOf(header, column));
  const isCode = (column: number) => /categor|kategor/.test(nameKey(cellOf(header, column)));
  const isText = (column: number) =>
    isNamed(column) || (words.includes(column) && varies(rows, column) && !isCode(column));
  const texts = header ? columns.filter(isText) : words;
  // Kinds and categories are better than no text.
  return texts.some((column) => words.includes(column))
    ? texts
    : columns.filter((column) => texts.includes(column) || words.includes(column));
}
