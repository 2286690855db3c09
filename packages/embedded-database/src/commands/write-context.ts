import type { Namespace } from '../storage/namespaces.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transactions.js';
import type { Doc } from '../values/bson.js';

/** The progress of a retryable write. */
export interface WriteRecord {
  /** Number of completed statements. */
  next: number;
  reply: Doc;
}

/** The part of a session that retryable writes use. */
export interface RetryableSession {
  /** Returns the progress of the write with a number, if it was attempted before. */
  begunWrite(number: bigint): WriteRecord | undefined;
  /** Stores the progress of the write; inside Store.write. */
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
