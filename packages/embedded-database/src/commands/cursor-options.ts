import type { Transaction } from '../storage/transactions.js';

export interface CursorOptions {
  namespace: string;
  session?: string | undefined;
  transaction?: Transaction | undefined;
  /** Documents in the first batch; 0 opens the cursor only. */
  batchSize: number;
  /** Closes the cursor after the first batch. */
  single?: boolean;
  noTimeout?: boolean;
  deadline?: number;
}

/** What opens cursors for results. */
export interface CursorOpener {
  /** Opens a cursor and returns its first batch, as the bytes of the reply. */
  open(items: Iterable<Buffer | null>, options: CursorOptions): Promise<Buffer>;
}
