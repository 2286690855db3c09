import type { Leader } from './leader.js';

/** Interval in milliseconds in which an instance looks whether it leads by now. */
const lookMs = 1000;

/** Does periodic work on the instance that leads: at once when it begins to lead, then with a pause after each run. */
export class LeaderTimer {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopping = false;
  private isRunning = false;
  private isAwake = false;

  /** @param onError gets the error of a run; the next run follows after the same pause */
  constructor(
    private readonly leader: Leader,
    private readonly pauseMs: number,
    private readonly work: () => Promise<unknown>,
    private readonly onError: (error: Error) => void,
  ) {}

  start(): void {
    void this.leader.join().then(() => this.schedule(0));
  }

  /** Ends the pause, where the instance leads: the next run follows at once, or after the one under way. */
  wake(): void {
    if (!this.leader.isLeading) return;
    this.isAwake = true;
    if (!this.isRunning) this.schedule(0);
  }

  /** Starts no further run, and waits for the one that is under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(ms: number): void {
    if (this.stopping) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const isLeading = this.leader.isLeading;
      this.running = isLeading ? this.run() : Promise.resolve();
      void this.running.then(() => {
        const pauseMs = isLeading ? this.pauseMs : Math.min(lookMs, this.pauseMs);
        this.schedule(this.isAwake ? 0 : pauseMs);
      });
    }, ms).unref();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    this.isAwake = false;
    try {
      await this.work();
    } catch (error) {
      this.onError(error as Error);
    }
    this.isRunning = false;
  }
}
