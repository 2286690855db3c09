import type { CsvMapping, DateOrder } from '#domain/reconciliation';
import type { ReadingDecision } from '#domain/statement-reading';
import { decideDecimal, looksLikeAmount } from './amounts.js';
import type { CurrencyChoice } from './csv-currency.js';
import { type CsvRecord, valuesOf } from './csv-records.js';
import type { CsvRows } from './csv-rows.js';
import { decideDateOrder, looksLikeDay } from './days.js';
import { columnNamed, type Evidence, recordOf, saidBefore, saidNow, weights } from './evidence.js';

/** A CSV file's rows and mapping, with what is known of it. */
export interface DecisionContext {
  rows: readonly CsvRecord[];
  mapping: CsvMapping;
  header?: CsvRecord | undefined;
  isTold: boolean;
  isRemembered: boolean;
}

const orders: Record<DateOrder, string> = {
  DMY: 'day, month, year',
  MDY: 'month, day, year',
  YMD: 'year, month, day',
};

/** Returns the evidence of persons, now and before. */
const saidOf = ({ isTold, isRemembered }: DecisionContext): Evidence[] =>
  isTold ? [saidNow] : isRemembered ? [saidBefore] : [];

/** Returns the decision on the column of the date. */
export function dateDecision(context: DecisionContext): ReadingDecision {
  const { rows, mapping, header } = context;
  if (mapping.date < 0) return recordOf('date', { reads: '', evidence: [] });
  const values = valuesOf(rows, mapping.date);
  const days = values.filter(looksLikeDay).length;
  const isNamed = header !== undefined && header.cells[mapping.date] !== '';
  return recordOf('date', {
    reads: `the day is in ${columnNamed(mapping.date, header?.cells)}`,
    evidence: [
      ...saidOf(context),
      ...(days
        ? [{ says: `${days} of its ${values.length} values are dates`, weight: weights.content }]
        : []),
      ...(isNamed ? [{ says: 'its name', weight: weights.name }] : []),
    ],
  });
}

/** Returns the first text that alone tells this. */
const exampleOf = <Told>(texts: readonly string[], tell: (text: string) => Told, told: Told) =>
  texts.find((text) => tell(text) === told)?.slice(0, 30);

/** Returns the decision on the order of day and month. */
export function orderDecision(context: DecisionContext): ReadingDecision {
  const { rows, mapping } = context;
  const { dateOrder } = mapping;
  if (!dateOrder) return recordOf('dateOrder', { reads: '', evidence: [] });
  const texts = valuesOf(rows, mapping.date);
  const tell = (text: string) => decideDateOrder([text]);
  const example = exampleOf(texts, tell, dateOrder);
  const other = dateOrder === 'DMY' ? 'MDY' : 'DMY';
  // A month's name stands anywhere.
  const numeric = texts.filter((text) => !/\p{L}{3}/u.test(text));
  const contrary = dateOrder === 'YMD' ? undefined : exampleOf(numeric, tell, other);
  return recordOf('dateOrder', {
    reads: `dates are ${orders[dateOrder]}`,
    evidence: [
      ...saidOf(context),
      ...(example ? [{ says: `"${example}" can be nothing else`, weight: weights.content }] : []),
      ...(contrary ? [{ says: `"${contrary}" is ${orders[other]}`, weight: -weights.content }] : []),
    ],
  });
}

const amountColumns = ({ amount, in: moneyIn, out }: CsvMapping): number[] =>
  [amount, moneyIn, out].filter((column) => column !== undefined);

/** Returns the decision on the decimal mark. */
export function decimalDecision(context: DecisionContext): ReadingDecision {
  const { rows, mapping } = context;
  const { decimal } = mapping;
  if (!decimal) return recordOf('decimal', { reads: '', evidence: [] });
  const texts = amountColumns(mapping).flatMap((column) => valuesOf(rows, column));
  const tell = (text: string) => (/[.,]/.test(text) ? decideDecimal([text]) : undefined);
  const example = exampleOf(texts, tell, decimal);
  const contrary = exampleOf(texts, tell, decimal === '.' ? ',' : '.');
  const isPlain = !texts.some((text) => /[.,]/.test(text));
  return recordOf('decimal', {
    reads: `the decimal mark is a ${decimal === '.' ? 'point' : 'comma'}`,
    evidence: [
      ...saidOf(context),
      ...(example ? [{ says: `"${example}" can be nothing else`, weight: weights.content }] : []),
      ...(isPlain ? [{ says: 'no amount has a mark', weight: weights.content }] : []),
      ...(contrary ? [{ says: `"${contrary}" has the other one`, weight: -weights.content }] : []),
    ],
  });
}

