import { type Currency } from '../../../../domain/money.js';
import {
  type CsvColumn,
  type CsvMapping,
  type StatementQuestion,
  statementLimits,
} from '../../../../domain/reconciliation.js';
import { parseCents } from './amounts.js';
import { columnsByRole, isCurrencyCode } from './column-names.js';
import { createAmountReader } from './csv-amounts.js';
import { compareBalance } from './csv-balance.js';
import {
  balanceColumn,
  completeMapping,
  describeColumns,
  findHeader,
  guessMapping,
  isHeader,
  layoutFingerprint,
  openQuestions,
  rowsBelow,
  widthOf,
} from './csv-layout.js';
import { type CsvRecord, detectDelimiter, splitRecords } from './csv-records.js';
import {
  contentsOf,
  hasSeen,
  isReadAsSeen,
  isSameMapping,
  type KnownLayout,
  type SeenContents,
} from './csv-seen.js';
import { parseDay } from './days.js';
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
  /** The contents to remember once the reading is confirmed. */
  contents: SeenContents;
  /** True where an admin has confirmed the reading, for this file or for earlier ones like it. */
  isConfirmed: boolean;
  questions: StatementQuestion[];
}

export interface CsvOptions {
  /** The admin's own mapping, which is not changed. */
  mapping?: CsvMapping;
  /** The mapping whose reading of this file an admin has confirmed; true for the one that this call reads by. */
  confirmed?: CsvMapping | true;
  /** Returns what is known of this layout from earlier files. */
  remembered?: (fingerprint: string) => KnownLayout | undefined;
}

/** Words for what the bank has not booked, or will not. */
const notBooked =
  /^(?:pending|processing|in[ _]progress|in[ _]transit|authori[sz](?:ed|ation)|(?:on )?hold|held|temporary hold|scheduled|uncleared|waiting|unclaimed|en attente|vorgemerkt|cancell?ed|declined|denied|failed|rejected|reverted|blocked|expired|void(?:ed)?|removed)\b/i;

/** Words for what the bank has booked; any other status is left to the admin. */
const booked =
  /^(?:posted|booked?|booking|complete[d]?|cleared|settled|executed|processed|paid|sent|received|succe(?:ss|ssful|eded)|approved|done|ok|partially refunded|gebucht|comptabilis[ée]e?|compl[ée]t[ée]e?|termin[ée]e?|r[ée]gl[ée]e?|effectu[ée]e?|สำเร็จ)$/i;

