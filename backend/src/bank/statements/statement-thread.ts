import { parentPort, workerData } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { isPayoutReport, payoutMessages } from '#domain/payouts/payouts';
import { FileRefusedError, readStatement } from '#bank-files';
import { type HashedRow, textHashOf } from './known-transactions.js';
import type { FileReading, FileToRead, ReadFile } from './read-file.js';

/** Reads a bank's file, hashes the texts of its rows, and packs the reading as it is stored. */
function readFile({ bytes, currency, layouts, ...options }: FileToRead): ReadFile {
  try {
    const read = readStatement(Buffer.from(bytes), currency, {
      ...options,
      refuse: (start) => (isPayoutReport(start) ? payoutMessages.isReport : undefined),
      remembered: (fingerprint) => layouts.find((layout) => layout.fingerprint === fingerprint),
    });
    const rows = read.rows.map((row) => ({ ...row, textHash: textHashOf(row.text) })) as HashedRow[];
    const reading: FileReading = { ...read, rows };
    return { reading, packed: new Uint8Array(deflateSync(JSON.stringify(reading))) };
  } catch (error) {
    if (error instanceof FileRefusedError) return { refusal: error.message };
    throw error;
  }
}

const answer = (file: FileToRead): void => parentPort?.postMessage(readFile(file));

answer(workerData as FileToRead);
parentPort?.on('message', answer);
