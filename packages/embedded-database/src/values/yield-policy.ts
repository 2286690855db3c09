import { MongoError } from './errors.js';

/**
 * Yields to the event loop every few milliseconds, so that a long scan does not block other commands, and enforces
 * `maxTimeMS`.
 */
export class YieldPolicy {
  private started = performance.now();

  constructor(private readonly deadline = Infinity) {}

  async yieldIfDue(): Promise<void> {
    if (Date.now() > this.deadline) throw new MongoError(50, 'operation exceeded time limit');
    if (performance.now() - this.started < 4) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.started = performance.now();
  }
}
