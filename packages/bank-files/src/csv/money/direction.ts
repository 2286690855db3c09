import type { CsvMapping } from '../../common/contract.js';
import type { Cents } from '../../common/cents.js';
import { amountSign, isNegativeAmount } from '../../common/amounts.js';
import { byName, isTextColumn, rankOf } from '../column-names.js';
import { type CsvRecord, valuesOf } from '../records.js';
import { type Direction, directionsOf, directionWord } from './direction-words.js';

/** Maximum number of different words in a column that is taken for one of directions. */
const maximumWords = 20;

const wordsOf = (rows: readonly CsvRecord[], column: number): Set<string> =>
  new Set(rows.map(({ cells }) => directionWord(cells[column] ?? '')));

/** True for a column of a few words, such as kinds of transactions, of which some come again. */
function hasKinds(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  const words = new Set(values.map(directionWord));
  return words.size > 1 && words.size <= maximumWords && 2 * words.size <= values.length;
}

/** The columns that say the direction by known words, and those that may say it by others. */
export interface DirectionColumns {
  certain: number[];
  possible: number[];
}

/**
 * Returns the columns of the direction: by their words. Beside amounts with signs, only one of whole words is; beside those
 * without, one of kinds may be, or one of such a name, as the direction is nowhere else.
 */
export function directionColumns(
  rows: readonly CsvRecord[],
  amount: number,
  free: readonly number[],
  header?: CsvRecord,
): DirectionColumns {
  const isSigned = valuesOf(rows, amount).some((text) => amountSign(text) !== 0);
  const names = header?.cells ?? [];
  const isNamed = (column: number) => rankOf('direction', names[column] ?? '') === 0;
  // Totals have an amount and no word.
  const paid = rows.filter(({ cells }) => cells[amount]);
  const certain = free.filter((column) => {
    const values = valuesOf(paid, column).map(directionWord);
    const words = new Set(values);
    if (values.length < 0.9 * paid.length || words.size > maximumWords) return false;
    // Each of its words that is not known is asked about.
    if (isNamed(column) && !isSigned && [...words].some((word) => /\p{L}/u.test(word))) return true;
    const known = directionsOf(words);
    const share = values.filter((word) => known.has(word)).length / values.length;
    // Texts may have directions as words; beside signs, they remain the text.
    if (isTextColumn(names[column] ?? '') && rankOf('direction', names[column] ?? '') === undefined)
      return !isSigned && share === 1 && new Set(known.values()).size > 1;
    if (isSigned)
      return (
        (share === 1 && isWord(words)) ||
        (share > 0 && rankOf('direction', names[column] ?? '') !== undefined)
      );
    // A lone mark may fill an empty column.
    if (share === 1) return words.size > 1 || [...words].some((word) => /\p{L}/u.test(word));
    return share >= (isWord(known.keys()) ? 0.5 : 0.8);
  });
  const mayBe = (column: number) =>
    wordsOf(rows, column).size <= maximumWords &&
    valuesOf(rows, column).some((text) => /[\p{L}+-]/u.test(text)) &&
    (isNamed(column) ||
      (!isSigned && rankOf('direction', names[column] ?? '') !== undefined && hasKinds(rows, column)));
  const possible = free.filter((column) => !certain.includes(column) && mayBe(column));
  return { certain: byName('direction', certain, names), possible: byName('direction', possible, names) };
}

/** True where a word has two letters: a lone letter or mark may fill a column for another reason. */
const isWord = (words: Iterable<string>): boolean =>
  [...words].some((word) => /\p{L}\p{M}*\p{L}/u.test(word));

/** A row whose amount is read, before its direction is. */
export interface DirectedRow {
  row: number;
  /** With the sign that it is written with, if any. */
  cents: Cents;
  amountText: string;
  text: string;
  word: string;
}

/** The directions of a file's rows, as far as they are certain. */
export interface Directions {
  directionOf: (row: DirectedRow) => Direction | undefined;
  /** All that is open: words, marks of amounts, or words that a sign contradicts. */
  open: OpenWord[];
}

/** A word, or a mark, whose direction is open, with its first row. */
export interface OpenWord {
  word: string;
  rows: number;
  /** True where the word is known, and the sign beside it says the contrary. */
  isContradicted: boolean;
  example: DirectedRow;
}

/** Maximum number of words that are asked about. */
const maximumAsked = 50;

/**
 * Decides on the direction of rows with one column of amounts. A minus says that money went out, unless a word beside
 * it says the contrary: one such row leaves open which of the two the whole column goes by.
 */
export function decideDirections(rows: readonly DirectedRow[], mapping: CsvMapping): Directions {
  const { directions: told = {}, contradictions } = mapping;
  const isSigned = rows.some(({ amountText }) => isNegativeAmount(amountText));
  // Without a column of directions, the words are the marks of the amounts.
  const areMarksTold = mapping.direction === undefined && mapping.directions !== undefined;
  /** A mark on credits alone says what it says. */
  const isTurned = ({ amountText, word }: DirectedRow) =>
    mapping.reversed === true &&
    !areMarksTold &&
    !(mapping.direction === undefined && word === 'CR') &&
    (isSigned || amountSign(amountText) <= 0);
  const known = directionsOf(new Set(rows.map(({ word }) => word)));
  const ofWord = (word: string): Direction | undefined =>
    Object.hasOwn(told, word) ? (told[word] === 'in' ? 1 : -1) : known.get(word);
  const ofSign = ({ amountText }: DirectedRow): Direction | undefined => {
    const sign = amountSign(amountText);
    return sign === 0 ? (isSigned || mapping.direction === undefined ? 1 : undefined) : sign;
  };
  const decide = (row: DirectedRow): Direction | undefined => {
    if (areMarksTold) return Object.hasOwn(told, row.word) ? (told[row.word] === 'in' ? 1 : -1) : undefined;
    const [sign, word] = [ofSign(row), ofWord(row.word)];
    if (contradictions === 'sign') return sign ?? word;
    if (contradictions === 'word') return word;
    return word && sign && word !== sign ? undefined : (word ?? sign);
  };
  const open = new Map<string, OpenWord>();
  for (const row of rows) {
    if (decide(row) !== undefined) continue;
    const before = open.get(row.word);
    const isContradicted = !areMarksTold && ofWord(row.word) !== undefined;
    open.set(
      row.word,
      before
        ? { ...before, rows: before.rows + 1 }
        : { word: row.word, rows: 1, isContradicted, example: row },
    );
  }
  return {
    directionOf: (row) => {
      const direction = decide(row);
      return direction && isTurned(row) ? (-direction as Direction) : direction;
    },
    open: [...open.values()].slice(0, maximumAsked),
  };
}
