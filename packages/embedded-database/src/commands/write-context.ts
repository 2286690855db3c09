import type { Namespace } from '../storage/namespaces.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transactions.js';
import type { Doc } from '../values/bson.js';

/** The result of a retryable write, as far as it got. */
export interface WriteRecord {
  /** How many of its statements are done. */
  next: number;
  reply: Doc;
}

/** What a write needs of the client's session that may repeat it. */
export interface RetryableSession {
  /** What was done already of the write of a number. */
  begunWrite(number: bigint): WriteRecord | undefined;
  /** Notes how far the write has come; inside Store.write. */
  saveWrite(record: WriteRecord): void;
}

export interface WriteContext {
  store: Store;
  target: Namespace;
  transaction: Transaction | undefined;
  /** Set for a retryable write: its session, and the number of the write. */
  retry: { session: RetryableSession; number: bigint } | undefined;
  variables: Doc;
  deadline: number;
}
