import { looksLikeAmount } from '../common/amounts.js';
import { isCurrencyCode } from '../common/currencies.js';
import { isKindColumn, isTextColumn, mayBeText, nameKey } from './names.js';
import { type CsvRecord, valuesOf } from './records.js';
import { looksLikeDay } from '../common/days.js';

/** A word, in any script. */
const word = /\p{L}\p{M}*\p{L}\p{M}*\p{L}/u;

/** Share of the rows that have words in a column of text. */
const wordShare = 0.5;

/** True for text that is mostly a number, as that of an account or an id: a name has more letters than digits. */
const isNumber = (text: string): boolean =>
  (text.match(/\d/g)?.length ?? 0) >= (text.match(/\p{L}/gu)?.length ?? 0);

/** Names of persons in general, which may be of the account's owner. */
const ofAnybody = /^(?:name|naam|nom|nome|nombre)$/;

/**
 * Returns the likeliest column of the payer: one of names, in which a number is none. One that is named like any person's,
 * and always has the same name, is that of the account's owner.
 */
export const payerColumn = (
  rows: readonly CsvRecord[],
  named: readonly number[],
  header?: CsvRecord,
): number | undefined =>
  named.find((column) => {
    const values = valuesOf(rows, column);
    const isOwner = values.length > 2 && new Set(values).size === 1;
    return (
      values.length > 0 &&
      values.filter(isNumber).length < 0.5 * values.length &&
      !(isOwner && ofAnybody.test(nameKey(header?.cells[column] ?? '')))
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

/** Shortest average text of a column that says something of each row, in characters. */
const tellingLength = 8;

/** True for a column that says something else of most rows, as names and messages do. */
function tells(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  const length = values.reduce((sum, text) => sum + text.length, 0);
  return new Set(values).size > 0.5 * values.length && length >= tellingLength * values.length;
}

/** A word that touches no digit, as one in an id does. */
const plainWord = /(?<![\p{L}\p{M}\p{N}])(?:\p{L}\p{M}*){3,}(?![\p{L}\p{M}\p{N}])/u;

/** Counts the different texts of a column that are neither numbers nor codes. */
const countTexts = (rows: readonly CsvRecord[], column: number): number =>
  new Set(valuesOf(rows, column).filter((text) => plainWord.test(text) && !/^[A-Z]{1,4}$/.test(text))).size;

/**
 * Returns the columns of the rows' text: those with a known name, and others that may say more of each row; where none
 * of the known ones has words, all those whose words differ. Without a header, every column of words.
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
  const hasText = named.some((column) => hasWords(rows, column));
  const most = Math.max(0, ...named.map((column) => countTexts(rows, column)));
  const saysMore = (column: number) => {
    const name = header.cells[column] ?? '';
    return (
      (mayBeText(name) && tells(rows, column)) || (!isKindColumn(name) && countTexts(rows, column) > most)
    );
  };
  const found = columns.filter(
    (column) =>
      !named.includes(column) && ofWords(column) && (hasText ? saysMore(column) : varies(rows, column)),
  );
  const texts = [...named, ...found].sort((a, b) => a - b);
  if (texts.some((column) => hasWords(rows, column))) return texts;
  // Kinds and categories are better than no text.
  return [...texts, ...columns.filter((column) => !named.includes(column) && ofWords(column))].sort(
    (a, b) => a - b,
  );
}
