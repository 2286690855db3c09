import { BadRequestException } from '@nestjs/common';
import type { Currency } from '#domain/platform/money';
import { ThreadedWork, WorkLimitError } from '../../platform/work/threaded-work.js';
import { Turns } from '../../platform/work/turns.js';
import type { RememberedLayout } from '../accounts/bank-account.schema.js';
import type { ReadOptions, StatementReading } from '#bank-files';
import type { HashedRow } from './known-transactions.js';

/** A bank's file with all that decides how it is read. */
export interface FileToRead extends Omit<ReadOptions, 'remembered'> {
  bytes: Uint8Array;
  currency: Currency;
  /** The layouts that the account remembers. */
  layouts: readonly RememberedLayout[];
}

/** A reading with the hashes of its texts. */
export interface FileReading extends StatementReading {
  rows: HashedRow[];
}

/** A reading, and the same as it is stored: compressed JSON. */
export interface PackedReading {
  reading: FileReading;
  packed: Uint8Array;
}

export type ReadFile = PackedReading | { refusal: string };

/** Files that are read at the same time; further ones wait. */
const atOnce = 2;

/** The largest files take a second; a thread of their own has some ten times the memory that one needs. */
const reading = new ThreadedWork<FileToRead, ReadFile>('bank/statements/statement-thread.js', {
  // Starting a thread takes longer than reading most files, of which many come one after the other.
  timeoutMs: 20_000,
  heapMb: 192,
  maxConcurrent: atOnce,
  keptMs: 5000,
  busy: 'Too many files are being read. Please try again in a moment.',
});
const turns = new Turns(atOnce, 30_000);

/** Reads a bank's file in a thread. Throws 400 for one that cannot be read within the limits; 503 without a turn. */
export async function readFile(file: FileToRead): Promise<PackedReading> {
  const read = await turns
    .take(() => reading.run({ ...file, bytes: new Uint8Array(file.bytes) }))
    .catch((error: unknown) => {
      if (!(error instanceof WorkLimitError)) throw error;
      throw new BadRequestException(
        `The file takes too much ${error.limit} to be read. Export fewer days at once.`,
      );
    });
  if ('refusal' in read) throw new BadRequestException(read.refusal);
  return read;
}
