import type { CsvMapping, Marks, ReadingDecision, StatementEncoding } from '../common/contract.js';
import { amountSign } from '../common/amounts.js';
import type { ChosenAccount } from '../common/own-account.js';
import { hasSameColumns } from './mapping.js';
import { cellOf, columnsOf, type CsvRecord, valuesOf, wordOf } from './records.js';
import { withoutEmpty } from '../common/without-empty.js';

/** The contents of a layout's files by which their reading was confirmed, and what settles the marks of others. */
export interface SeenContents extends Marks {
  /** Columns with a value in some row; an amount of 0 is none. */
  filled: number[];
  /** Words of the direction column, each with the sign of an amount beside it: "CREDIT +". */
  words: string[];
  encoding?: StatementEncoding;
  /** The choice among the file's accounts, and that amounts of no currency are in the account's. */
  chosen?: ChosenAccount;
  isUnnamed?: true;
}

/** A layout as it is remembered; `seen` is undefined until an admin has confirmed its reading. */
export interface KnownLayout {
  mapping: CsvMapping;
  seen?: SeenContents;
}

/** Maximum number of remembered words of a layout: a column with more has none that its next file repeats. */
const maximumWords = 200;

/** True for an amount of 0, which fills a column no more than an empty cell does. */
const isZero = (text: string): boolean => text.includes('0') && !/[\p{L}1-9]/u.test(text);

/** Returns the contents that a later file of the layout is compared with. */
export function contentsOf(rows: readonly CsvRecord[], mapping: CsvMapping): SeenContents {
  const filled = columnsOf(rows).filter((column) => valuesOf(rows, column).some((text) => !isZero(text)));
  const { direction, amount, in: moneyIn, dateOrder, decimal } = mapping;
  // A minus in the column of incoming money may be a credit, or take one back.
  const ofIn = valuesOf(rows, moneyIn).some((text) => amountSign(text) < 0) ? ['IN -'] : [];
  const words =
    direction === undefined || amount === undefined
      ? ofIn
      : rows.map((row) => {
          const sign = amountSign(cellOf(row, amount)) < 0 ? '-' : '+';
          return `${wordOf(cellOf(row, direction))} ${sign}`;
        });
  return {
    filled,
    words: [...new Set(words)].sort().slice(0, maximumWords),
    ...withoutEmpty({ dateOrder, decimal }),
  };
}

/** True where a file has nothing that the confirmed ones of its layout did not have. */
export const hasSeen = (seen: SeenContents, { filled, words }: SeenContents): boolean =>
  filled.every((column) => seen.filled.includes(column)) && words.every((word) => seen.words.includes(word));

/** True where a file is read as the confirmed ones of its layout: by the same columns, and by the same marks or its own. */
export const isReadAsSeen = (
  { mapping: known, seen }: KnownLayout,
  mapping: CsvMapping,
  decisions: readonly ReadingDecision[],
): boolean =>
  hasSameColumns(known, mapping) &&
  decisions.every(
    ({ on, by }) =>
      (on !== 'dateOrder' && on !== 'decimal') ||
      (by !== 'said' && by !== 'remembered') ||
      mapping[on] === (seen?.[on] ?? known[on]),
  );

/** Adds the contents of a further confirmed file. */
export const withSeen = (seen: SeenContents, { filled, words, ...marks }: SeenContents): SeenContents => ({
  ...seen,
  ...marks,
  filled: [...new Set([...seen.filled, ...filled])].sort((a, b) => a - b),
  words: [...new Set([...seen.words, ...words])].sort().slice(0, maximumWords),
});
