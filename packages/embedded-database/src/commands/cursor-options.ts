import type { YieldPolicy } from '../values/yield-policy.js';
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
  /** The one who waits for the first batch. */
  client?: YieldPolicy['client'];
}

/** Opens cursors for results. */
export interface CursorOpener {
  /** Opens a cursor and returns the encoded reply with its first batch. */
  open(items: Iterable<Buffer | null>, options: CursorOptions): Promise<Buffer>;
}
