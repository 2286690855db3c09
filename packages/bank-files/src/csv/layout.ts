import type { CsvColumn, CsvDelimiter, CsvMapping } from '../common/contract.js';
import { amountSign, looksLikeAmount } from '../common/amounts.js';
import {
  columnCurrency,
  columnsByRole,
  guessColumnsByRole,
  isMoneyColumn,
  isTextColumn,
  nameKey,
} from './column-names.js';
import { chooseCurrency, type CurrencyChoice } from './currency.js';
import { findDirection } from './direction.js';
import { moneyOptions, type MoneyOptions } from './money.js';
import { type CsvRecord, valuesOf, widthOf } from './records.js';
import { chooseStatus } from './status.js';
import { findText } from './text.js';
import { looksLikeDay } from '../common/days.js';
import {
  type Choice,
  choose,
  columnNamed,
  type Evidence,
  type Option,
  weights,
  where,
} from '../common/evidence.js';
import { FileRefusedError } from '../common/statement-row.js';

/** Maximum number of lines before the header. */
const maximumPreamble = 40;
const samplesShown = 3;

/** True for a record of column names: one for the date, one for money, and no date in it. */
export function isHeader({ cells }: Pick<CsvRecord, 'cells'>, names = columnsByRole): boolean {
  if (cells.some((cell) => looksLikeDay(cell))) return false;
  const { date, amount, in: moneyIn, out } = names(cells);
  return date.length > 0 && (amount.length + moneyIn.length + out.length > 0 || cells.some(isMoneyColumn));
}

const filledCells = ({ cells }: CsvRecord): number => cells.filter(Boolean).length;

/**
 * Returns the record of column names, if any: one with known names, else the one right above the first row, where it
 * has about as many cells.
 */
export function findHeader(records: readonly CsvRecord[]): CsvRecord | undefined {
  const first = records.slice(0, maximumPreamble);
  const named =
    first.find((record) => isHeader(record)) ?? first.find((record) => isHeader(record, guessColumnsByRole));
  if (named) return named;
  const rowAt = first.findIndex(({ cells }) => cells.some(looksLikeDay) && cells.some(looksLikeAmount));
  const [above, row] = [first[rowAt - 1], first[rowAt]];
  if (!above || !row || above.cells.some((cell) => looksLikeDay(cell) || looksLikeAmount(cell)))
    return undefined;
  return filledCells(above) >= Math.max(3, filledCells(row) / 2) ? above : undefined;
}

/** The key of a remembered layout: the names of its columns, or their number. */
export const layoutFingerprint = (header: CsvRecord | undefined, width: number): string =>
  header ? header.cells.map(nameKey).join('|').slice(0, 1000) : `${width} columns`;

/** Returns the file's columns with their names and some sample values. */
export function describeColumns(
  header: CsvRecord | undefined,
  rows: readonly CsvRecord[],
  width: number,
): CsvColumn[] {
  return Array.from({ length: width }, (_, index) => ({
    index,
    name: header?.cells[index]?.slice(0, 100) ?? '',
    samples: [...new Set(valuesOf(rows.slice(0, 200), index))]
      .slice(0, samplesShown)
      .map((sample) => sample.slice(0, 100)),
  }));
}

/** A mapping by which nothing is read yet, with what speaks for its columns. */
export interface Guess {
  mapping: CsvMapping;
  dates: Option<number>[];
  /** The columns that the amounts may be in, and what speaks against the likeliest. */
  money: Pick<MoneyOptions, 'options' | 'differ'> & { against: Evidence[] };
  /** The columns of currencies, and of the status. */
  currencies: CurrencyChoice;
  status?: Choice<number> | undefined;
}

