/** Runs a few works at a time, in the order in which they were asked for. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running === this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
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
}
