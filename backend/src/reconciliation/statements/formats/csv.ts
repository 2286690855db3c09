import { type Currency } from '#domain/money';
import {
  type CsvColumn,
  type CsvMapping,
  type StatementQuestion,
  statementLimits,
} from '#domain/reconciliation';
import { parseCents } from './amounts.js';
import { columnsByRole, isCurrencyCode } from './column-names.js';
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
import { type CsvRows, readRows } from './csv-rows.js';
import { type CsvRecord, detectDelimiter, splitRecords } from './csv-records.js';
import { markPending } from './csv-sections.js';
import {
  contentsOf,
  hasSeen,
  isReadAsSeen,
  isSameMapping,
  type KnownLayout,
  type SeenContents,
} from './csv-seen.js';
import { FileRefusedError, type StatementRows, tooManyRows } from './statement-row.js';

/** The content of a CSV file with the mapping that it was read by. */
export interface CsvReading extends CsvRows {
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
  const all = markPending(splitRecords(text, delimiter));
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
  const guess = told ? undefined : guessMapping(rows, delimiter, account, header);
  const mapping = told
    ? completeMapping(told, rows, true)
    : completeMapping(layout ? adapt(layout, guess!.mapping) : guess!.mapping, rows);
  const open = openQuestions(mapping);
  if (!layout && guess?.isAmountOpen && !open.includes('amount')) open.push('amount');
  if (open.length) return describe(mapping, noRows, open);
  const { isReversed, ...read } = readRows(rows, mapping, account, { header, isKnown: !!layout?.seen });
  if (read.directionWords)
    return describe({ ...mapping, ...(isReversed && { reversed: true }) }, read, ['direction']);
  const failing = told ? undefined : failingColumn(read);
  if (failing) return describe(mapping, read, [failing]);
  if (told || !contradictsBalance(rows, read, mapping, header)) return describe(mapping, read, []);
  return describe(withoutAmounts(mapping), noRows, ['amount']);

  function describe(by: CsvMapping, result: CsvRows, columns: StatementQuestion[]): CsvReading {
    const contents = contentsOf(rows, by);
    // A remembered layout is confirmed for contents that an admin has seen read by it.
    const isSeen =
      layout?.seen !== undefined &&
      hasSeen(layout.seen, contents) &&
      isReadAsSeen(layout, by, completeMapping(withoutMarks(by), rows));
    const isYes = confirmed === true || (confirmed !== undefined && isSameMapping(confirmed, by));
    // Only a person can say that the file has no text: by a mapping without it, and the yes to it.
    const isWithoutText = !by.text.length && by.payer === undefined;
    const isConfirmed = !columns.length && (isSeen || (isYes && !(isWithoutText && !told)));
    const further: StatementQuestion[] = isWithoutText ? ['text', 'confirm'] : ['confirm'];
    return {
      ...{ ...result, columns: describeColumns(header, rows, width), mapping: by, fingerprint },
      ...{ contents, isConfirmed },
      // Without rows, there is nothing to confirm.
      questions: isConfirmed || !result.rows.length ? columns : [...columns, ...further],
    };
  }
}

/** Returns the question about the column that no row can be read by, if there is one. */
function failingColumn({ rows, unreadable }: StatementRows): 'date' | 'amount' | undefined {
  const reasons = new Set(unreadable.map(({ reason }) => reason));
  if (rows.length || reasons.size !== 1) return undefined;
  if (reasons.has('The date cannot be read')) return 'date';
  return reasons.has('The amount cannot be read') ? 'amount' : undefined;
}

const noRows: CsvRows = { rows: [], skipped: [], unreadable: [] };

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

/**
 * The mapping of an earlier file of the layout, which may have had incoming money only, so that its amounts needed no
 * direction; or no known column of text, before anybody has confirmed it.
 */
function adapt({ mapping, seen }: KnownLayout, guess: CsvMapping): CsvMapping {
  const needsDirection =
    mapping.direction === undefined && mapping.amount === guess.amount && guess.direction !== undefined;
  const needsText = !seen && !mapping.text.length && mapping.payer === undefined;
  return {
    ...mapping,
    // The header may be on another line than in the earlier file.
    ...{ delimiter: guess.delimiter, ...(guess.headerRow && { headerRow: guess.headerRow }) },
    ...(needsDirection && { direction: guess.direction }),
    ...(needsText && { text: guess.text }),
  };
}
