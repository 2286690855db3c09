import { fail } from './errors.js';
import { isPauseDue, timeLeft, underDeadline } from './time-limit.js';

/** Yields to the event loop every few milliseconds, so that long scans block no others, and enforces `maxTimeMS`. */
export class YieldPolicy {
  private started = performance.now();
  /** True if the last item took long, so that the caller should yield before the next one. */
  isLong = false;

  /** @param client the one who waits for the result: a command of one who has left ends */
  constructor(
    private readonly deadline = Infinity,
    readonly client?: { hasLeft: boolean } | undefined,
  ) {}

  async yieldIfDue(): Promise<void> {
    this.isLong = false;
    underDeadline(this.deadline, timeLeft);
    if (performance.now() - this.started < 4) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.client?.hasLeft) throw fail(279, 'the client has disconnected');
    this.started = performance.now();
  }

  /** Returns the next result of a search, under the command's deadline; null is a place to yield. */
  next<T>(items: Iterator<T | null>): IteratorResult<T | null> {
    return underDeadline(this.deadline, () => {
      const next = items.next();
      this.isLong = isPauseDue();
      return next;
    });
  }

  /** Calls `take` with all results of a search, and yields to the event loop now and then. */
  async forEach<T>(items: Iterable<T | null>, take: (item: T) => void): Promise<void> {
    const iterator = items[Symbol.iterator]();
    try {
      for (let next = this.next(iterator); !next.done; next = this.next(iterator)) {
        if (next.value !== null) take(next.value);
        if (next.value === null || this.isLong) await this.yieldIfDue();
      }
    } catch (error) {
      iterator.return?.();
      throw error;
    }
  }
}
