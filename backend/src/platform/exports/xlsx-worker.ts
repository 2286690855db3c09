import { constants, setPriority } from 'node:os';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import ExcelJS from 'exceljs';
import type { Cell, CellFormat } from './export.js';

/** The workbook's definition. */
export interface WorkbookPlan {
  /** The time of its properties and files; that of the writing where it is left out. */
  madeAt?: Date;
}

/** A sheet's definition, sent before its rows. */
export interface SheetPlan {
  name: string;
  columns: { header: string; width: number; format: CellFormat | undefined }[];
}

/** A sheet begins, rows of it follow, or the workbook ends. */
export type WorkbookPart = { sheet: SheetPlan } | { rows: Cell[][] } | 'end';

/** A finished part of the file. */
export type WorkbookPieces = Uint8Array[];

/** The maximum of rows of a sheet in the format (ECMA-376), less the heading: further rows go to a further sheet. */
const rowsPerSheet = 1_048_575;

/** Styles shared by all cells: exceljs recognises an object it knows, and serialises each other one to compare it. */
const plain: Partial<ExcelJS.Style> = {};
const styles: Record<CellFormat, Partial<ExcelJS.Style>> = {
  amount: { numFmt: '#,##0.00' },
  usd: { numFmt: '#,##0.00##' },
  day: { numFmt: 'yyyy-mm-dd' },
  moment: { numFmt: 'yyyy-mm-dd hh:mm:ss' },
};

// Gives requests precedence on a busy processor. Only on Linux can a single thread's priority be lowered.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { madeAt } = workerData as WorkbookPlan;
const out = new PassThrough();
let pieces: WorkbookPieces = [];
out.on('data', (piece: Uint8Array) => pieces.push(piece));

/** The parts of exceljs's writer that its types leave out. */
interface WriterParts {
  zip: { append: (source: unknown, data: object) => unknown };
  addThemes(): Promise<void>;
}
const { WorkbookWriter } = ExcelJS.stream.xlsx;
const Writer = WorkbookWriter as unknown as new (
  ...options: ConstructorParameters<typeof WorkbookWriter>
) => ExcelJS.stream.xlsx.WorkbookWriter & WriterParts;

/** exceljs names no date for the files of its ZIP; the themes are the first one. */
class DatedWriter extends Writer {
  override addThemes(): Promise<void> {
    const append = this.zip.append.bind(this.zip);
    this.zip.append = (source, data) => append(source, { ...data, ...(madeAt && { date: madeAt }) });
    return super.addThemes();
  }
}
const workbook = new DatedWriter({
  stream: out,
  useStyles: true,
  useSharedStrings: false,
  ...(madeAt && { created: madeAt, modified: madeAt }),
});
let plan: SheetPlan = { name: '', columns: [] };
let written = 0;
let sheet: ExcelJS.Worksheet | undefined;

function addSheet(): ExcelJS.Worksheet {
  const { name, columns } = plan;
  const number = Math.floor(written / rowsPerSheet);
  const added = workbook.addWorksheet(number ? `${name} ${number + 1}` : name, {
    views: [{ state: 'frozen', ySplit: 1 }],
  });
  added.columns = columns.map(({ header, width }) => ({ header, width }));
  added.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  added.getRow(1).font = { bold: true };
  return added;
}

function writeRows(rows: Cell[][]): void {
  const formats = plan.columns.map(({ format }) => format && styles[format]);
  for (const row of rows) {
    if (written > 0 && written % rowsPerSheet === 0) {
      sheet?.commit();
      sheet = addSheet();
    }
    // Text stays text in a workbook: a cell of type string is never run as a formula.
    const cells = sheet!.addRow(row);
    cells.eachCell((cell, column) => (cell.style = formats[column - 1] ?? plain));
    cells.commit();
    written += 1;
  }
}

async function write(part: WorkbookPart): Promise<WorkbookPieces> {
  if (part === 'end') {
    sheet?.commit();
    await workbook.commit();
  } else if ('sheet' in part) {
    sheet?.commit();
    plan = part.sheet;
    written = 0;
    sheet = addSheet();
  } else writeRows(part.rows);
  // exceljs does not wait for its compressor: yielding to it keeps rows from accumulating in memory.
  await turn();
  const ready = pieces;
  pieces = [];
  return ready;
}

// Parts arrive one at a time: the sender waits for the reply to each.
parentPort?.on('message', (part: WorkbookPart) => {
  void write(part).then((ready) => parentPort?.postMessage(ready));
});
