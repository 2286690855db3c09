import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { ServiceUnavailableException } from '@nestjs/common';
import { builtFile } from '../config/built-file.js';
import type { Export } from './export.js';
import type { WorkbookPieces, WorkbookPlan, WorkbookRows } from './xlsx-worker.js';

/** The thread's built program: a thread cannot run the source, as tests do. */
const program = builtFile('platform/exports/xlsx-worker.js');

/** Each workbook is a thread with a heap of its own, some 100 MB for a large one. */
const maxConcurrentWorkbooks = 4;
let running = 0;

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

  /** Sends a batch of rows, none at the end of the workbook; returns the parts of the file that are ready. */
  async send(batch: WorkbookRows): Promise<WorkbookPieces> {
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

async function* workbookPieces<Row>({ columns, rows, name }: Export<Row>): AsyncGenerator<Uint8Array> {
  const plan: WorkbookPlan = {
    name,
    columns: columns.map(({ title, width = 18, format }) => ({ header: title, width, format })),
  };
  const thread = new WorkbookThread(plan);
  try {
    for await (const batch of rows)
      yield* await thread.send(batch.map((row) => columns.map(({ value }) => value(row) ?? undefined)));
    yield* await thread.send([]);
  } finally {
    await thread.terminate();
  }
}

/**
 * Returns the export as an Excel workbook. A thread of its own writes it, so that other requests do not wait for it,
 * and only as fast as the client takes it.
 * @throws ServiceUnavailableException while the maximum of workbooks is being written
 */
export function xlsxStream<Row>(file: Export<Row>): Readable {
  if (running >= maxConcurrentWorkbooks)
    throw new ServiceUnavailableException(
      'Too many Excel exports are being prepared. Please try again in a moment.',
    );
  running += 1;
  // The stream ends in any case, also where the client disconnects before the first row.
  return Readable.from(workbookPieces(file), { objectMode: false }).once('close', () => (running -= 1));
}
