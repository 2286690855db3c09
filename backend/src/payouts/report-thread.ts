import { parentPort, workerData } from 'node:worker_threads';
import { FileRefusedError } from '#bank-files';
import { readReportLines } from './report-lines.js';
import type { ReadReport } from './read-report.js';

function readReport(bytes: Uint8Array): ReadReport {
  try {
    return { lines: readReportLines(Buffer.from(bytes)) };
  } catch (error) {
    if (error instanceof FileRefusedError) return { refusal: error.message };
    throw error;
  }
}

const answer = (bytes: Uint8Array): void => parentPort?.postMessage(readReport(bytes));

answer(workerData as Uint8Array);
parentPort?.on('message', answer);
