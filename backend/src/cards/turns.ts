import { ServiceUnavailableException } from '@nestjs/common';

/** Runs a few works at a time, in the order in which they were asked for. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly patienceMs: number,
  ) {}

  /** Throws a 503 where no turn comes in time: the work is not begun. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running === this.atOnce) await this.wait();
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The turn passes on, so that a new work does not go before those that wait.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(new ServiceUnavailableException('The service is busy. Please try again.'));
      }, this.patienceMs);
      this.waiting.push(begin);
    });
  }
}
