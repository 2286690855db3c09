import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Leader } from './leader.js';

/** Interval in milliseconds in which an instance looks for work, or whether it leads by now. */
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
        this.schedule(isLeading && this.isAwake ? 0 : pauseMs);
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

/** A service whose periodic work is that of the instance that leads: begun by the start of a server, ended with it. */
export abstract class LeaderWork implements OnModuleDestroy {
  protected readonly logger: Logger;
  private readonly timer: LeaderTimer;

  /** @param failure what the log says of a run that fails; the next one follows after the same pause */
  constructor(leader: Leader, loggerName: string, failure: string, pauseMs = lookMs) {
    this.logger = new Logger(loggerName);
    this.timer = new LeaderTimer(
      leader,
      pauseMs,
      () => this.work(),
      ({ message }) => this.logger.warn({ message: failure, error: message }),
    );
  }

  /** Works from then on. */
  start(): void {
    this.timer.start();
  }

  /** Works at once, where the instance leads. */
  wake(): Promise<void> {
    this.timer.wake();
    return Promise.resolve();
  }

  onModuleDestroy(): Promise<void> {
    return this.timer.stop();
  }

  protected abstract work(): Promise<unknown>;
}
