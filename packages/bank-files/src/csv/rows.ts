import type { CsvMapping, DirectionWord, ReadingDecision, StatusWord } from '../common/contract.js';
import { isAnyCurrency, nameKey } from './column-names.js';
import { type AccountOptions, readAccounts } from './accounts.js';
import { createAmountReader } from './amounts.js';
import { decideDirections, type DirectedRow } from './direction.js';
import { askByMarks, signMark } from './marks.js';
import type { CsvRecord } from './records.js';
import { createStatusReader, isNotBooked } from './status.js';
import { isSummary } from './summary.js';
import { looksLikeDay, parseDay } from '../common/days.js';
import { directionWord } from './direction-words.js';
import { extractPayer, payerIn } from '../common/payer.js';
import { cleanText, optionalFields, type StatementRows } from '../common/statement-row.js';

/** The rows of a CSV file; none of them where a direction is open. */
export interface CsvRows extends StatementRows {
  directionWords?: DirectionWord[];
  /** Set where a word of the status column is not known. */
  statusWords?: StatusWord[];
  /** True where the amounts without a minus are likely outgoing money. */
  isReversed?: boolean;
  /** The decision on the accounts of the rows, if the file has any. */
  accountRecord?: ReadingDecision | undefined;
}

interface RowOptions extends Partial<AccountOptions> {
  /** True where an admin has confirmed what the signs of the amounts mean. */
  isKnown?: boolean;
  /** The column of currencies by which rows are shown, where they are not read by one. */
  currency?: number | undefined;
}

/** Reads the rows below the header by a complete mapping. */
export function readRows(
  records: readonly CsvRecord[],
  mapping: CsvMapping,
  account: string,
  { header, isKnown = false, currency: shownCurrency, balance, lists = [] }: RowOptions = {},
): CsvRows {
  const { accountOf, record: accountRecord } = readAccounts(records, mapping, { header, balance, lists });
  const result: CsvRows = { rows: [], skipped: [], unreadable: [], accountRecord };
  const statusOf = createStatusReader(records, mapping, header);
  const statusWords = new Map<string, StatusWord>();
  const amountOf = createAmountReader(records, mapping, account, header);
  const width = header ? header.cells.length : usualWidth(records);
  const hasAmounts = ({ cells }: CsvRecord) =>
    [mapping.amount, mapping.in, mapping.out].some((column) => /\d/.test(cells[column ?? -1] ?? ''));
  // Further cells continue a text in the last column.
  const isTextLast = header !== undefined && mapping.text.includes(width - 1);
  const directed: ReadRow[] = [];
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
    const currency = cellOf(mapping.currency).toUpperCase();
    if (currency && !/^[A-Z]{3}$/.test(currency)) {
      refuse('The currency cannot be read');
      continue;
    }
    if (currency && currency !== account) {
      skip('currency');
      continue;
    }
    const day = parseDay(dateText, mapping.dateOrder);
    const amount = amountOf(cells);
    const further = cells.slice(width);
    const said = [...mapping.text.map(cellOf), ...(isTextLast ? further : [])];
    const text = cleanText(said.filter(Boolean).join(' '));
    if ('skip' in amount) skip(amount.skip);
    else if (!day) refuse(dateText ? 'The date cannot be read' : 'The date is missing');
    else if (further.some(isNumber)) refuse('The row has too many columns');
    else if ('fault' in amount) refuse(amount.fault);
    else if (record.pending)
      refuse('It is not clear whether this row is booked: a heading above it says that some are not');
    else if (summaries.includes('likely')) refuse('This may be a balance or a total, no transaction');
    else {
      if (status && !status.state) addStatusWord(status.word, { row, amount: amountTextOf(cells), text });
      const named = cellOf(mapping.currency ?? shownCurrency).toUpperCase();
      directed.push({
        ...{ row, day, cents: amount.cents, text, cells, owner },
        ...(isAnyCurrency(named) && { currency: named }),
        amountText: cellOf(mapping.amount),
        word:
          mapping.direction === undefined
            ? signMark(cellOf(mapping.amount))
            : directionWord(cellOf(mapping.direction)),
      });
    }
  }
  // Nothing is read while it is open which rows are booked.
  if (statusWords.size)
    return { ...noRows(result), statusWords: [...statusWords.values()].slice(0, maximumAsked) };
  const isAsked = mapping.amount !== undefined && mapping.direction === undefined;
  const isTold = isKnown || mapping.reversed === true || mapping.directions !== undefined;
  const marks = isAsked && !isTold ? askByMarks(directed.map(withPayer)) : undefined;
  if (marks)
    return { ...result, directionWords: marks, isReversed: marks.some(({ direction }) => direction) };
  addRows(result, directed, mapping, header);
  return result;

  function amountTextOf(cells: readonly string[]): string {
    const texts = [mapping.amount, mapping.in, mapping.out].map((column) => cells[column ?? -1] ?? '');
    return cleanText(texts.find((one) => /[1-9]/.test(one)) ?? '', 60);
  }

  function addStatusWord(word: string, example: StatusWord['example']) {
    const before = statusWords.get(word);
    statusWords.set(word, {
      ...{ word, rows: 1 + (before?.rows ?? 0) },
      example: before?.example ?? { ...example, text: cleanText(example.text, 200) },
    });
  }

  function withPayer({ text, cells, ...row }: ReadRow) {
    return { ...row, said: [cells[mapping.payer ?? -1], text].filter(Boolean).join(' ') };
  }
}

/** Maximum number of words of a status that are asked about. */
const maximumAsked = 50;

/** The reading without its rows, as a question is open. */
const noRows = (result: CsvRows): CsvRows => ({ ...result, rows: [], skipped: [], unreadable: [] });

/** Adds the rows whose direction is known; none where one is open. */
function addRows(
  result: CsvRows,
  directed: readonly ReadRow[],
  mapping: CsvMapping,
  header?: CsvRecord,
): void {
  const isSingle = mapping.amount !== undefined;
  const { directionOf, open } = isSingle
    ? decideDirections(directed, mapping)
    : { directionOf: ({ cents }: DirectedRow) => (cents > 0 ? 1 : -1) };
  if (open) result.directionWords = open;
  const ofTarget = nameKey(header?.cells[mapping.amount ?? -1] ?? '').startsWith('target');
  for (const one of directed) {
    const { row, day, cents, text, cells, owner, currency } = one;
    const direction = open ? undefined : directionOf(one);
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
  result.unreadable.sort((a, b) => a.row - b.row);
}

/** True for a cell of digits beyond the columns, as a comma in an amount without quotation marks leaves it. */
const isNumber = (cell: string): boolean => /\d/.test(cell) && !/\p{L}/u.test(cell);

/** A row whose amount is read, with what the file says of it. */
interface ReadRow extends DirectedRow {
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