/** Lines of banks' lists that are no transactions: balances and totals. */
const summary =
  /^(?:(?:opening|closing|beginning|ending|starting|start|end|final|previous|current|available|ledger|statement|new|old)\s+balance|balance(?:\s+(?:brought|carried)?\s*forward)?|(?:sub|grand)?[\s-]*totals?(?:\s+(?:credits?|debits?|deposits?|withdrawals?|in|out)|\s+for\s.*)?|solde(?:\s+(?:d[’']ouverture|de\s+(?:d[ée]but|fin|cl[ôo]ture)|initial|final|report[ée]))?|anfangssaldo|endsaldo|saldo|summe|ยอดยกมา|ยอดยกไป|ยอดรวม|รวม)(?:\s+(?:as\s+(?:of|at)|on|at|au|le|per))?[\s\d/.,:-]*$/i;

function readRows(
  records: readonly CsvRecord[],
  mapping: CsvMapping,
  account: Currency,
  header?: CsvRecord,
): StatementRows {
  const result: StatementRows = { rows: [], skipped: [], unreadable: [] };
  const amountOf = createAmountReader(records, mapping, account, header);
  const accountColumn = header && columnsByRole(header.cells).account[0];
  const width = header ? header.cells.length : usualWidth(records);
  for (const { line: row, cells } of records) {
    const cellOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
    const dateText = cellOf(mapping.date);
    const status = cellOf(mapping.status);
    const ofAccount = cellOf(accountColumn);
    const owner = ofAccount && { account: ofAccount };
    const refuse = (reason: string) => result.unreadable.push({ row, reason, ...owner });
    if (notBooked.test(status) || notBooked.test(dateText)) {
      result.skipped.push({ row, reason: 'pending' });
      continue;
    }
    const currency = cellOf(mapping.currency).toUpperCase();
    if (currency && !/^[A-Z]{3}$/.test(currency)) {
      refuse('The currency cannot be read');
      continue;
    }
    if (currency && currency !== account) {
      result.skipped.push({ row, reason: 'currency' });
      continue;
    }
    const day = parseDay(dateText, mapping.dateOrder);
    const amount = amountOf(cells);
    const text = cleanText(mapping.text.map(cellOf).filter(Boolean).join(' '));
    if (!day) refuse(dateText ? 'The date cannot be read' : 'The date is missing');
    else if (cells.slice(width).some((cell) => /\d/.test(cell))) refuse('The row has too many columns');
    else if ('fault' in amount) refuse(amount.fault);
    else if ('skip' in amount) result.skipped.push({ row, reason: amount.skip });
    else if (status && !booked.test(status)) refuse(`The status "${cleanText(status, 40)}" is not known`);
    else if (summary.test(text)) refuse('This is a balance or a total, no transaction');
    else {
      const payer = cellOf(mapping.payer) || extractPayer(text);
      result.rows.push({
        ...{ row, day, cents: amount.cents, text, ...owner },
        ...optionalFields(payer, cellOf(mapping.bankId)),
      });
    }
  }
  return result;
}

/** True where the running balance changes by an amount with the other sign than it was read with. */
function contradictsBalance(
  records: readonly CsvRecord[],
  read: StatementRows,
  mapping: CsvMapping,
  header?: CsvRecord,
): boolean {
  const column = balanceColumn(mapping, records, header);
  if (column === undefined) return false;
  const rows = new Map(read.rows.map((row) => [row.row, row]));
  const points = records.map(({ line, cells }) => {
    const row = rows.get(line);
    const balance = parseCents(cells[column] ?? '', mapping.decimal ?? '.');
    return row && balance !== undefined ? { day: row.day, cents: row.cents, balance } : undefined;
  });
  return compareBalance(points).contradicting > 0;
}

/** Refuses a file whose lines above the header name another currency than the account's. */
function refuseOtherCurrency(preamble: readonly CsvRecord[], account: Currency): void {
  for (const { cells } of preamble)
    for (const [index, cell] of cells.entries()) {
      const [name = '', own] = cell.split(':', 2);
      const currency = (own?.trim() || (cells[index + 1] ?? '')).toUpperCase();
      if (columnsByRole([name]).currency.length && isCurrencyCode(currency) && currency !== account)
        throw new FileRefusedError(`The file is in ${currency}, the account in ${account}`);
    }
}

/** Reads a CSV file by the admin's mapping, the remembered one of its layout, or a guess. */
export function readCsv(
  text: string,
  account: Currency,
  { mapping: told, confirmed, remembered }: CsvOptions = {},
): CsvReading {
  const delimiter = told?.delimiter ?? detectDelimiter(text, (cells) => isHeader({ cells }));
  const all = splitRecords(text, delimiter);
  const width = widthOf(all);
  if (width < 2) throw new FileRefusedError('This is not a bank file: it has one column only');
  const header = told ? all.find(({ line }) => line === told.headerRow) : findHeader(all);
  if (header)
    refuseOtherCurrency(
      all.filter(({ line }) => line < header.line),
      account,
    );
  const rows = rowsBelow(all, header);
  if (!rows.length) throw new FileRefusedError('The file has no transactions');
  if (rows.length > statementLimits.rows) throw tooManyRows();
  const fingerprint = layoutFingerprint(header, width);
  const layout = remembered?.(fingerprint);
  const known = told ? undefined : layout?.mapping;
  // The header may be on another line than in the earlier file.
  const asked = known && { ...known, delimiter, ...(header && { headerRow: header.line }) };
  const describe = (mapping: CsvMapping, read: StatementRows): CsvReading => {
    const open = openQuestions(mapping);
    const contents = contentsOf(rows, mapping);
    // A remembered layout is confirmed for contents that an admin has seen read by it.
    const isSeen =
      layout?.seen !== undefined &&
      hasSeen(layout.seen, contents) &&
      isReadAsSeen(layout, mapping, completeMapping(withoutMarks(mapping), rows));
    const isConfirmed =
      !open.length &&
      (confirmed === true || (confirmed !== undefined && isSameMapping(confirmed, mapping)) || isSeen);
    return {
      ...{ ...read, columns: describeColumns(header, rows, width), mapping, fingerprint },
      ...{ contents, isConfirmed },
      // Without rows, there is nothing to confirm.
      questions: isConfirmed || !read.rows.length ? open : [...open, 'confirm'],
    };
  };
  const none = (): StatementRows => ({ rows: [], skipped: [], unreadable: [] });
  const guess = () => guessMapping(rows, delimiter, account, header);
  const mapping = told
    ? completeMapping(told, rows, true)
    : asked
      ? completeMapping(withDirection(asked, guess()), rows)
      : guess();
  if (openQuestions(mapping).length) return describe(mapping, none());
  const read = readRows(rows, mapping, account, header);
  if (told || !contradictsBalance(rows, read, mapping, header)) return describe(mapping, read);
  return describe(withoutAmounts(mapping), none());
}

/** The mapping with what a file itself may determine left open. */
function withoutMarks(mapping: CsvMapping): CsvMapping {
  const columns = { ...mapping };
  delete columns.dateOrder;
  delete columns.decimal;
  return columns;
}

function withoutAmounts(mapping: CsvMapping): CsvMapping {
  const others = { ...mapping };
  for (const field of ['amount', 'in', 'out', 'direction', 'decimal'] as const) delete others[field];
  return others;
}

/** The earlier file may have had incoming money only, so that its amounts needed no direction. */
const withDirection = (known: CsvMapping, { amount, direction }: CsvMapping): CsvMapping =>
  known.direction === undefined && known.amount === amount && direction !== undefined
    ? { ...known, direction }
    : known;

/** Returns the number of columns that most of the rows have. */
function usualWidth(rows: readonly CsvRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}
