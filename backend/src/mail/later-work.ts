import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { MAIL_TIMES, type MailTimes } from './mail-times.js';

/** Maximum number of requests that wait; further ones are dropped. */
const maxWaiting = 1000;

/**
 * Does what strangers ask for by mail after a random pause: neither the time of their response nor of the next ones
 * reveals whether there is something under an address.
 */
@Injectable()
export class LaterWork implements OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private readonly waiting = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(@Inject(MAIL_TIMES) private readonly times: MailTimes) {
    // Each waiting request listens for the end; Node warns of more than ten.
    setMaxListeners(maxWaiting, this.stopping.signal);
  }

  /** True where nothing waits. */
  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  run(work: () => Promise<void>): void {
    if (this.waiting.size >= maxWaiting) {
      this.logger.warn('Too many requests for a mail wait; one is dropped');
      return;
    }
    const later = this.after(work).catch((error: unknown) => {
      this.logger.error({ message: 'A requested mail could not be queued', error: (error as Error).message });
    });
    this.waiting.add(later);
    void later.then(() => this.waiting.delete(later));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.waiting);
  }

  private async after(work: () => Promise<void>): Promise<void> {
    const [shortest, longest] = this.times.linkPauseMs;
    const pauseMs = shortest + Math.random() * (longest - shortest);
    await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    await work();
  }
}
