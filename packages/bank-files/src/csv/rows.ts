import type { CsvMapping, ReadingDecision } from '../common/contract.js';
import { amountCurrencies } from '../common/amounts.js';
import { currencyOf, isCurrencyCode } from '../common/currencies.js';
import { looksLikeDay, parseDay } from '../common/days.js';
import { refuseForeign } from '../common/own-currency.js';
import { extractPayer, payerIn } from '../common/payer.js';
import { cleanText, optionalFields, type StatementRows } from '../common/statement-row.js';
import { type AccountOptions, readAccounts } from './accounts.js';
import { createAmountReader } from './money/amounts.js';
import type { DirectedRow } from './money/direction.js';
import { type Direction, directionWord } from './money/direction-words.js';
import { signMark } from './money/marks.js';
import { nameKey, rankOf } from './column-names.js';
import { columnsOf, type CsvRecord, valuesOf } from './records.js';
import { createStatusReader, isNotBooked } from './status.js';
import { isSummary } from './summary.js';
import { hasWords } from './text.js';

/** The records of a CSV file whose day and amount are read; their direction may be open. */
export interface CsvRecords extends Pick<StatementRows, 'skipped' | 'unreadable'> {
  directed: ReadRow[];
  /** The words of the status column that are not known, with their first rows. */
  statusWords: Map<string, ReadRow>;
  /** The decision on the accounts of the rows, if the file has any. */
  account?: ReadingDecision | undefined;
  /** True where a row has its category, or the like, for want of another text. */
  hasSpare?: true;
}

interface RowOptions extends Partial<AccountOptions> {
  /** The column of currencies by which rows are shown, where they are not read by one. */
  currency?: number | undefined;
}

/** Reads the rows below the header by a complete mapping. */
export function readRows(
  records: readonly CsvRecord[],
  mapping: CsvMapping,
  account: string,
  { header, currency: shownCurrency, balance, lists = [], used = [] }: RowOptions = {},
): CsvRecords {
  const { accountOf, decision } = readAccounts(records, mapping, { header, balance, lists, used });
  const result: CsvRecords = {
    directed: [],
    skipped: [],
    unreadable: [],
    statusWords: new Map(),
    account: decision,
  };
  const statusOf = createStatusReader(records, mapping, header);
  const amountOf = createAmountReader(records, mapping, account, header);
  const width = header ? header.cells.length : usualWidth(records);
  const hasAmounts = ({ cells }: CsvRecord) =>
    [mapping.amount, mapping.in, mapping.out].some((column) => /\d/.test(cells[column ?? -1] ?? ''));
  // Further cells continue a text in the last column.
  const isTextLast = header !== undefined && mapping.text.includes(width - 1);
  const spare = spareColumns(records, mapping, header);
  const foreign = new Set<string>();
  for (const record of records) {
    const { line: row, cells } = record;
    const cellOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
    const dateText = cellOf(mapping.date);
    const status = mapping.status === undefined ? undefined : statusOf(cellOf(mapping.status));
    const ofAccount = accountOf(record);
    const owner = ofAccount ? { account: ofAccount } : {};
    const refuse = (reason: string) => result.unreadable.push({ row, reason, ...owner });
    const skip = (reason: StatementRows['skipped'][number]['reason']) => result.skipped.push({ row, reason });
    const texts = [...mapping.text, ...(mapping.payer === undefined ? [] : [mapping.payer])].map(cellOf);
    const summaries = (texts.some(Boolean) ? texts : cells).filter(Boolean).map(isSummary);
    if (record.pending === true || status?.state === 'pending' || isNotBooked(dateText)) {
      skip('pending');
      continue;
    }
    // A balance, or a note, has no amount in its columns, and no date in any.
    const isNote = () => summaries.includes('likely') || !cells.some(looksLikeDay);
    if (summaries.includes(true) || (!hasAmounts(record) && isNote())) {
      skip('balance');
      continue;
    }
    const amount = amountOf(cells);
    const currency = cellOf(mapping.currency);
    const code = currencyOf(currency);
    const ofAmount = [mapping.amount, mapping.in, mapping.out].flatMap((one) =>
      amountCurrencies(cellOf(one)),
    );
    if (currency && code !== account && 'skip' in amount) {
      for (const one of ofAmount) foreign.add(one);
      skip(amount.skip);
      continue;
    }
    if (currency && !code) {
      refuse(unreadableCurrency);
      continue;
    }
    if (code && code !== account) {
      foreign.add(code);
      skip('currency');
      continue;
    }
    const day = parseDay(dateText, mapping.dateOrder);
    const further = cells.slice(width);
    const said = [...mapping.text.map(cellOf), ...(isTextLast ? further : [])];
    // A row whose only text is its category has that.
    const only = said.some(Boolean) || cellOf(mapping.payer) ? [] : spare.map(cellOf);
    if (only.some(Boolean)) result.hasSpare = true;
    const text = cleanText([...said, ...only].filter(Boolean).join(' '));
    if ('skip' in amount) {
      if (amount.skip === 'currency') for (const one of ofAmount) foreign.add(one);
      skip(amount.skip);
    } else if (!day) refuse(dateText ? 'The date cannot be read' : 'The date is missing');
    else if (further.some(isNumber)) refuse('The row has too many columns');
    else if ('fault' in amount) refuse(amount.fault);
    else if (record.pending)
      refuse('It is not clear whether this row is booked: a heading above it says that some are not');
    else if (summaries.includes('likely')) refuse('This may be a balance or a total, no transaction');
    else {
      const named = cellOf(mapping.currency ?? shownCurrency).toUpperCase();
      const read = {
        ...{ row, day, cents: amount.cents, text, cells, owner },
        ...(isCurrencyCode(named) && { currency: named }),
        amountText: cellOf(mapping.amount),
        word:
          mapping.direction === undefined
            ? signMark(cellOf(mapping.amount))
            : directionWord(cellOf(mapping.direction)),
      };
      if (status && !status.state && !result.statusWords.has(status.word))
        result.statusWords.set(status.word, read);
      result.directed.push(read);
    }
  }
  const isOther = ({ reason }: { reason: string }) => reason === unreadableCurrency;
  if (!result.directed.length && result.unreadable.every(isOther)) refuseForeign(foreign, account);
  return result;
}

