import { ServiceUnavailableException } from '@nestjs/common';
import { patience } from './patience.js';

/** Part of the timeout after which no turn rests any more, so that those who wait need not be refused. */
const hurriedAfter = 0.4;

/**
 * Runs a few works at a time, in the order in which they were asked for. While many wait, a turn rests after its work,
 * at first for as long as the work took, and for less the longer the next one has waited: other calls of the server go
 * on meanwhile.
 */
export class Turns {
  private running = 0;
  /** `since` is in milliseconds of performance.now(). */
  private readonly waiting: { begin: () => void; since: number }[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waitTimeoutMs: number,
    private readonly busy = 'The service is busy. Please try again.',
  ) {}

  /** Throws a 503 where no turn comes in time: the work is not begun. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running === this.atOnce) await this.wait();
    else this.running += 1;
    const began = performance.now();
    try {
      return await work();
    } finally {
      const rest = this.restAfter(performance.now() - began);
      if (rest) setTimeout(() => this.passOn(), rest);
      else this.passOn();
    }
  }

  /** Returns the rest after work that took so long, in milliseconds. */
  private restAfter(took: number): number {
    const [first] = this.waiting;
    if (!first || this.waiting.length <= this.atOnce) return 0;
    const waited = performance.now() - first.since;
    return took * Math.max(0, 1 - waited / (hurriedAfter * this.waitTimeoutMs));
  }

  /** Gives a turn to the next one: a new work does not go before those that wait. */
  private passOn(): void {
    const next = this.waiting.shift();
    if (next) next.begin();
    else this.running -= 1;
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { begin, since: performance.now() };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(new ServiceUnavailableException(this.busy));
      }, this.waitTimeoutMs * patience.factor);
      this.waiting.push(waiting);
    });
  }
}
