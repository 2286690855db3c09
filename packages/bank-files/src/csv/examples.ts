import type { ChoiceExample, CsvMapping, ReadingDecision } from '../common/contract.js';
import { decimalOf, looksLikeAmount, parseCents, signed } from '../common/amounts.js';
import { dateOrderOf, looksLikeDay, parseDay } from '../common/days.js';
import { isCurrencyCode } from '../common/currencies.js';
import { withoutEmpty } from '../common/without-empty.js';
import { withAnswers } from './mapping.js';
import { directionsOf, directionWord } from './money/direction.js';
import { moneyColumns } from './money/money.js';
import { cellOf, type CsvRecord, valuesOf, wordOf } from './records.js';
import { inLastYear } from './years.js';

/** Number of rows among which one is looked for that the choices read differently, and longest text of it. */
const lookedAt = 300;
const maximumText = 200;

/** Reads one row by a mapping that may have open parts: these are missing. */
function exampleBy(record: CsvRecord, mapping: CsvMapping): ChoiceExample {
  const cell = (column: number | undefined) => cellOf(record, column);
  const day = parseDay(cell(mapping.date), mapping.dateOrder);
  const [amount, moneyIn, out] = [mapping.amount, mapping.in, mapping.out].map((column) =>
    parseCents(cell(column), mapping.decimal ?? '.'),
  );
  const word = directionWord(record, mapping);
  const known = mapping.direction === undefined ? undefined : directionsOf([word]).get(word);
  const way = mapping.contradictions === 'sign' ? undefined : (mapping.directions?.[word] ?? known);
  const one = way ? signed(way, amount ?? 0) : amount;
  const cents = mapping.amount === undefined ? (moneyIn ? Math.abs(moneyIn) : out && -Math.abs(out)) : one;
  const text = mapping.text.map(cell).filter(Boolean).join(' ').slice(0, maximumText);
  const payer = cell(mapping.payer).slice(0, maximumText);
  const currency = cell(mapping.currency).toUpperCase();
  return {
    row: record.line,
    ...withoutEmpty({ day, amount: cents ? cents / 100 : undefined }),
    ...withoutEmpty({ currency: isCurrencyCode(currency) ? currency : '', payer, text }),
  };
}

/** Returns the decision with a row beside each choice that they read differently; `isAnyYear` while dates are of any year. */
export function withExamples(
  { choices, ...decision }: ReadingDecision,
  rows: readonly CsvRecord[],
  mapping: CsvMapping,
  isAnyYear: boolean,
): ReadingDecision {
  if (!choices) return decision;
  const readings = choices.map(({ value }) => {
    const own = withAnswers(mapping, value.answers ?? {});
    // Marks that are open are read as they would be by this choice.
    own.dateOrder ??= dateOrderOf(valuesOf(rows, own.date))!;
    own.decimal ??= decimalOf(moneyColumns(own).flatMap((column) => valuesOf(rows, column))) ?? '.';
    return own;
  });
  const { word } = decision;
  const all = rows.filter((record) => word === undefined || isOfWord(record, word, mapping));
  const paid = all.filter(({ cells }) => cells.some(looksLikeDay) && cells.some(looksLikeAmount));
  const looked = (paid.length ? paid : all).slice(0, lookedAt);
  const countOf = (record: CsvRecord) =>
    new Set(readings.map((own) => JSON.stringify(exampleBy(record, own)))).size;
  let [best, most] = [looked[0], 0];
  for (const record of looked) {
    const count = countOf(record);
    if (count > most) [best, most] = [record, count];
    if (count === choices.length) break;
  }
  const exampleOf = (record: CsvRecord, index: number): ChoiceExample => {
    const example = exampleBy(record, readings[index]!);
    if (!example.day) return example;
    if (isAnyYear) return { ...example, day: inLastYear(example.day) };
    // Dates without a year are read by that of the first choice.
    const [own = 0, first = 0] = [choices[index], choices[0]].map(
      (choice) => choice?.value.answers?.year ?? 0,
    );
    return { ...example, day: `${Number(example.day.slice(0, 4)) + own - first}${example.day.slice(4)}` };
  };
  return {
    ...decision,
    choices: choices.map((choice, index) => ({
      ...choice,
      ...(best && { example: exampleOf(best, index) }),
    })),
  };
}

const isOfWord = (record: CsvRecord, word: string, mapping: CsvMapping): boolean =>
  directionWord(record, mapping) === word ||
  (mapping.status !== undefined && wordOf(cellOf(record, mapping.status)) === word);
