import { Inject, Injectable } from '@nestjs/common';
import { mailboxKey } from '#domain/customers/customers';
import type { Language } from '#domain/platform/languages';
import { texts } from '#domain/texts/both';
import type { MailConfig } from '../mail/mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { clientNetwork } from '../platform/http/client-network.js';
import { LaterWork } from '../mail/later-work.js';
import { Outbox } from '../mail/outbox.js';
import { PaymentReader } from '../payments/payment-reader.js';
import { RateLimitService } from '../platform/rate-limit/rate-limit.service.js';
import { MailRenderer } from './mail-renderer.js';

const hourInSeconds = 3600;
/** Maximum number of requests from one network in an hour. */
const requestsPerHour = 5;

/** Mails the links to all payments under an email address to visitors who request them. */
@Injectable()
export class LinkMails {
  constructor(
    @Inject(CONFIG) private readonly config: MailConfig,
    private readonly limits: RateLimitService,
    private readonly later: LaterWork,
    private readonly outbox: Outbox,
    private readonly payments: PaymentReader,
    private readonly renderer: MailRenderer,
  ) {}

  /** Accepts a request, answers it in a language, and looks the address up later. Throws 429. */
  async request(email: string, language: Language, { ip }: Pick<Caller, 'ip'>): Promise<{ message: string }> {
    await this.limits.consume(`order:links:${clientNetwork(ip)}`, requestsPerHour, hourInSeconds);
    this.later.run(() => this.queue(email));
    const { linksSent, linksHeld } = texts[language].order;
    return { message: this.config.mail.smtp ? linksSent : linksHeld };
  }

  private async queue(email: string): Promise<void> {
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
