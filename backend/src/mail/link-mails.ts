import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { mailboxKey } from '#domain/customers';
import { MailRenderer } from './mail-renderer.js';
import { MAIL_TIMES, type MailTimes } from './mail-times.js';
import { Outbox } from './outbox.js';
import { PaymentReader } from './payment-reader.js';

/** Maximum number of requests that wait for their look-up; further ones are dropped. */
const maxWaiting = 1000;

/** Mails the links to all payments under an email address to visitors who request them. */
@Injectable()
export class LinkMails implements OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private readonly waiting = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    @Inject(MAIL_TIMES) private readonly times: MailTimes,
    private readonly outbox: Outbox,
    private readonly payments: PaymentReader,
    private readonly renderer: MailRenderer,
  ) {}

  /**
   * Accepts a request and looks the address up after a random pause: neither the time of this response nor of the next
   * ones reveals whether there are payments under the address.
   */
  request(email: string): void {
    if (this.waiting.size >= maxWaiting) {
      this.logger.warn('Too many requests for links wait; one is dropped');
      return;
    }
    const work = this.queueLater(email).catch((error: unknown) => {
      this.logger.error({ message: 'Links could not be queued', error: (error as Error).message });
    });
    this.waiting.add(work);
    void work.then(() => this.waiting.delete(work));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.waiting);
  }

  private async queueLater(email: string): Promise<void> {
    const [shortest, longest] = this.times.linkPauseMs;
    const pauseMs = shortest + Math.random() * (longest - shortest);
    await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    const orders = await this.payments.findUnderEmail(email);
    const [newest] = orders;
    if (!newest) return;
    const { customerId } = newest.payment;
    const hour = new Date().toISOString().slice(0, 13);
    const rendered = this.renderer.render({ kind: 'link', facts: {} }, orders);
    // Sent to the address as typed with the payment: another spelling may belong to another person.
    const mail = { kind: 'link', to: newest.payer.email, rendered, facts: {}, customerId } as const;
    await this.outbox.addOnce(this.outbox.create({ ...mail, key: `link:${mailboxKey(email)}:${hour}` }));
  }
}
