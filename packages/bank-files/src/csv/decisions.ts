import type { CsvMapping, ReadingDecision } from '../common/contract.js';
import { isNegativeAmount } from '../common/amounts.js';
import { isDirectionColumn } from './column-names.js';
import type { CurrencyChoice } from './currency.js';
import { dateOption, type Guess } from './layout.js';
import { isSameMoney, moneyColumns, moneyOption } from './money.js';
import { type CsvRecord, valuesOf } from './records.js';
import type { CsvRows } from './rows.js';
import { directionsOf, directionWord } from './direction-words.js';
import {
  type Choice,
  choose,
  columnNamed,
  type Evidence,
  type Option,
  recordOf,
  saidNow,
  weights,
  where,
} from '../common/evidence.js';

/** A CSV file's rows and mapping, with what is known of it. */
export interface DecisionContext {
  rows: readonly CsvRecord[];
  mapping: CsvMapping;
  header: CsvRecord | undefined;
  /** The evidence for the mapping: that an admin says it now, or said it before. */
  said: Evidence[];
  /** The file's own evidence; none for a mapping that an admin has said. */
  guess: Guess | undefined;
}

/** Returns what decides on columns: those that are said, with what else speaks for them; else those that may be meant. */
function optionsOf<Value>(
  options: readonly Option<Value>[],
  own: Option<Value>,
  said: readonly Evidence[],
  isSame: (one: Value, other: Value) => boolean = Object.is,
): readonly Option<Value>[] {
  const { evidence } = options.find(({ value }) => isSame(value, own.value)) ?? own;
  return said.length ? [{ ...own, evidence: [...said, ...evidence] }] : options;
}

/** Returns the decision on the column of the date. */
export function dateDecision(
  { rows, mapping: { date }, header, said, guess }: DecisionContext,
  against: readonly Evidence[],
): ReadingDecision {
  const options = date < 0 ? [] : optionsOf(guess?.dates ?? [], dateOption(rows, date, header), said);
  return choose('date', options, () => false, against).record;
}

/** Returns the decision on the columns of the amounts. */
export function amountDecision(
  { rows, mapping, header, said, guess }: DecisionContext,
  against: readonly Evidence[],
): ReadingDecision {
  const { options = [], differ, against: doubts = [] } = guess?.money ?? {};
  const own = moneyOption(rows, mapping, header);
  const all = moneyColumns(mapping).length ? optionsOf(options, own, said, isSameMoney) : [];
  return choose('amount', all, differ, [...(said.length ? [] : doubts), ...against]).record;
}

/** Returns the evidence of a column's words against its reading: each unknown word is asked about, also where others are known. */
const openWords = (words: readonly { word: string; rows: number }[]): Evidence[] =>
  words.flatMap(({ word, rows }) =>
    where(true, `"${word.slice(0, 30)}" of ${rows} rows leaves it open`, -2 * saidNow.weight),
  );

/** Returns the decision on the direction of amounts in one column, as their words, marks and the balance leave it. */
export function directionDecision(
  { rows, mapping, header, said }: DecisionContext,
  { directionWords = [] }: CsvRows,
  agreeing: number,
): ReadingDecision | undefined {
  const { amount, direction, directions, reversed } = mapping;
  if (amount === undefined) return undefined;
  const amounts = valuesOf(rows, amount);
  const negative = amounts.filter(isNegativeAmount).length;
  const words = valuesOf(rows, direction ?? -1).map(directionWord);
  const known = directionsOf(new Set(words));
  const count = words.filter((word) => known.has(word)).length;
  const isNamed = isDirectionColumn(header?.cells[direction ?? -1] ?? '');
  const isColumn = direction !== undefined;
  return recordOf('direction', {
    reads: isColumn
      ? `${columnNamed(direction, header?.cells)} says the direction`
      : `a minus is money that ${reversed ? 'came in' : 'went out'}`,
    evidence: [
      ...(directions ? [saidNow] : said),
      ...where(!isColumn, `${negative} of ${amounts.length} amounts have a minus`, weights.content),
      ...where(isColumn, `${count} of its ${words.length} words name a direction`, weights.content),
      ...where(isNamed, 'its name says so', weights.name),
      ...where(agreeing, `the balance changes so in ${agreeing} rows`, weights.proof),
      ...openWords(directionWords.filter(({ isOpen }) => isOpen)),
    ],
  });
}

/** Returns what spoke for a choice, where the column is that of the mapping. */
const heard = (choice: Choice<number> | undefined, column: number | undefined): Evidence[] =>
  choice?.value === column
    ? (choice?.record.for ?? []).flatMap((says) => where(true, says, weights.content))
    : [];

/** Returns the decision on the column of the status, as its words leave it. */
export function statusDecision(
  { mapping: { status }, header, said, guess }: DecisionContext,
  { statusWords = [] }: CsvRows,
): ReadingDecision | undefined {
  if (status === undefined) return undefined;
  const evidence = [...said, ...heard(guess?.status, status), ...openWords(statusWords)];
  return recordOf('status', { reads: `the status is in ${columnNamed(status, header?.cells)}`, evidence });
}

/** Returns the decision on the column of the amounts' currency. */
export function currencyDecision(
  { mapping: { currency }, header, said }: DecisionContext,
  { choice }: CurrencyChoice,
): ReadingDecision | undefined {
  const isSaid = currency === undefined ? choice && said.includes(saidNow) : said.length > 0;
  if (!isSaid) return choice?.record;
  const reads =
    currency === undefined
      ? 'no column says the currency'
      : `the currency is in ${columnNamed(currency, header?.cells)}`;
  return recordOf('currency', { reads, evidence: [...said, ...heard(choice, currency)] });
}

/** Returns the decision on the columns of the text: that there are none, only a person can say. */
export function textDecision(
  { rows, mapping: { text, payer }, header }: DecisionContext,
  said: readonly Evidence[],
): ReadingDecision {
  const columns = [...text, ...(payer === undefined ? [] : [payer])];
  const names = columns.map((column) => columnNamed(column, header?.cells)).join(', ');
  const filled = rows.filter(({ cells }) => columns.some((column) => cells[column])).length;
  const says = `${filled} of ${rows.length} rows have one`;
  return recordOf('text', {
    reads: names ? `the text is in ${names}` : said.length ? 'no column is the text' : '',
    evidence: [...said, ...where(columns.length, says, weights.content)],
  });
}
