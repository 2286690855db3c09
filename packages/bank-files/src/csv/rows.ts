import type { CsvMapping, MoneyDirection } from '../common/contract.js';
import { amountCurrencies, amountSign, parseCents, signed, sumOfCents } from '../common/amounts.js';
import { currencyOf, isCurrencyCode } from '../common/currencies.js';
import { looksLikeDay, parseDay } from '../common/days.js';
import { refuseForeign } from '../common/own-currency.js';
import { extractPayer, payerIn } from '../common/payer.js';
import { cleanText, optionalFields, type StatementRow, type StatementRows } from '../common/statement-row.js';
import { usedColumns } from './mapping.js';
import { createAmountReader, type NoRow } from './money/amounts.js';
import { directionsOf, directionWord } from './money/direction.js';
import { moneyColumns } from './money/money.js';
import { isNamedAs } from './column-names.js';
import { nameKey } from '../common/name-key.js';
import { cellOf, columnsOf, type CsvRecord, type CsvTable, timesOf, valuesOf, wordOf } from './records.js';
import { createStatusReader, isNotBooked } from './status.js';
import { isSummary } from './summary.js';
import { hasWords } from './text.js';

/** A row whose amount is read, with what its direction is read by. */
export interface ReadRow {
  /** Its amount has the sign that it is written with, if any. */
  row: StatementRow;
  amountText: string;
  word: string;
  cells: readonly string[];
}

/** Returns the direction of a row; undefined while it is open. */
export type DirectionOf = (row: ReadRow) => MoneyDirection | undefined;

/** The records of a CSV file whose day and amount are read; their direction may be open. */
export interface CsvRecords extends Pick<StatementRows, 'skipped' | 'unreadable' | 'hasSpare'> {
  directed: ReadRow[];
  /** The words of the status column that are not known. */
  statusWords: Set<string>;
}

/** Reads the rows below the header by a complete mapping; `shownCurrency` shows those that are not read by one. */
export function readRows(
  table: CsvTable,
  mapping: CsvMapping,
  account: string,
  accountOf: (record: CsvRecord) => string | undefined,
  shownCurrency: number | undefined,
): CsvRecords {
  const result: CsvRecords = { directed: [], skipped: [], unreadable: [], statusWords: new Set() };
  const { header, rows: records } = table;
  const statusOf = createStatusReader(table, mapping);
  const amountOf = createAmountReader(table, mapping, account);
  const width = header ? header.cells.length : usualWidth(records);
  const money = moneyColumns(mapping);
  // Further cells continue a text in the last column.
  const isTextLast = header !== undefined && mapping.text.includes(width - 1);
  const isTotal = createTotals(records, mapping);
  const impact = impactColumn(records, mapping);
  const spare = spareColumns(table, mapping);
  // Beside rows in other currencies, one without any may be in any of them.
  const codes = valuesOf(records, mapping.currency).flatMap((text) => currencyOf(text) ?? []);
  const areMixed = codes.some((code) => code !== account);
  const foreign = new Set<string>();

  const readRow = (record: CsvRecord): ReadRow | NoRow => {
    const { line, cells } = record;
    const cell = (column: number | undefined) => cellOf(record, column);
    const dateText = cell(mapping.date);
    const status = mapping.status === undefined ? undefined : statusOf(cell(mapping.status));
    if (record.pending === true || status?.state === 'pending' || isNotBooked(dateText))
      return { skip: 'pending' };
    const texts = [...mapping.text.map(cell), cell(mapping.payer)];
    const isLikely = (texts.some(Boolean) ? texts : cells).some((text) => isSummary(text) === 'likely');
    // A balance, or a note, has no amount in its columns, and no date in any.
    const hasAmount = money.some((column) => /\d/.test(cell(column)));
    const isBalance = cells.some((text) => isSummary(text) === true) || isTotal(record, isLikely);
    if (isBalance || (!hasAmount && (isLikely || !cells.some(looksLikeDay)))) return { skip: 'balance' };

    const amount = amountOf(record);
    const currency = cell(mapping.currency);
    const code = currencyOf(currency);
    const marks = money.flatMap((column) => amountCurrencies(cell(column)));
    const isForeign = currency !== '' && code !== account;
    if ('skip' in amount) {
      if (isForeign || amount.skip === 'currency') for (const one of marks) foreign.add(one);
      if (isForeign) return amount;
    } else if (isForeign || (!currency && areMixed && marks.join() !== account)) {
      if (!code) return { fault: unreadableCurrency };
      foreign.add(code);
      return { skip: 'currency' };
    }
    const day = parseDay(dateText, mapping.dateOrder);
    const further = cells.slice(width);
    const said = [...mapping.text.map(cell), ...(isTextLast ? further : [])];
    // A row whose only text is its category has that.
    const only = said.some(Boolean) || cell(mapping.payer) ? [] : spare.map(cell);
    if (only.some(Boolean)) result.hasSpare = true;
    const text = cleanText([...said, ...only].filter(Boolean).join(' '));
    if ('skip' in amount) return amount;
    if (!day) return { fault: dateText ? 'The date cannot be read' : 'The date is missing' };
    if (further.some(isNumber)) return { fault: 'The row has too many columns' };
    if ('fault' in amount) return amount;
    if (record.pending)
      return {
        fault: 'It is not clear whether this row is booked: a heading above it says that some are not',
      };
    if (impact !== undefined && saysNothing(wordOf(cell(impact))))
      return {
        fault: 'It is not clear whether this row moves money: its column of directions says nothing of it',
      };
    if (isLikely) return { fault: 'This may be a balance or a total, no transaction' };
    if (status && !status.state) result.statusWords.add(status.word);
    const named = cell(mapping.payer);
    // A kind of transfer names no person; it stays where the row has no other text.
    const payer = payerIn(named) ?? extractPayer(text) ?? (text ? undefined : named);
    const shown = cell(mapping.currency ?? shownCurrency).toUpperCase();
    return {
      row: {
        row: line,
        day,
        cents: amount.cents,
        text,
        ...ownerOf(record),
        ...optionalFields(payer, cell(mapping.bankId)),
        ...(isCurrencyCode(shown) && { currency: shown }),
      },
      amountText: cell(mapping.amount),
      word: directionWord(record, mapping),
      cells,
    };
  };

  function ownerOf(record: CsvRecord): { account?: string } {
    const ofAccount = accountOf(record);
    return ofAccount ? { account: ofAccount } : {};
  }

  for (const record of records) {
    const { line: row } = record;
    const found = readRow(record);
    if ('skip' in found) result.skipped.push({ row, reason: found.skip });
    else if ('fault' in found) result.unreadable.push({ row, reason: found.fault, ...ownerOf(record) });
    else result.directed.push(found);
  }
  const isOther = ({ reason }: { reason: string }) => reason === unreadableCurrency;
  if (!result.directed.length && result.unreadable.every(isOther)) refuseForeign(foreign, account);
  return result;
}

