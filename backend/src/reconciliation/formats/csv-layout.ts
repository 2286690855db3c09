import type { Currency } from '../../../../domain/money.js';
import type {
  CsvColumn,
  CsvDelimiter,
  CsvMapping,
  StatementQuestion,
} from '../../../../domain/reconciliation.js';
import { decideDecimal, isNegativeAmount, looksLikeAmount, parseCents } from './amounts.js';
import {
  columnCurrency,
  columnsByRole,
  isCurrencyCode,
  isMoneyColumn,
  isTextColumn,
  nameKey,
} from './column-names.js';
import { compareBalance } from './csv-balance.js';
import { findDirection, isDirectionsOnly } from './csv-direction.js';
import { type CsvRecord, valuesOf } from './csv-records.js';
import { decideDateOrder, looksLikeDay, parseDay } from './days.js';
import { FileRefusedError } from './statement-row.js';

/** Maximum number of lines before the header. */
const maximumPreamble = 40;
const samplesShown = 3;

/** True for a record of column names: one for the date, one for money, and no date in it. */
export function isHeader({ cells }: Pick<CsvRecord, 'cells'>): boolean {
  if (cells.some((cell) => looksLikeDay(cell))) return false;
  const { date, amount, in: moneyIn, out } = columnsByRole(cells);
  return date.length > 0 && (amount.length + moneyIn.length + out.length > 0 || cells.some(isMoneyColumn));
}

const filledCells = ({ cells }: CsvRecord): number => cells.filter(Boolean).length;

/**
 * Returns the record of column names, if any: one with known names, else the one right above the first row, where it
 * has about as many cells.
 */
export function findHeader(records: readonly CsvRecord[]): CsvRecord | undefined {
  const first = records.slice(0, maximumPreamble);
  const named = first.find(isHeader);
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

/** Returns the column of the rows' currency by its content; amounts may have had another one before. */
const currencyColumn = (rows: readonly CsvRecord[], width: number, names: readonly string[] = []) =>
  Array.from({ length: width }, (_, column) => column).find(
    (column) =>
      rows.every(({ cells }) => isCurrencyCode(cells[column] ?? '')) &&
      !/orig|source|from|foreign|exchange|transaction/i.test(names[column] ?? ''),
  );

/** Maps the columns by the names in their header; the date and the currency also by their content. */
function mapByNames(header: CsvRecord, rows: readonly CsvRecord[], currency: Currency): Partial<CsvMapping> {
  const { account, balance, ...columns } = columnsByRole(header.cells, currency);
  const ofCurrency = header.cells.findIndex((cell) => columnCurrency(cell) === currency);
  const [listed = ofCurrency >= 0 ? ofCurrency : undefined, next] = columns.amount;
  const nameOf = (column: number | undefined) => nameKey(header.cells[column ?? -1] ?? '');
  // Two columns of one name leave it open which of them counts.
  const amount = next !== undefined && nameOf(listed) === nameOf(next) ? undefined : listed;
  const [moneyIn, moneyOut] = [columns.in[0], columns.out[0]];
  const hasBoth = moneyIn !== undefined && moneyOut !== undefined;
  const found = {
    date: columns.date[0] ?? columnsOf(rows, header.cells.length, looksLikeDay, 0.8)[0],
    ...(amount === undefined || hasBoth ? { in: moneyIn, out: moneyOut } : { amount }),
    ...(amount !== undefined && !hasBoth && { direction: findDirection(rows, amount, header) }),
    currency: columns.currency[0] ?? currencyColumn(rows, header.cells.length, header.cells),
    payer: columns.payer[0],
    ...{ bankId: columns.bankId[0], status: columns.status[0] },
  };
  const taken = new Set([...Object.values(found), ...account, ...balance]);
  const text = header.cells.flatMap((name, index) =>
    isTextColumn(name) && !taken.has(index) && !isDirectionsOnly(rows, index) ? [index] : [],
  );
  const mapped = Object.entries(found).filter(([, column]) => column !== undefined);
  return { headerRow: header.line, ...(Object.fromEntries(mapped) as Partial<CsvMapping>), text };
}

/** True where a column changes by the amounts of the other one. */
function isBalanceOf(rows: readonly CsvRecord[], amount: number, balance: number): boolean {
  const decimal = decideDecimal([...valuesOf(rows, amount), ...valuesOf(rows, balance)]) ?? '.';
  const centsOf = (cells: string[], column: number) => parseCents(cells[column] ?? '', decimal);
  const points = rows.map(({ cells }) => {
    const [cents, after] = [centsOf(cells, amount), centsOf(cells, balance)];
    return cents !== undefined && after !== undefined ? { cents, balance: after } : undefined;
  });
  return compareBalance(points).agreeing > 0;
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

/** Maps the columns of a file without a header by their content. */
function mapByContent(rows: readonly CsvRecord[], width: number): Partial<CsvMapping> {
  const [date] = columnsOf(rows, width, looksLikeDay, 0.8);
  const isFilled = (column: number) => valuesOf(rows, column).length > rows.length * 0.9;
  const isEmpty = (column: number) => column >= 0 && column < width && valuesOf(rows, column).length === 0;
  // Numbers of accounts, branches and cheques have no cents.
  const withCents = columnsOf(rows, width, (text) => /[.,]\d{2}\D*$/.test(text), 0.5);
  const money = columnsOf(rows, width, looksLikeAmount, 0.9).filter(
    (column) => column !== date && withCents.includes(column),
  );
  const mapping: Partial<CsvMapping> = { ...(date !== undefined && { date }) };
  const [one, two] = money;
  const isSigned = one !== undefined && valuesOf(rows, one).some(isNegativeAmount);
  if (one !== undefined && two !== undefined && !isFilled(one) && !isFilled(two)) {
    // TD and CIBC have the column of outgoing money first.
    mapping.out = one;
    mapping.in = two;
  } else if (one !== undefined && !isSigned && isEmpty(one - 1)) {
    mapping.out = one - 1;
    mapping.in = one;
  } else if (one !== undefined && (isSigned || !isEmpty(one + 1))) {
    // Outgoing money alone leaves the next column empty, as a signed amount before an unused column does.
    mapping.amount = two !== undefined && isBalanceOf(rows, two, one) ? two : one;
    const direction = findDirection(rows, mapping.amount);
    if (direction !== undefined) mapping.direction = direction;
  }
  const currency = currencyColumn(rows, width);
  if (currency !== undefined) mapping.currency = currency;
  const taken = new Set<number | undefined>([...money, date, mapping.direction, currency]);
  mapping.text = columnsOf(rows, width, (text) => /\p{L}{3}/u.test(text), 0.5).filter(
    (column) => !taken.has(column),
  );
  return mapping;
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

/** Guesses the mapping of the columns from their names or, without a header, from their content. */
export function guessMapping(
  rows: readonly CsvRecord[],
  delimiter: CsvDelimiter,
  currency: Currency,
  header?: CsvRecord,
): CsvMapping {
  const guess = header ? mapByNames(header, rows, currency) : mapByContent(rows, widthOf(rows));
  return completeMapping({ date: -1, text: [], ...guess, delimiter }, rows);
}
