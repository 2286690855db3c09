import type { Currency } from '#domain/money';
import type { CsvColumn, CsvDelimiter, CsvMapping, StatementQuestion } from '#domain/reconciliation';
import { amountSign, decideDecimal, looksLikeAmount } from './amounts.js';
import {
  columnCurrency,
  columnsByRole,
  guessColumnsByRole,
  isAnyCurrency,
  isCurrencyCode,
  isMoneyColumn,
  isTextColumn,
  nameKey,
} from './column-names.js';
import { findDirection } from './csv-direction.js';
import { findMoney } from './csv-money.js';
import { moneyByNames } from './csv-money-names.js';
import { type CsvRecord, valuesOf } from './csv-records.js';
import { statusColumn } from './csv-status.js';
import { findText } from './csv-text.js';
import { decideDateOrder, looksLikeDay, parseDay } from './days.js';
import { FileRefusedError } from './statement-row.js';

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

export const widthOf = (records: readonly CsvRecord[]): number =>
  Math.max(0, ...records.map(({ cells }) => cells.length));

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

/** Returns the columns in which at least this share of the texts passes the test. */
function columnsOf(
  rows: readonly CsvRecord[],
  width: number,
  test: (text: string) => boolean,
  share: number,
): number[] {
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const values = valuesOf(rows, column);
    return values.length > 0 && values.filter(test).length >= share * values.length;
  });
}

/** True for texts that are codes of currencies, a frequent one among them, in most of this number of rows. */
const areCurrencies = (texts: readonly string[], rows: number): boolean =>
  2 * texts.length > rows && texts.some(isCurrencyCode) && texts.every(isAnyCurrency);

/** Returns the column of the rows' currency by its content; amounts may have had another one before. */
const currencyColumn = (rows: readonly CsvRecord[], width: number, names: readonly string[] = []) =>
  Array.from({ length: width }, (_, column) => column).find(
    (column) =>
      areCurrencies(valuesOf(rows, column), rows.length) &&
      !/orig|source|from|foreign|exchange|transaction/i.test(names[column] ?? ''),
  );

/** A mapping by which nothing is read yet. */
interface Guess {
  mapping: Partial<CsvMapping>;
  /** True where the columns of the amounts are likely ones that nothing proves. */
  isAmountOpen: boolean;
}

