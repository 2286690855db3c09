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
import { type OrderRecord, PaymentReader } from '../payments/payment-reader.js';
import { RateLimitService } from '../platform/rate-limit/rate-limit.service.js';
import { MailRenderer } from './mail-renderer.js';

const hourInSeconds = 3600;
/** Maximum number of requests from one network in an hour. */
const requestsPerHour = 5;
/** Maximum number of spellings of an address that one request writes to. */
const maximumSpellings = 3;

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
    // A link goes to the address as typed with its payment only: another spelling may belong to another person.
    const bySpelling = new Map<string, [OrderRecord, ...OrderRecord[]]>();
    for (const order of await this.payments.findUnderEmail(email)) {
      const orders = bySpelling.get(order.payer.email);
      if (orders) orders.push(order);
      else bySpelling.set(order.payer.email, [order]);
    }
    const typed = email.trim();
    const spellings = [...bySpelling].sort(
      ([one], [other]) => Number(other === typed) - Number(one === typed),
    );
    const hour = new Date().toISOString().slice(0, 13);
    for (const [at, [to, orders]] of spellings.slice(0, maximumSpellings).entries()) {
      const rendered = this.renderer.render({ kind: 'link', facts: {} }, orders);
      const { customerId } = orders[0].payment;
      const key = `link:${mailboxKey(email)}:${hour}${at ? `:${at + 1}` : ''}`;
      const mail = this.outbox.create({ kind: 'link', to, rendered, facts: {}, customerId, key });
      await this.outbox.addOnce(mail);
    }
  }
}
