import { BadRequestException } from '@nestjs/common';
import { ThreadedWork, WorkLimitError } from '../platform/work/threaded-work.js';
import { Turns } from '../platform/work/turns.js';
import type { ReportLine } from './report-lines.js';

export type ReadReport = { lines: ReportLine[] } | { refusal: string };

/** The largest reports take half a second. */
const reading = new ThreadedWork<Uint8Array, ReadReport>('payouts/report-thread.js', {
  timeoutMs: 20_000,
  heapMb: 192,
  maxConcurrent: 1,
  keptMs: 5000,
  busy: 'Too many files are being read. Please try again in a moment.',
});
const turns = new Turns(1, 30_000);

/** Reads a payout report in a thread. Throws 400 for one that cannot be read within the limits; 503 without a turn. */
export async function readReport(bytes: Uint8Array): Promise<ReportLine[]> {
  const read = await turns
    .take(() => reading.run(new Uint8Array(bytes)))
    .catch((error: unknown) => {
      if (!(error instanceof WorkLimitError)) throw error;
      throw new BadRequestException(
        `The report takes too much ${error.limit} to be read. Choose fewer days.`,
      );
    });
  if ('refusal' in read) throw new BadRequestException(read.refusal);
  return read.lines;
}
