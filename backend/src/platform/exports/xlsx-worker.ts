import { constants, setPriority } from 'node:os';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import ExcelJS from 'exceljs';
import type { Cell, CellFormat } from './export.js';

/** The workbook's definition, sent before its rows. */
export interface WorkbookPlan {
  name: string;
  columns: { header: string; width: number; format: CellFormat | undefined }[];
}

/** Rows to write; none ends the workbook. */
export type WorkbookRows = Cell[][];

/** A finished part of the file. */
export type WorkbookPieces = Uint8Array[];

/** The maximum of rows of a sheet in the format (ECMA-376), less the heading: further rows go to a further sheet. */
const rowsPerSheet = 1_048_575;

/** Styles shared by all cells: exceljs recognises an object it knows, and serialises each other one to compare it. */
const plain: Partial<ExcelJS.Style> = {};
const styles: Record<CellFormat, Partial<ExcelJS.Style>> = {
  amount: { numFmt: '#,##0.00' },
  day: { numFmt: 'yyyy-mm-dd' },
  moment: { numFmt: 'yyyy-mm-dd hh:mm:ss' },
};

// Gives requests precedence on a busy processor. Only on Linux can a single thread's priority be lowered.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { name, columns } = workerData as WorkbookPlan;
const out = new PassThrough();
let pieces: WorkbookPieces = [];
out.on('data', (piece: Uint8Array) => pieces.push(piece));
const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
  stream: out,
  useStyles: true,
  useSharedStrings: false,
});
const formats = columns.map(({ format }) => format && styles[format]);
let written = 0;

function addSheet(): ExcelJS.Worksheet {
  const number = Math.floor(written / rowsPerSheet);
  const sheet = workbook.addWorksheet(number ? `${name} ${number + 1}` : name, {
    views: [{ state: 'frozen', ySplit: 1 }],
  });
  sheet.columns = columns.map(({ header, width }) => ({ header, width }));
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  sheet.getRow(1).font = { bold: true };
  return sheet;
}

let sheet = addSheet();

async function write(rows: WorkbookRows): Promise<WorkbookPieces> {
  for (const row of rows) {
    if (written > 0 && written % rowsPerSheet === 0) {
      sheet.commit();
      sheet = addSheet();
    }
    // Text stays text in a workbook: a cell of type string is never run as a formula.
    const cells = sheet.addRow(row);
    cells.eachCell((cell, column) => (cell.style = formats[column - 1] ?? plain));
    cells.commit();
    written += 1;
  }
  if (!rows.length) {
    sheet.commit();
    await workbook.commit();
  }
  // exceljs does not wait for its compressor: yielding to it keeps rows from accumulating in memory.
  await turn();
  const ready = pieces;
  pieces = [];
  return ready;
}

// Rows arrive one batch at a time: the sender waits for the reply to each.
parentPort?.on('message', (rows: WorkbookRows) => {
  void write(rows).then((ready) => parentPort?.postMessage(ready));
});