/** Returns a column of dates as an option, with what its content and its name say. */
export function dateOption(
  rows: readonly CsvRecord[],
  column: number,
  header: CsvRecord | undefined,
  isNamed = (header?.cells[column] ?? '') !== '',
): Option<number> {
  const values = valuesOf(rows, column);
  const days = values.filter(looksLikeDay).length;
  const isMost = days > 0 && days >= 0.8 * values.length;
  const says = `${days} of its ${values.length} values are dates`;
  return {
    value: column,
    reads: `the day is in ${columnNamed(column, header?.cells)}`,
    evidence: [
      ...where(isMost, says, weights.content + 2 * weights.hint),
      ...where(isNamed, 'its name', weights.name),
    ],
  };
}

/** True for amounts of which some are marked as credits, and the others have no mark, as in the lists of cards. */
function marksCreditsOnly(rows: readonly CsvRecord[], column: number): boolean {
  const signs = new Set(valuesOf(rows, column).filter(looksLikeAmount).map(amountSign));
  return signs.has(1) && signs.has(0) && !signs.has(-1);
}

/** Number of rows by which the content of columns is told. */
const sampledRows = 1000;

/** Returns some of the rows, from all over the file. */
function sampleOf(rows: readonly CsvRecord[]): readonly CsvRecord[] {
  const step = Math.ceil(rows.length / sampledRows);
  return step > 1 ? rows.filter((_, index) => index % step === 0) : rows;
}

/** Returns the records with what passes the test, or all of them where none does. */
function preferred(
  records: readonly CsvRecord[],
  test: (record: CsvRecord) => boolean,
): readonly CsvRecord[] {
  const passing = records.filter(test);
  return passing.length ? passing : records;
}

/**
 * Guesses the mapping of the columns by their names and content; without a header, by their content alone. Notes and
 * totals, which have no date, say nothing about the columns.
 */
export function guessMapping(
  records: readonly CsvRecord[],
  delimiter: CsvDelimiter,
  currency: string,
  header?: CsvRecord,
): Guess {
  const rows = preferred(sampleOf(records), ({ cells }) => cells.some(looksLikeDay));
  const width = header?.cells.length ?? widthOf(records);
  const cells = header?.cells ?? [];
  const names = guessColumnsByRole(cells, currency);
  const columns = Array.from({ length: width }, (_, column) => column);
  const dates = [...new Set([...names.date, ...columns])].map((column) =>
    dateOption(rows, column, header, names.date.includes(column)),
  );
  const date = choose('date', dates, () => false).value;
  const all = preferred(records, (record) => looksLikeDay(record.cells[date ?? -1] ?? ''));
  const roles = [names.bankId, names.account, names.fee].flat();
  const isForeign = (column: number) => {
    const other = columnCurrency(cells[column] ?? '');
    return other !== undefined && other !== currency;
  };
  const free = columns.filter((column) => column !== date && !roles.includes(column) && !isForeign(column));
  const { options, differ, all: ofMoney } = moneyOptions(all, free, { date, currency, header });
  const money = choose('amount', options, differ).value ?? {};
  const { amount } = money;
  const direction = amount === undefined ? undefined : findDirection(all, amount, header);
  const currencies = chooseCurrency(all, money, currency, header);
  const used = [date, ...Object.values(money), direction, ...currencies.columns];
  const status = chooseStatus(
    rows,
    columns.filter((column) => !used.includes(column)),
    header,
  );
  const mapping: Partial<CsvMapping> = Object.fromEntries(
    Object.entries({
      ...(header && { headerRow: header.line }),
      ...{ date, ...money, direction },
      currency: currencies.choice?.value,
      payer: payerColumn(rows, names.payer, header),
      bankId: names.bankId[0],
      status: status?.value,
    }).filter(([, column]) => column !== undefined),
  );
  const taken = new Set([
    ...Object.entries(mapping).flatMap(([role, column]) => (role === 'headerRow' ? [] : [column])),
    ...[names.account, names.balance, names.fee, currencies.columns].flat(),
    ...ofMoney,
  ]);
  const text = findText(
    rows,
    columns.filter((column) => !taken.has(column)),
    header,
  );
  // A file whose only words are its directions has them as its text, too.
  const words = mapping.payer === undefined && !text.length && direction !== undefined ? [direction] : [];
  if (amount !== undefined && direction === undefined && marksCreditsOnly(all, amount))
    mapping.reversed = true;
  mapping.text = text.length ? text : words.filter((column) => isTextColumn(cells[column] ?? ''));
  // An amount under a name that says nothing may be of either direction where none has a sign.
  const isUnsigned =
    header !== undefined &&
    ofMoney.length > 0 &&
    amount !== undefined &&
    direction === undefined &&
    valuesOf(all, amount).every((text) => amountSign(text) === 0);
  const against = where(isUnsigned, 'no amount has a sign, and the name says nothing', -2 * weights.proof);
  return {
    mapping: { date: -1, text: [], ...mapping, delimiter },
    ...{ dates, money: { options, differ, against }, currencies, status },
  };
}

