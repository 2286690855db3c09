import type { RootDatabase, Transaction as LmdbTransaction } from 'lmdb';
import { runSlice, type Sliced } from '../../values/slices.js';
import { underDeadline } from '../../values/time-limit.js';
import type { TableReader } from './table-reader.js';

/** Time in milliseconds that a slice may block other commands. */
const SLICE_MS = 8;

/** Parts that give reads in a pause the state before the transaction. */
interface Reads {
  /** A snapshot of the state before the transaction; it is closed at the end. */
  before: LmdbTransaction;
  reader: TableReader;
  /** Parts whose state is in memory too. */
  kept: { keepCurrent(): void; dropKept(): void }[];
}

/** Runs work in slices inside an LMDB transaction; between them, reads return the state before it. */
export async function slicedTransaction(
  root: RootDatabase<Buffer, Buffer>,
  { before, reader, kept }: Reads,
  work: Sliced<void>,
): Promise<void> {
  for (const one of kept) one.keepCurrent();
  try {
    await root.transactionSync(async () => {
      while (!underDeadline(Infinity, () => runSlice(work, SLICE_MS))) {
        reader.pause(before);
        await new Promise((resolve) => setImmediate(resolve));
        reader.resume();
      }
      // Until LMDB has committed: its promise takes some more turns.
      reader.pause(before);
    });
  } finally {
    reader.resume();
    for (const one of kept) one.dropKept();
    before.done();
  }
}

/**
 * Aborts the LMDB transaction that pauses, if there is one. At the end of the thread, LMDB's cleanup would wait for the
 * lock that the transaction has, and the process would not end.
 */
export function abortOpen(root: RootDatabase<Buffer, Buffer>): void {
  // Not in LMDB's types.
  const { env } = root as unknown as { env: { writeTxn: object | null; abortTxn(): void } };
  if (env.writeTxn) env.abortTxn();
}