const unreadableCurrency = 'The currency cannot be read';

/** Returns a function that tells a line of totals: without a day, and with the sums of the rows' own amounts. */
function createTotals(
  records: readonly CsvRecord[],
  mapping: CsvMapping,
): (record: CsvRecord, isNamed: boolean) => boolean {
  const columns = moneyColumns(mapping);
  const centsOf = (record: CsvRecord, column: number) =>
    parseCents(cellOf(record, column), mapping.decimal ?? '.') ?? 0;
  const isDated = ({ cells }: CsvRecord) => cells.some(looksLikeDay);
  const dated = records.filter(isDated);
  const sums = columns.map((column) => sumOfCents(dated.map((record) => centsOf(record, column))));
  return (record, isNamed) =>
    !isDated(record) &&
    (isNamed || (sums.length > 1 && sums.every(Boolean))) &&
    columns.every((column, at) => Math.abs(centsOf(record, column)) === Math.abs(sums[at]!));
}

const saysNothing = (word: string): boolean => word === '' || word === 'MEMO';

/** Returns the column of directions in which some rows move no money, as the items and authorisations of PayPal do. */
function impactColumn(records: readonly CsvRecord[], { date, amount }: CsvMapping): number | undefined {
  const paid = records.filter((row) => looksLikeDay(cellOf(row, date)) && cellOf(row, amount));
  const signs = paid.map((row) => (amountSign(cellOf(row, amount)) < 0 ? 'out' : 'in'));
  if (new Set(signs).size < 2) return undefined;
  return columnsOf(paid).find((column) => {
    const words = paid.map((row) => wordOf(cellOf(row, column)));
    const known = directionsOf(words);
    const told = words.filter((word) => known.has(word)).length;
    return (
      told < words.length &&
      2 * told >= words.length &&
      new Set(known.values()).size === 2 &&
      words.every((word, at) => (known.has(word) ? known.get(word) === signs[at] : saysNothing(word)))
    );
  });
}

/** Returns the columns of words that have no part, by which a row without any text is told. */
function spareColumns({ header, rows }: CsvTable, mapping: CsvMapping): number[] {
  if (!mapping.text.length && mapping.payer === undefined) return [];
  const used = [...usedColumns(mapping), ...mapping.text];
  return columnsOf(rows).filter(
    (column) =>
      !used.includes(column) &&
      !isNamedAs(cellOf(header, column), 'account') &&
      hasWords(rows, column) &&
      !valuesOf(rows, column).every(isCurrencyCode),
  );
}

/** Makes rows of the records, by the direction of each. */
export function directRows(
  directed: readonly ReadRow[],
  mapping: CsvMapping,
  directionOf: DirectionOf,
  header?: CsvRecord,
): Pick<StatementRows, 'rows' | 'unreadable'> {
  const result: Pick<StatementRows, 'rows' | 'unreadable'> = { rows: [], unreadable: [] };
  const isOfRecipient =
    mapping.direction !== undefined && nameKey(cellOf(header, mapping.amount)).startsWith('target');
  const reason = 'What left the account is not in the column of what the recipient gets';
  for (const one of directed) {
    const direction = directionOf(one);
    const { row, account } = one.row;
    if (direction === 'out' && isOfRecipient)
      result.unreadable.push({ row, reason, ...(account && { account }) });
    else if (direction) result.rows.push({ ...one.row, cents: signed(direction, one.row.cents) });
  }
  return result;
}

/** True for a cell of digits beyond the columns, as a comma in an amount without quotation marks leaves it. */
const isNumber = (cell: string): boolean => /\d/.test(cell) && !/\p{L}/u.test(cell);

function usualWidth(rows: readonly CsvRecord[]): number {
  const times = [...timesOf(rows.map(({ cells }) => cells.length))];
  return times.sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}
