import type { Answer, CsvMapping } from '../common/contract.js';
import { isDeepStrictEqual } from 'node:util';
import { withoutEmpty } from '../common/without-empty.js';

/** The parts of a mapping that are a column each. */
const columnParts = [
  ...(['date', 'amount', 'in', 'out', 'direction', 'currency', 'payer', 'bankId', 'status'] as const),
];
export type ColumnPart = (typeof columnParts)[number];

/** Returns the columns that have a part in a mapping, but for those of the text. */
export const usedColumns = (mapping: CsvMapping): number[] =>
  columnParts.flatMap((part) => mapping[part] ?? []);

export type Answers = NonNullable<Answer['answers']>;

/** Adds words to those that were said before; null forgets them. */
const withWords = <Meaning>(
  before: Record<string, Meaning> | null | undefined,
  words: Record<string, Meaning> | null | undefined,
) => (words === undefined ? before : words && { ...before, ...words });

/** Adds answers to earlier ones: words and signs that were said are of the columns that they were said of. */
export function mergeAnswers(before: Answers, added: Answers): Answers {
  const isOtherMoney = ['amount', 'in', 'out', 'direction'].some((part) => part in added);
  const { directions, contradictions, reversed, statuses, ...others } = before;
  const kept = {
    ...others,
    ...(!isOtherMoney && { directions, contradictions, reversed }),
    ...(!('status' in added) && { statuses }),
  };
  const merged = {
    ...kept,
    ...added,
    directions: withWords(kept.directions, added.directions),
    statuses: withWords(kept.statuses, added.statuses),
  };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}

/** Returns a mapping with these parts said: null takes a column away. */
export function withAnswers(mapping: CsvMapping, answers: Answers): CsvMapping {
  return { date: -1, text: [], ...withoutEmpty(mergeAnswers(mapping, answers)) } as unknown as CsvMapping;
}

const none = Object.fromEntries(
  [...columnParts, 'headerRow', 'reversed', 'directions', 'statuses', 'contradictions'].map((part) => [
    part,
    null,
  ]),
);

/** A whole mapping as answers: what it leaves out is said to be none, but for what the file itself may tell. */
export const answersOf = (mapping: CsvMapping): Answers => ({ ...none, ...mapping });

/** True for mappings by which every row of a file is read alike. */
export const isSameMapping = (one: CsvMapping, other: CsvMapping): boolean =>
  isDeepStrictEqual(withoutEmpty(one), withoutEmpty(other));

/** True for mappings of the same columns; line of the header, date order, year and decimal mark may be of another file. */
export function hasSameColumns(one: CsvMapping, other: CsvMapping): boolean {
  const ofFile = { headerRow: undefined, dateOrder: undefined, year: undefined, decimal: undefined };
  return isSameMapping({ ...one, ...ofFile }, { ...other, ...ofFile });
}
