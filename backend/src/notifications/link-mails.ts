import { Inject, Injectable } from '@nestjs/common';
import { emailKey, mailboxKey } from '#domain/customers/customers';
import type { Language } from '#domain/platform/languages';
import { texts } from '#domain/texts/texts';
import type { MailConfig } from '../mail/mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { clientNetwork } from '../platform/http/client-network.js';
import { LaterWork } from '../mail/later-work.js';
import { Outbox } from '../mail/outbox.js';
import { type OrderRecord, PaymentReader } from '../payments/payment-reader.js';
import type { ShownPayment } from '../payments/shown-payment.js';
import { RateLimitService } from '../platform/rate-limit/rate-limit.service.js';

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
    const firstOf = new Map<string, ShownPayment>();
    const found = await this.payments.findUnderEmail(email);
    // Spellings of a payment with entries come first: a stranger can order under any spelling of an address.
    const hasEntries = ({ payment }: OrderRecord) => Number(Boolean(payment.ledger?.length));
    found.sort((one, other) => hasEntries(other) - hasEntries(one));
    for (const { payer, payment } of found) if (!firstOf.has(payer.email)) firstOf.set(payer.email, payment);
    const typed = email.trim();
    const spellings = [...firstOf].sort(([one], [other]) => Number(other === typed) - Number(one === typed));
    // All addresses of a mailbox with a plus sign count as one, beside the mailbox's own.
    const mailbox = mailboxKey(email) + (mailboxKey(email) === emailKey(email) ? '' : '+');
    const hour = new Date().toISOString().slice(0, 13);
    for (const [at, [to, { customerId }]] of spellings.slice(0, maximumSpellings).entries()) {
      const key = `link:${mailbox}:${hour}${at ? `:${at + 1}` : ''}`;
      await this.outbox.addOnce(this.outbox.create({ kind: 'link', to, facts: {}, customerId, key }));
    }
  }
}
