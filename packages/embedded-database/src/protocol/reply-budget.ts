/** Memory in bytes that batches in preparation and unread replies of all connections may use before batches shrink. */
const BUDGET_BYTES = 64 * 2 ** 20;
/** Maximum size in bytes of the documents of one reply, below the limit of a message. */
const MAX_BATCH_BYTES = 16 * 2 ** 20;
/** The same above the budget; the client requests the next batch after it has read this one. */
const MIN_BATCH_BYTES = 2 ** 18;

/** Limits the memory used by replies to clients that read slowly, or to many that read at once. */
export class ReplyBudget {
  private taken = 0;

  take(bytes: number): void {
    this.taken += bytes;
  }

  release(bytes: number): void {
    this.taken -= bytes;
  }

  /**
   * Returns the maximum size of a batch at this time, in bytes.
   * @param isWhole true if the batch has to contain the whole result, as no other follows
   */
  batchBytes(isWhole: boolean): number {
    return this.taken > BUDGET_BYTES && !isWhole ? MIN_BATCH_BYTES : MAX_BATCH_BYTES;
  }
}