/** Returns the first of these columns whose content is dates, else the first column of dates. */
function dateColumn(rows: readonly CsvRecord[], width: number, named: readonly number[]): number | undefined {
  const ofDates = columnsOf(rows, width, looksLikeDay, 0.8);
  return named.find((column) => ofDates.includes(column)) ?? ofDates[0] ?? named[0];
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
 * Maps the columns by their names and content; without a header, by their content alone. Notes and totals, which have
 * no date, say nothing about the columns.
 */
function mapColumns(records: readonly CsvRecord[], currency: Currency, header?: CsvRecord): Guess {
  const rows = preferred(sampleOf(records), ({ cells }) => cells.some(looksLikeDay));
  const width = header?.cells.length ?? widthOf(records);
  const cells = header?.cells ?? [];
  const names = guessColumnsByRole(cells, currency);
  const date = dateColumn(rows, width, names.date);
  const all = preferred(records, (record) => looksLikeDay(record.cells[date ?? -1] ?? ''));
  const columns = Array.from({ length: width }, (_, column) => column);
  const { isRivalled = false, ...named } = (header && moneyByNames(header, all, currency)) ?? {};
  const isNamed = Object.keys(named).length > 0;
  const roles = [names.bankId, names.account, names.currency, names.fee].flat();
  const isForeign = (column: number) => {
    const other = columnCurrency(cells[column] ?? '');
    return other !== undefined && other !== currency;
  };
  const free = columns.filter((column) => column !== date && !roles.includes(column) && !isForeign(column));
  const isTwice = header !== undefined && !isNamed && names.amount.length > 1;
  const found = isNamed || isTwice ? undefined : findMoney(all, free, date);
  const money: Pick<CsvMapping, 'amount' | 'in' | 'out'> = isNamed
    ? named
    : {
        ...(found?.amount !== undefined && { amount: found.amount }),
        ...(found?.in !== undefined && { in: found.in, out: found.out }),
      };
  const { amount } = money;
  const direction = amount === undefined ? undefined : findDirection(all, amount, header);
  const mapping: Partial<CsvMapping> = Object.fromEntries(
    Object.entries({
      ...(header && { headerRow: header.line }),
      ...{ date, ...money, direction },
      currency: names.currency[0] ?? currencyColumn(rows, width, cells),
      payer: payerColumn(rows, names.payer, header),
      bankId: names.bankId[0],
      status: statusColumn(rows, names.status, columns, cells),
    }).filter(([, column]) => column !== undefined),
  );
  const taken = new Set([
    ...Object.entries(mapping).flatMap(([role, column]) => (role === 'headerRow' ? [] : [column])),
    ...[names.account, names.balance, names.fee].flat(),
    ...(found?.all ?? []),
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
    found?.amount !== undefined &&
    direction === undefined &&
    valuesOf(all, found.amount).every((text) => amountSign(text) === 0);
  return { mapping, isAmountOpen: isRivalled || (found !== undefined && !found.isProven) || isUnsigned };
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
  return columnsOf(rows, widthOf(rows), looksLikeAmount, 0.9)
    .filter((column) => !used.includes(column))
    .at(-1);
}

/** Returns the texts of all amounts, from any of the mapping's columns. */
const amountCells = (mapping: Partial<CsvMapping>, rows: readonly CsvRecord[]): string[] =>
  [mapping.amount, mapping.in, mapping.out].flatMap((column) =>
    column === undefined ? [] : valuesOf(rows, column),
  );

/**
 * Returns the rows below the header, without repetitions of it; where there is no header, those from the first one with
 * a date. Throws for a further header with other columns.
 */
export function rowsBelow(records: readonly CsvRecord[], header: CsvRecord | undefined): CsvRecord[] {
  if (!header) {
    const first = records.findIndex(({ cells }) => cells.some(looksLikeDay));
    return records.slice(Math.max(0, first));
  }
  const keyOf = ({ cells }: CsvRecord) => cells.map(nameKey).join('|').replace(/\|+$/, '');
  const key = keyOf(header);
  const mayBeHeader = ({ cells }: CsvRecord) => !cells.some((cell) => /\d\d/.test(cell));
  const below = records.filter(
    (record) => record.line > header.line && !(mayBeHeader(record) && keyOf(record) === key),
  );
  const other = isHeader(header)
    ? below.find((record) => mayBeHeader(record) && isHeader(record))
    : undefined;
  if (other)
    throw new FileRefusedError(
      `Line ${other.line} begins a list with other columns than line ${header.line}: import one list per file`,
    );
  return below;
}

/**
 * Determines date order and decimal mark from whole columns; where they are ambiguous, the mapping's own stay. With
 * `isTold`, the mapping is the admin's and takes precedence.
 */
export function completeMapping(mapping: CsvMapping, rows: readonly CsvRecord[], isTold = false): CsvMapping {
  const { dateOrder: saidOrder, decimal: saidDecimal, ...columns } = mapping;
  const dates = valuesOf(rows, mapping.date);
  // Without a column, there is nothing to decide by.
  const order = dates.length ? decideDateOrder(dates) : undefined;
  const amounts = amountCells(mapping, rows);
  const decimal = amounts.length ? decideDecimal(amounts) : undefined;
  const fits = saidOrder !== 'YMD' && dates.some((date) => parseDay(date, saidOrder));
  const dateOrder = isTold ? (saidOrder ?? order) : (order ?? (fits ? saidOrder : undefined));
  const mark = isTold ? (saidDecimal ?? decimal) : (decimal ?? saidDecimal);
  return { ...columns, ...(dateOrder && { dateOrder }), ...(mark && { decimal: mark }) };
}

/** Returns the questions that the mapping leaves open. */
export function openQuestions(mapping: Partial<CsvMapping>): StatementQuestion[] {
  const hasAmount = mapping.amount !== undefined || mapping.in !== undefined || mapping.out !== undefined;
  return [
    ...(mapping.date === undefined || mapping.date < 0
      ? (['date'] as const)
      : mapping.dateOrder
        ? []
        : (['dateOrder'] as const)),
    ...(!hasAmount ? (['amount'] as const) : mapping.decimal ? [] : (['decimal'] as const)),
  ];
}

/** Guesses the mapping of the columns from their names and their content. */
export function guessMapping(
  rows: readonly CsvRecord[],
  delimiter: CsvDelimiter,
  currency: Currency,
  header?: CsvRecord,
): { mapping: CsvMapping; isAmountOpen: boolean } {
  const { mapping, isAmountOpen } = mapColumns(rows, currency, header);
  return { mapping: completeMapping({ date: -1, text: [], ...mapping, delimiter }, rows), isAmountOpen };
}
