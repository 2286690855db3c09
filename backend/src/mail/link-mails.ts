import { Injectable } from '@nestjs/common';
import { mailboxKey } from '#domain/customers';
import { LaterWork } from './later-work.js';
import { MailRenderer } from './mail-renderer.js';
import { Outbox } from './outbox.js';
import { PaymentReader } from './payment-reader.js';

/** Mails the links to all payments under an email address to visitors who request them. */
@Injectable()
export class LinkMails {
  constructor(
    private readonly later: LaterWork,
    private readonly outbox: Outbox,
    private readonly payments: PaymentReader,
    private readonly renderer: MailRenderer,
  ) {}

  /** Accepts a request, and looks the address up later. */
  request(email: string): void {
    this.later.run(() => this.queue(email));
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
