/** Messages up to this size need no budget. */
const SMALL_BYTES = 2 ** 16;
/** Memory in bytes of all large messages that are being received or handled, over all connections. */
const BUDGET_BYTES = 32 * 2 ** 20;

/**
 * Limits the memory of large messages over all connections. A message is granted its whole size before it is received,
 * so that two half-received messages never wait for each other; messages beyond the budget wait in order of arrival.
 */
export class MessageBudget {
  private taken = 0;
  private readonly waiting: { bytes: number; grant: () => void }[] = [];

  static isFree(bytes: number): boolean {
    return bytes <= SMALL_BYTES;
  }

  /** Reserves memory for a message; returns false if it has to wait: then `grant` is called once it is reserved. */
  take(bytes: number, grant: () => void): boolean {
    if (this.waiting.length === 0 && this.fits(bytes)) {
      this.taken += bytes;
      return true;
    }
    this.waiting.push({ bytes, grant });
    return false;
  }

  /** Releases reserved memory, and grants it to waiting messages. */
  release(bytes: number): void {
    this.taken -= bytes;
    while (this.waiting[0] && this.fits(this.waiting[0].bytes)) {
      const next = this.waiting.shift()!;
      this.taken += next.bytes;
      next.grant();
    }
  }

  /** Cancels the waiting request of a connection that was closed. */
  forget(grant: () => void): void {
    const at = this.waiting.findIndex((waiting) => waiting.grant === grant);
    if (at >= 0) this.waiting.splice(at, 1);
    this.release(0);
  }

  private fits(bytes: number): boolean {
    return this.taken === 0 || this.taken + bytes <= BUDGET_BYTES;
  }
}
