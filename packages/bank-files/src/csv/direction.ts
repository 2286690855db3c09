import type { CsvMapping, DirectionWord } from '../common/contract.js';
import type { Cents } from '../common/cents.js';
import { amountSign, isNegativeAmount } from '../common/amounts.js';
import { columnsByRole, isDirectionColumn, isTextColumn } from './column-names.js';
import { type CsvRecord, valuesOf, widthOf } from './records.js';
import { type Direction, directionsOf, directionWord } from './direction-words.js';
import { cleanText } from '../common/statement-row.js';

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

/**
 * Returns the column of the direction, if there is one. Beside amounts with signs, its words are compared with them;
 * beside amounts without signs, it is a column with at least one known word, and with any words one of an own name:
 * the amounts' direction is nowhere else.
 */
export function findDirection(
  rows: readonly CsvRecord[],
  amount: number,
  header?: CsvRecord,
): number | undefined {
  const isSigned = valuesOf(rows, amount).some((text) => amountSign(text) !== 0);
  const named = columnsByRole(header?.cells ?? []).direction.find((column) => {
    const words = wordsOf(rows, column);
    words.delete('');
    if (!words.size || words.size > maximumWords) return false;
    if (isDirectionColumn(header?.cells[column] ?? '')) return true;
    const known = directionsOf(words).size;
    return isSigned ? known > 0 : known > 0 || hasKinds(rows, column);
  });
  if (named !== undefined) return named;
  // Totals have an amount and no word.
  const paid = rows.filter(({ cells }) => cells[amount]);
  return Array.from({ length: widthOf(paid) }, (_, column) => column).find((column) => {
    if (column === amount || valuesOf(paid, column).length < 0.9 * paid.length) return false;
    const values = valuesOf(paid, column).map(directionWord);
    const words = new Set(values);
    if (words.size > maximumWords) return false;
    const known = directionsOf(words);
    const share = values.filter((word) => known.has(word)).length / values.length;
    // Texts may have directions as words; beside signs, they remain the text.
    const isText = isTextColumn(header?.cells[column] ?? '');
    if (isText) return !isSigned && share === 1 && new Set(known.values()).size > 1;
    if (isSigned) return share === 1 && isWord(words);
    // A lone mark may fill an empty column.
    if (share === 1) return words.size > 1 || [...words].some((word) => /\p{L}/u.test(word));
    return share >= (isWord(known.keys()) ? 0.5 : 0.8);
  });
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
  /** The words of the column, where the direction of one is open. */
  open?: DirectionWord[];
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
  const words = new Map<string, DirectionWord>();
  for (const row of rows) {
    const isOpen = decide(row) === undefined;
    const direction = ofWord(row.word);
    const before = words.get(row.word);
    words.set(row.word, {
      word: row.word,
      ...(direction && { direction: direction > 0 ? 'in' : 'out' }),
      isOpen: isOpen || before?.isOpen === true,
      rows: 1 + (before?.rows ?? 0),
      // The example of an open word is a row that is open.
      example: before && (before.isOpen || !isOpen) ? before.example : exampleOf(row),
    });
  }
  const isOpen = [...words.values()].some((word) => word.isOpen);
  return {
    directionOf: (row) => {
      const direction = decide(row);
      return direction && isTurned(row) ? (-direction as Direction) : direction;
    },
    ...(isOpen && {
      open: [...words.values()].sort((a, b) => Number(b.isOpen) - Number(a.isOpen)).slice(0, maximumAsked),
    }),
  };
}

/** Returns a row as the example of a word. */
export const exampleOf = ({
  row,
  amountText,
  text,
}: Pick<DirectedRow, 'row' | 'amountText' | 'text'>): DirectionWord['example'] => ({
  ...{ row, amount: cleanText(amountText, 60), text: cleanText(text, 200) },
});