/** Returns the decision on the columns of the amounts, by what their guess and the balance say. */
export function amountDecision(context: DecisionContext, found: readonly Evidence[]): ReadingDecision {
  const { rows, mapping, header } = context;
  const columns = amountColumns(mapping);
  if (!columns.length) return recordOf('amount', { reads: '', evidence: [] });
  const named = (column: number) => columnNamed(column, header?.cells);
  const values = columns.flatMap((column) => valuesOf(rows, column));
  const amounts = values.filter(looksLikeAmount).length;
  const { amount, in: moneyIn, out } = mapping;
  const parts = [
    ...(amount === undefined ? [] : [`the amount is in ${named(amount)}`]),
    ...(moneyIn === undefined ? [] : [`money that came in is in ${named(moneyIn)}`]),
    ...(out === undefined ? [] : [`money that went out is in ${named(out)}`]),
  ];
  return recordOf('amount', {
    reads: parts.join(', '),
    evidence: [
      ...saidOf(context),
      ...(amounts
        ? [{ says: `${amounts} of ${values.length} values are amounts`, weight: weights.content }]
        : []),
      ...found,
    ],
  });
}

/** Returns the decision on the direction of amounts in one column, as their words or marks leave it. */
export function directionDecision(context: DecisionContext, read: CsvRows): ReadingDecision | undefined {
  const { mapping, header } = context;
  if (mapping.amount === undefined) return undefined;
  const open = read.directionWords?.filter(({ isOpen }) => isOpen) ?? [];
  const { direction, reversed } = mapping;
  const signs = `a minus is money that ${reversed ? 'came in' : 'went out'}`;
  return recordOf('direction', {
    reads: direction === undefined ? signs : `${columnNamed(direction, header?.cells)} says the direction`,
    evidence: [
      ...(mapping.directions ? [saidNow] : saidOf(context)),
      {
        says: direction === undefined ? 'amounts have signs' : 'its words name directions',
        weight: weights.content,
      },
      // Words are asked about whatever was said of others.
      ...open.map(({ word, rows }) => ({
        ...{ says: `"${word.slice(0, 30)}" of ${rows} rows leaves it open`, weight: -2 * saidNow.weight },
      })),
    ],
  });
}

/** Returns the decision on the column of the status, as its words leave it. */
export function statusDecision(
  context: DecisionContext,
  read: CsvRows,
  chosen: ReadingDecision | undefined,
): ReadingDecision | undefined {
  const { mapping, header } = context;
  if (mapping.status === undefined) return undefined;
  const open = read.statusWords ?? [];
  return {
    ...{ on: 'status' as const, reads: `the status is in ${columnNamed(mapping.status, header?.cells)}` },
    for: context.isTold || !chosen ? [saidNow.says] : chosen.for,
    against: open.map(({ word, rows }) => `"${word.slice(0, 30)}" of ${rows} rows is not known`),
    isOpen: open.length > 0,
  };
}

/** Returns the decision on the column of the amounts' currency. */
export function currencyDecision(
  context: DecisionContext,
  { choice }: CurrencyChoice,
): ReadingDecision | undefined {
  const { mapping, header, isTold, isRemembered } = context;
  const isChoice = choice !== undefined && choice.value === mapping.currency;
  if (isTold || (isRemembered && mapping.currency !== undefined && !isChoice))
    return mapping.currency === undefined
      ? choice && {
          ...choice.record,
          reads: 'no column says the currency',
          for: [saidNow.says],
          isOpen: false,
        }
      : recordOf('currency', {
          reads: `the currency is in ${columnNamed(mapping.currency, header?.cells)}`,
          evidence: saidOf(context),
        });
  if (!choice) return undefined;
  return isRemembered && isChoice
    ? { ...choice.record, for: [...choice.record.for, saidBefore.says], isOpen: false }
    : choice.record;
}
