import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Export } from './export-file.js';
import type { WorkbookPieces, WorkbookPlan, WorkbookRows } from './xlsx-worker.js';

/** The compiled program of the thread: tests run this file from its source, and a thread cannot. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/backend/src/exports/xlsx-worker.js' : './xlsx-worker.js',
  import.meta.url,
);

async function* workbookPieces<Row>({ columns, rows, name }: Export<Row>): AsyncGenerator<Uint8Array> {
  const plan: WorkbookPlan = {
    name,
    columns: columns.map(({ title, width = 18 }) => ({ header: title, width })),
  };
  const worker = new Worker(program, { workerData: plan, name: 'workbook', execArgv: [] });
  const send = async (batch: WorkbookRows): Promise<WorkbookPieces> => {
    worker.postMessage(batch);
    const [pieces] = (await once(worker, 'message')) as [WorkbookPieces];
    return pieces;
  };
  try {
    for await (const batch of rows)
      yield* await send(batch.map((row) => columns.map(({ value }) => value(row) ?? undefined)));
    yield* await send([]);
  } finally {
    await worker.terminate();
  }
}

/**
 * The export as an Excel workbook. It is written in a thread of its own, so that other requests do not wait for it,
 * and only as fast as the reader takes it.
 */
export const xlsxStream = <Row>(file: Export<Row>): Readable =>
  Readable.from(workbookPieces(file), { objectMode: false });
