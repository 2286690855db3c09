/** Messages up to this size are read without asking. */
const SMALL_BYTES = 2 ** 16;
/** What the large messages that are being received and handled may take together, over all connections. */
const BUDGET_BYTES = 32 * 2 ** 20;

/**
 * Shares out memory for large messages among connections. A message is granted as a whole before it is received, so
 * that two that are received by halves never wait for each other; those that find no room wait in the order of coming.
 */
export class MessageBudget {
  private taken = 0;
  private readonly waiting: { bytes: number; grant: () => void }[] = [];

  static isFree(bytes: number): boolean {
    return bytes <= SMALL_BYTES;
  }

  /** Takes room for a message; false where it has to wait, and `grant` is called when its turn comes. */
  take(bytes: number, grant: () => void): boolean {
    if (this.waiting.length === 0 && this.fits(bytes)) {
      this.taken += bytes;
      return true;
    }
    this.waiting.push({ bytes, grant });
    return false;
  }

  /** Gives room back. */
  release(bytes: number): void {
    this.taken -= bytes;
    while (this.waiting[0] && this.fits(this.waiting[0].bytes)) {
      const next = this.waiting.shift()!;
      this.taken += next.bytes;
      next.grant();
    }
  }

  /** Takes a connection's wish back that nobody waits for any more. */
  forget(grant: () => void): void {
    const at = this.waiting.findIndex((waiting) => waiting.grant === grant);
    if (at >= 0) this.waiting.splice(at, 1);
    this.release(0);
  }

  private fits(bytes: number): boolean {
    return this.taken === 0 || this.taken + bytes <= BUDGET_BYTES;
  }
}
