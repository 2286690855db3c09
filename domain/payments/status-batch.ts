import type { StatusWords } from '../ledger/ways.js';
import type { PaymentStatus } from './payments.js';

/** Maximum number of payments in one call that sets a status. */
export const maximumStatusBatch = 100;

/** Longest time of the undo of a batch, in milliseconds: each of up to a thousand payments has a transaction of its own. */
export const undoTimeoutMs = 60_000;

/**
 * The body of POST /payments/status: a status for several payments. Sent again because its outcome is unknown, it makes
 * no change twice.
 */
export interface StatusBatchInput extends StatusWords {
  /** The batch that these changes are a further part of, as an earlier response named it. */
  batch?: string;
  ids: string[];
  status: PaymentStatus;
  note?: string;
  /** The version that the change of a payment is made on, by id; left out, it is made on any version. */
  versions?: Record<string, number>;
}

/** The result for one payment of a batch. */
export interface StatusResult {
  id: string;
  ok: boolean;
  /** The reason for which its status was not changed. */
  message?: string;
  /** The version after the change, for the one that was made. */
  version?: number;
}

/** The response of POST /payments/status; `batch` is what POST /payments/status/undo takes back. */
export interface StatusBatchResult {
  batch: string;
  results: StatusResult[];
}