/** Names of persons in general, which may be of the account's owner. */
const ofAnybody = /^(?:name|naam|nom|nome|nombre)$/;

/**
 * Returns the column of the payer. One that is named like any person's, and always has the same name, is that of the
 * account's owner.
 */
function payerColumn(
  rows: readonly CsvRecord[],
  named: readonly number[],
  header?: CsvRecord,
): number | undefined {
  return named.find((column) => {
    const names = valuesOf(rows, column);
    const isOwner = names.length > 2 && new Set(names).size === 1;
    return names.length > 0 && !(isOwner && ofAnybody.test(nameKey(header?.cells[column] ?? '')));
  });
}

/** Returns the column of the running balance: by its name, else the last column of money that has no other role. */
export function balanceColumn(
  mapping: CsvMapping,
  rows: readonly CsvRecord[],
  header?: CsvRecord,
): number | undefined {
  if (header) return columnsByRole(header.cells).balance[0];
  const used = [mapping.date, mapping.amount, mapping.in, mapping.out];
  return Array.from({ length: widthOf(rows) }, (_, column) => column).findLast((column) => {
    const values = valuesOf(rows, column);
    const amounts = values.filter(looksLikeAmount).length;
    return !used.includes(column) && amounts > 0 && amounts >= 0.9 * values.length;
  });
}

/** The rows below a header, and the lines of its repetitions that begin another list. */
interface RowsBelow {
  rows: CsvRecord[];
  lists: number[];
}

/** True where blank lines, or a line without a date, stand before a repeated header: in the midst of a list are none. */
function beginsList(records: readonly CsvRecord[], header: CsvRecord): boolean {
  const above = records[records.indexOf(header) - 1];
  if (!above?.cells.some(looksLikeDay)) return true;
  const lines = above.cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 1);
  return header.line > above.line + lines;
}

/**
 * Returns the rows below the header, without repetitions of it; where there is no header, those from the first one with
 * a date. Throws for a further header with other columns.
 */
export function rowsBelow(records: readonly CsvRecord[], header: CsvRecord | undefined): RowsBelow {
  if (!header) {
    const first = records.findIndex(({ cells }) => cells.some(looksLikeDay));
    return { rows: records.slice(Math.max(0, first)), lists: [] };
  }
  const keyOf = ({ cells }: CsvRecord) => cells.map(nameKey).join('|').replace(/\|+$/, '');
  const key = keyOf(header);
  const mayBeHeader = ({ cells }: CsvRecord) => !cells.some((cell) => /\d\d/.test(cell));
  const all = records.filter(({ line }) => line > header.line);
  const isRepeated = (record: CsvRecord) => mayBeHeader(record) && keyOf(record) === key;
  const below = all.filter((record) => !isRepeated(record));
  const other = isHeader(header)
    ? below.find((record) => mayBeHeader(record) && isHeader(record))
    : undefined;
  if (other)
    throw new FileRefusedError(
      `Line ${other.line} begins a list with other columns than line ${header.line}: import one list per file`,
    );
  const lists = all.filter((record) => isRepeated(record) && beginsList(records, record));
  return { rows: below, lists: lists.map(({ line }) => line) };
}
