import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { ServiceUnavailableException } from '@nestjs/common';
import { builtFile } from '../config/built-file.js';
import type { Cell, Column, Sheet } from './export.js';
import type { SheetPlan, WorkbookPart, WorkbookPieces, WorkbookPlan } from './xlsx-worker.js';

/** The thread's built program: a thread cannot run the source, as tests do. */
const program = builtFile('platform/exports/xlsx-worker.js');

/** Each workbook is a thread with a heap of its own, some 100 MB for a large one. */
const maxConcurrentWorkbooks = 4;
/** Waiting for the client, in milliseconds, from which it is slow: where it has also taken most of the time. */
const slowMs = 10_000;

/** The longest text of a cell in the format (ECMA-376); a longer one makes the workbook damaged. */
const maximumCell = 32_767;

function cellOf(value: Cell): Cell {
  if (typeof value !== 'string') return value;
  // XML has no such characters, and exceljs writes them: the workbook would be damaged.
  const text = value.replace(/[\uFFFE\uFFFF]/g, '');
  if (text.length <= maximumCell) return text;
  return `${text.slice(0, maximumCell - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A workbook that is being written, and how long its client has kept it waiting. */
class Place {
  private readonly begun = performance.now();
  private waited = 0;
  private heldSince: number | undefined;
  stream: Readable | undefined;

  constructor(readonly account: string) {}

  hold(): void {
    this.heldSince = performance.now();
  }

  goOn(): void {
    this.waited = this.waitedMs;
    this.heldSince = undefined;
  }

  get waitedMs(): number {
    return this.waited + (this.heldSince === undefined ? 0 : performance.now() - this.heldSince);
  }

  get isSlow(): boolean {
    return this.waitedMs > slowMs && this.waitedMs > (performance.now() - this.begun) / 2;
  }
}

const taken = new Set<Place>();

/** Takes a place, that of a slow client where it is waited for. Throws 503 where there is none. */
function takePlace(account: string): Place {
  const own = [...taken].filter((place) => place.account === account);
  const inTheWay = own.length ? own : taken.size < maxConcurrentWorkbooks ? [] : [...taken];
  if (inTheWay.length) {
    const [slowest] = inTheWay.filter(({ isSlow }) => isSlow).sort((a, b) => b.waitedMs - a.waitedMs);
    if (!slowest)
      throw new ServiceUnavailableException(
        'Too many Excel exports are being prepared. Please try again in a moment.',
      );
    taken.delete(slowest);
    slowest.stream?.destroy();
  }
  const place = new Place(account);
  taken.add(place);
  return place;
}

/** A thread that writes one workbook. */
class WorkbookThread {
  private readonly worker: Worker;
  private failure: Error | undefined;
  private readonly ended = new AbortController();

  constructor(plan: WorkbookPlan) {
    this.worker = new Worker(program, { workerData: plan, name: 'workbook', execArgv: [] });
    // A thread may also fail while no batch is in transit to it: an error event without a listener ends the process.
    this.worker.on('error', (error: Error) => (this.failure ??= error));
    this.worker.on('exit', (code) => {
      this.failure ??= new Error(`The thread of the workbook ended with ${code}`);
      this.ended.abort(this.failure);
    });
  }

  /** Sends the beginning of a sheet, a batch of rows, or the end of the workbook; returns the parts of the file that are ready. */
  async send(batch: WorkbookPart): Promise<WorkbookPieces> {
    if (this.failure) throw this.failure;
    this.worker.postMessage(batch);
    try {
      const [pieces] = (await once(this.worker, 'message', { signal: this.ended.signal })) as [
        WorkbookPieces,
      ];
      return pieces;
    } catch (error) {
      throw this.failure ?? error;
    }
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }
}

const planOf = <Row>({ name, columns }: { name: string; columns: readonly Column<Row>[] }): SheetPlan => ({
  name,
  columns: columns.map(({ title, width = 18, format }) => ({ header: title, width, format })),
});

async function* workbookPieces<Row>(
  sheets: AsyncIterable<Sheet<Row>> | Iterable<Sheet<Row>>,
  plan: WorkbookPlan,
  place: Place,
): AsyncGenerator<Uint8Array> {
  const thread = new WorkbookThread(plan);
  async function* send(batch: WorkbookPart) {
    for (const piece of await thread.send(batch)) {
      place.hold();
      yield piece;
      place.goOn();
    }
  }
  try {
    for await (const sheet of sheets) {
      const { columns, rows } = sheet;
      yield* send({ sheet: planOf(sheet) });
      for await (const batch of rows)
        yield* send({
          rows: batch.map((row) => columns.map(({ value }) => cellOf(value(row)) ?? undefined)),
        });
    }
    yield* send('end');
  } finally {
    await thread.terminate();
  }
}

/**
 * Returns sheets as an Excel workbook. A thread of its own writes it, so that other requests do not wait for it,
 * and only as fast as the client takes it. A client that takes it slowly is ended once its place is waited for.
 * @param account the one whose place it takes: each has one
 * @param plan with `madeAt`, the same sheets are the same bytes
 * @throws ServiceUnavailableException while the account's workbook, or the maximum of all, is being written
 */
export function xlsxStream<Row>(
  sheets: AsyncIterable<Sheet<Row>> | Iterable<Sheet<Row>>,
  account: string,
  plan: WorkbookPlan = {},
): Readable {
  const place = takePlace(account);
  place.stream = Readable.from(workbookPieces(sheets, plan, place), { objectMode: false });
  // The stream ends in any case, also where the client disconnects before the first row.
  return place.stream.once('close', () => taken.delete(place));
}
