import { type CsvDelimiter, csvDelimiters, statementLimits } from '../common/contract.js';
import { CsvError, parse } from 'csv-parse/sync';
import { looksLikeDay } from '../common/days.js';
import { FileRefusedError, tooManyRows } from '../common/statement-row.js';

/** Maximum characters of a line and a record, and delimiters of a line: quoted texts may contain some. */
const maximumLine = 32_768;
const maximumDelimiters = 2000;
/** Maximum number of lines besides the rows: preamble, blank lines, repeated headers, and lines within quotes. */
const furtherLines = 20_000;
/** Maximum number of records besides the rows: preamble, headers and totals. */
const furtherRecords = 100;

/** A record of a CSV file and its first line, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
  /** Set for a row below a heading of what is not booked; 'maybe' below a further line that may be a heading. */
  pending?: true | 'maybe';
}

/** Rows of a file below the line of the names of their columns, if it has one. */
export interface CsvTable {
  header?: CsvRecord | undefined;
  rows: readonly CsvRecord[];
}

/** Returns a cell's text; '' for one that the record has not, and for no column. */
export const cellOf = (
  record: Pick<CsvRecord, 'cells'> | undefined,
  column: number | null | undefined,
): string => record?.cells[column ?? -1] ?? '';

/** Returns the texts of a column that are not empty. */
export const valuesOf = (rows: readonly CsvRecord[], column: number | null | undefined): string[] =>
  rows.map((row) => cellOf(row, column)).filter(Boolean);

/** Returns the text of a cell as a word, by which mappings name directions and states. */
export const wordOf = (text: string): string => text.trim().toUpperCase().slice(0, 60);

/** Returns the number of columns. */
export const widthOf = (records: readonly CsvRecord[]): number =>
  records.reduce((most, { cells }) => Math.max(most, cells.length), 0);

/** Returns the columns, from 0. */
export const columnsOf = (records: readonly CsvRecord[]): number[] => [...Array(widthOf(records)).keys()];

/** Returns how often each of these numbers comes. */
export function timesOf(numbers: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const one of numbers) times.set(one, (times.get(one) ?? 0) + 1);
  return times;
}

/** Counts the delimiters of a line outside quotes. */
const countDelimiters = (line: string, delimiter: string): number =>
  line.replace(/"[^"]*(?:"|$)/g, '').split(delimiter).length - 1;

/** Returns the delimiter that splits a line into column names, else most lines into the same number of columns. */
export function detectDelimiter(text: string, isHeader: (cells: string[]) => boolean): CsvDelimiter {
  const lines = text
    .slice(0, 65_536)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim())
    .slice(0, 60);
  const unquote = (cell: string) => cell.trim().replace(/^"(.*)"$/, '$1');
  const naming = csvDelimiters.find((delimiter) =>
    lines.some((line) => line.length < maximumLine && isHeader(line.split(delimiter).map(unquote))),
  );
  if (naming) return naming;
  // Commas stand in numbers, days and texts, too: of as many, they are the last that split the lines.
  const scored = csvDelimiters.toReversed().map((delimiter) => {
    const times = timesOf(lines.map((line) => countDelimiters(line, delimiter)));
    return { delimiter, score: Math.max(...[...times].map(([count, often]) => often * Math.min(count, 12))) };
  });
  return scored.sort((one, other) => other.score - one.score)[0]!.delimiter;
}

/** Refuses files that the parser would take seconds for, as it splits the whole file before it reports its size. */
function refuseOversized(text: string, delimiter: string): void {
  const maximumLines = statementLimits.rows + furtherLines;
  const lines = text.split(/\r\n|\n|\r/, maximumLines + 1);
  if (lines.length > maximumLines) throw tooManyRows();
  for (const [index, line] of lines.entries()) {
    if (line.length > maximumLine) throw new FileRefusedError(`Line ${index + 1} is too long`);
    if (line.split(delimiter).length > maximumDelimiters + 1) throw tooManyColumns(index + 1);
  }
}

const tooManyColumns = (line: number) =>
  new FileRefusedError(`A file has at most ${statementLimits.columns} columns: line ${line} has more`);

const complaints: Partial<Record<string, (line: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: (line) => `A quotation mark is opened on line ${line} and never closed`,
  CSV_MAX_RECORD_SIZE: (line) => `The row of line ${line} is too long`,
};

/** True for a cell that contains a whole row, as the text after a quotation mark that is never closed does. */
const hasRow = (cell: string, delimiter: string): boolean =>
  /[\r\n]/.test(cell) &&
  cell
    .split(/[\r\n]+/)
    .slice(1)
    .map((line) => line.split(delimiter))
    .some((cells) => cells.length > 1 && cells.some((one) => looksLikeDay(one.replaceAll('"', ''))));

/** A line that is one cell in quotation marks, with a delimiter in it. */
const wholeCell = /^"(?:[^"]|"")*"$/;

/** Unwraps the rows of a file of which most are one cell each, as a spreadsheet has saved it again. Lines stay the same. */
export function unwrapRows(text: string): string {
  const lines = text.split(/(\r\n|\n|\r)/);
  const isWrapped = (line: string) =>
    line.length < maximumLine && /[,;\t]/.test(line) && wholeCell.test(line);
  const rows = lines.filter((line, index) => index % 2 === 0 && line.trim()).slice(1);
  if (!rows.length || 2 * rows.filter(isWrapped).length <= rows.length) return text;
  return lines.map((line) => (isWrapped(line) ? line.slice(1, -1).replaceAll('""', '"') : line)).join('');
}

/** Splits a CSV file into records (RFC 4180, and the deviations of banks), without blank ones. */
export function splitRecords(text: string, delimiter: CsvDelimiter): CsvRecord[] {
  refuseOversized(text, delimiter);
  const records: CsvRecord[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      // A blank before a quotation mark would make it a part of the text.
      ltrim: true,
      max_record_size: maximumLine,
      on_record: (record: string[], { lines }) => {
        // Excel writes ="…", or an apostrophe, for texts that it must not change; a blank after a quotation mark leaves the
        // marks.
        const cells = record.map((cell) =>
          cell.trim().replace(/^(?:=?"([^"]*)"|'([^'\p{L}]*\d[^'\p{L}]*)'?)$/u, '$1$2'),
        );
        if (cells.length > statementLimits.columns) throw tooManyColumns(line);
        if (cells.some((cell) => hasRow(cell, delimiter)))
          throw new FileRefusedError(`A quotation mark on line ${line} contains further rows`);
        if (cells.some(Boolean)) records.push({ line, cells });
        if (records.length > statementLimits.rows + furtherRecords) throw tooManyRows();
        line = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const complaint = complaints[error.code]?.(line) ?? `Line ${line} cannot be read`;
    throw new FileRefusedError(complaint);
  }
  return records;
}
