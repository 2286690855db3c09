import { type Currency } from '../../../../domain/money.js';
import {
  type CsvColumn,
  type CsvMapping,
  type CsvQuestion,
  statementLimits,
} from '../../../../domain/reconciliation.js';
import { parseCents } from './amounts.js';
import {
  columnCurrency,
  completeMapping,
  describeColumns,
  findHeader,
  guessMapping,
  layoutFingerprint,
  openQuestions,
  readDirection,
  rowsBelow,
  widthOf,
} from './csv-layout.js';
import { type CsvRecord, detectDelimiter, splitRecords } from './csv-records.js';
import { looksLikeDay, parseDay } from './days.js';
import { extractPayer } from './payer.js';
import {
  cleanText,
  FileRefusedError,
  optionalFields,
  type StatementRows,
  tooManyRows,
} from './statement-row.js';

/** The content of a CSV file with the mapping that it was read by. */
export interface CsvReading extends StatementRows {
  columns: CsvColumn[];
  mapping: CsvMapping;
  /** The key under which the layout is remembered. */
  fingerprint: string;
  questions: CsvQuestion[];
}

export interface CsvOptions {
  /** The admin's own mapping, which is not changed. */
  mapping?: CsvMapping;
  /** Returns the mapping of an earlier file with this layout. */
  remembered?: (fingerprint: string) => CsvMapping | undefined;
}

const notBooked =
  /^(?:pending|processing|in progress|authori[sz](?:ed|ation)|hold|on hold|scheduled|uncleared|en attente|vorgemerkt|cancelled|canceled|declined|failed|rejected)\b/i;

/** The amount of a row in cents, or the reason that the record is no row. */
type Amount = { cents: number } | { skip: 'zero' | 'currency' } | { fault: string };

function readAmount(cells: string[], mapping: CsvMapping, foreign: readonly number[]): Amount {
  const decimal = mapping.decimal ?? '.';
  const cellOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
  if (mapping.amount !== undefined) {
    const text = cellOf(mapping.amount);
    if (!text)
      return foreign.some((column) => cells[column])
        ? { skip: 'currency' }
        : { fault: 'The amount is missing' };
    const cents = parseCents(text, decimal);
    if (cents === undefined) return { fault: 'The amount cannot be read' };
    if (cents === 0) return { skip: 'zero' };
    if (mapping.direction === undefined) return { cents };
    const direction = readDirection(cellOf(mapping.direction));
    if (!direction) return { fault: 'The direction cannot be read' };
    if (cents < 0 && direction > 0) return { fault: 'The direction contradicts the sign of the amount' };
    return { cents: direction * Math.abs(cents) };
  }
  const [textIn, textOut] = [cellOf(mapping.in), cellOf(mapping.out)];
  if (!textIn && !textOut) return { fault: 'The amount is missing' };
  const moneyIn = textIn ? parseCents(textIn, decimal) : 0;
  const moneyOut = textOut ? parseCents(textOut, decimal) : 0;
  if (moneyIn === undefined || moneyOut === undefined) return { fault: 'The amount cannot be read' };
  if (moneyIn && moneyOut) return { fault: 'There is an amount in both columns' };
  if (moneyIn) return { cents: moneyIn };
  // Some banks write outgoing money with a minus even in its own column.
  return moneyOut ? { cents: -Math.abs(moneyOut) } : { skip: 'zero' };
}

function readRows(
  records: readonly CsvRecord[],
  mapping: CsvMapping,
  account: Currency,
  header?: CsvRecord,
): StatementRows {
  const result: StatementRows = { rows: [], skipped: [], unreadable: [] };
  const foreign = (header?.cells ?? []).flatMap((name, index) => {
    const currency = columnCurrency(name);
    return currency && currency !== account ? [index] : [];
  });
  for (const { line: row, cells } of records) {
    const cellOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
    const dateText = cellOf(mapping.date);
    if (notBooked.test(cellOf(mapping.status)) || notBooked.test(dateText)) {
      result.skipped.push({ row, reason: 'pending' });
      continue;
    }
    const currency = cellOf(mapping.currency).toUpperCase();
    if (currency && currency !== account) {
      result.skipped.push({ row, reason: 'currency' });
      continue;
    }
    const day = parseDay(dateText, mapping.dateOrder);
    const amount = readAmount(cells, mapping, foreign);
    if (!day)
      result.unreadable.push({ row, reason: dateText ? 'The date cannot be read' : 'The date is missing' });
    else if ('fault' in amount) result.unreadable.push({ row, reason: amount.fault });
    else if ('skip' in amount) result.skipped.push({ row, reason: amount.skip });
    else {
      const text = cleanText(mapping.text.map(cellOf).filter(Boolean).join(' '));
      const payer = cellOf(mapping.payer) || extractPayer(text);
      result.rows.push({
        ...{ row, day, cents: amount.cents, text },
        ...optionalFields(payer, cellOf(mapping.bankId)),
      });
    }
  }
  return result;
}

/** Reads a CSV file by the admin's mapping, the remembered one of its layout, or a guess. */
export function readCsv(
  text: string,
  account: Currency,
  { mapping: told, remembered }: CsvOptions = {},
): CsvReading {
  const delimiter = told?.delimiter ?? detectDelimiter(text);
  const all = splitRecords(text, delimiter);
  const width = widthOf(all);
  if (width < 2) throw new FileRefusedError('This is not a bank file: it has one column only');
  const header = told ? all.find(({ line }) => line === told.headerRow) : findHeader(all);
  const fingerprint = layoutFingerprint(header, width);
  let rows = rowsBelow(all, header?.line);
  const known = told ? undefined : remembered?.(fingerprint);
  // The header may be on another line than in the earlier file.
  const asked = known && { ...known, delimiter, ...(header && { headerRow: header.line }) };
  const mapping = told
    ? completeMapping(told, rows, true)
    : asked
      ? completeMapping(asked, rows)
      : guessMapping(all, delimiter, account);
  if (!header) {
    const first = rows.findIndex(({ cells }) => looksLikeDay(cells[mapping.date] ?? ''));
    rows = rows.slice(Math.max(0, first));
  }
  if (!rows.length) throw new FileRefusedError('The file has no transactions');
  if (rows.length > statementLimits.rows) throw tooManyRows();
  const questions = openQuestions(mapping);
  const read = questions.length
    ? { rows: [], skipped: [], unreadable: [] }
    : readRows(rows, mapping, account, header);
  return { ...read, columns: describeColumns(header, rows, width), mapping, fingerprint, questions };
}