const unreadableCurrency = 'The currency cannot be read';

/** Returns the columns of words that have no part, by which a row without any text is told. */
function spareColumns(records: readonly CsvRecord[], mapping: CsvMapping, header?: CsvRecord): number[] {
  const { date, amount, in: moneyIn, out, direction, currency, payer, text, bankId, status } = mapping;
  if (!text.length && payer === undefined) return [];
  const used = [date, amount, moneyIn, out, direction, currency, payer, bankId, status, ...text];
  return columnsOf(records).filter(
    (column) =>
      !used.includes(column) &&
      rankOf('account', header?.cells[column] ?? '') === undefined &&
      hasWords(records, column) &&
      !valuesOf(records, column).every(isCurrencyCode),
  );
}

/** Makes rows of the records, by the direction of each. */
export function directRows(
  directed: readonly ReadRow[],
  mapping: CsvMapping,
  directionOf: (row: ReadRow) => Direction | undefined,
  header?: CsvRecord,
): Pick<StatementRows, 'rows' | 'unreadable'> {
  const result: Pick<StatementRows, 'rows' | 'unreadable'> = { rows: [], unreadable: [] };
  const ofTarget = nameKey(header?.cells[mapping.amount ?? -1] ?? '').startsWith('target');
  for (const one of directed) {
    const { row, day, cents, text, cells, owner, currency } = one;
    const direction = directionOf(one);
    if (!direction) continue;
    if (direction < 0 && ofTarget && mapping.direction !== undefined) {
      const reason = 'What left the account is not in the column of what the recipient gets';
      result.unreadable.push({ row, reason, ...owner });
      continue;
    }
    const cellOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
    const named = cellOf(mapping.payer);
    // A kind of transfer names no person; it stays where the row has no other text.
    const payer = payerIn(named) ?? extractPayer(text) ?? (text ? undefined : named);
    result.rows.push({
      ...{ row, day, cents: direction * Math.abs(cents), text, ...owner },
      ...optionalFields(payer, cellOf(mapping.bankId)),
      ...(currency && { currency }),
    });
  }
  return result;
}

/** True for a cell of digits beyond the columns, as a comma in an amount without quotation marks leaves it. */
const isNumber = (cell: string): boolean => /\d/.test(cell) && !/\p{L}/u.test(cell);

/** A row whose amount is read, with what the file says of it. */
export interface ReadRow extends DirectedRow {
  day: string;
  cells: string[];
  owner: { account?: string };
  currency?: string;
}

/** Returns the number of columns that most of the rows have. */
function usualWidth(rows: readonly CsvRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}
