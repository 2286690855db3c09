import type { CsvColumn } from '../common/contract.js';
import { looksLikeAmount } from '../common/amounts.js';
import { columnCurrency } from '../common/currencies.js';
import { looksLikeDay } from '../common/days.js';
import { FileRefusedError } from '../common/statement-row.js';
import { isMoneyName, isNamedAs, namesKey } from './column-names.js';
import { cellOf, type CsvRecord, type CsvTable, valuesOf } from './records.js';

const maximumPreamble = 40;
const samplesShown = 3;

/** True for a record of column names: one for the date, one for money, and neither a date nor an amount in it. */
export function isHeader({ cells }: Pick<CsvRecord, 'cells'>): boolean {
  const filled = cells.filter(Boolean);
  if (
    filled.length < 2 ||
    filled.some(
      (cell) => cell.length > 60 || /\d\d|:$/.test(cell) || looksLikeDay(cell) || looksLikeAmount(cell),
    )
  )
    return false;
  const dates = filled.filter((cell) => isNamedAs(cell, 'date'));
  const money = filled.filter((cell) => isMoneyName(cell) || columnCurrency(cell) !== undefined);
  return dates.length > 0 && money.some((cell) => dates.some((date) => date !== cell));
}

const filledCells = ({ cells }: CsvRecord): number => cells.filter(Boolean).length;

/** Returns the record of column names: of known ones, else the one above the first row with about as many cells. */
export function findHeader(records: readonly CsvRecord[]): CsvRecord | undefined {
  const first = records.slice(0, maximumPreamble);
  const named = first.find((record) => isHeader(record));
  if (named) return named;
  const rowAt = first.findIndex(({ cells }) => cells.some(looksLikeDay) && cells.some(looksLikeAmount));
  const [above, row] = [first[rowAt - 1], first[rowAt]];
  if (!above || !row || above.cells.some((cell) => looksLikeDay(cell) || looksLikeAmount(cell)))
    return undefined;
  return filledCells(above) >= Math.max(3, filledCells(row) / 2) ? above : undefined;
}

/** The key of a remembered layout: the names of its columns, or their number. */
export const layoutFingerprint = (header: CsvRecord | undefined, width: number): string =>
  header ? namesKey(header.cells).slice(0, 1000) : `${width} columns`;

/** Returns the file's columns with their names and some sample values; `balance` is that of the balance, if it is compared. */
export function describeColumns({ header, rows }: CsvTable, width: number, balance?: number): CsvColumn[] {
  return Array.from({ length: width }, (_, index) => ({
    index,
    name: cellOf(header, index).slice(0, 100),
    samples: [...new Set(valuesOf(rows.slice(0, 200), index))]
      .slice(0, samplesShown)
      .map((sample) => sample.slice(0, 100)),
    ...(index === balance && { isBalance: true as const }),
  }));
}

/** The rows below a header, and the lines of its repetitions that begin another list. */
export interface CsvLists extends CsvTable {
  lists: number[];
}

/** True where blank lines, or a line without a date, stand before a repeated header: in the midst of a list are none. */
function beginsList(records: readonly CsvRecord[], header: CsvRecord): boolean {
  const above = records[records.indexOf(header) - 1];
  if (!above?.cells.some(looksLikeDay)) return true;
  const lines = above.cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 1);
  return header.line > above.line + lines;
}

/** Returns the rows below the header, else from the first date on. Throws for a further header with other columns. */
export function rowsBelow(records: readonly CsvRecord[], header: CsvRecord | undefined): CsvLists {
  if (!header) {
    const first = records.findIndex(({ cells }) => cells.some(looksLikeDay));
    return { rows: records.slice(Math.max(0, first)), lists: [] };
  }
  const keyOf = ({ cells }: CsvRecord) => namesKey(cells).replace(/\|+$/, '');
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
  return { header, rows: below, lists: lists.map(({ line }) => line) };
}
