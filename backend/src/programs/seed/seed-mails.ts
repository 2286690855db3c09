import type { INestApplicationContext } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { shownFigures } from '#domain/ledger/payment-money';
import type { MailKind, MailState } from '#domain/mail/mail';
import { isSettled } from '#domain/payments/payments';
import type { Mail } from '../../mail/mail.schema.js';
import { MailRenderer } from '../../notifications/mail-renderer.js';
import { type ShownPayment, shownPart, shownPrice } from '../../payments/shown-payment.js';
import { Outbox } from '../../mail/outbox.js';
import { type OrderRecord, PaymentReader } from '../../payments/payment-reader.js';
import type { RenderedMail } from '../../mail/templates/layout.js';

/** Number of newest payments for which mails are generated. */
const atMost = 60;
const minuteMs = 60_000;

/** States of the first mails about settled payments; all others are sent. */
const unusual: Partial<Mail>[] = [
  { state: 'held' },
  { state: 'queued' },
  { state: 'sending', attempts: 1 },
  { state: 'retrying', attempts: 2, smtpResponse: '451 4.3.0 Mailbox busy, please try again later' },
  { state: 'failed', attempts: 1, smtpResponse: '550 5.1.1 The address does not exist' },
  { state: 'cancelled', smtpResponse: 'Cancelled by admin' },
];
const waiting: readonly MailState[] = ['queued', 'sending', 'retrying'];

/**
 * Adds mails about the newest payments of a seeded database, in every state. Unsent ones are about settled payments, so
 * that a server with a mail server cancels them at its review instead of writing to generated addresses. Returns the
 * number of mails.
 */
export async function seedMails(connection: Connection, app: INestApplicationContext): Promise<number> {
  const payments = connection.collection<ShownPayment>('payments');
  const newest = await payments.find().sort({ createdAt: -1, _id: -1 }).limit(atMost).toArray();
  const seeder = new MailSeeder(app.get(Outbox), app.get(MailRenderer), app.get(PaymentReader));
  for (const payment of newest) await seeder.add(payment);
  return seeder.store();
}

class MailSeeder {
  private readonly mails: Mail[] = [];
  private readonly left = [...unusual];

  constructor(
    private readonly outbox: Outbox,
    private readonly renderer: MailRenderer,
    private readonly payments: PaymentReader,
  ) {}

  /** Adds the mails of a payment up to its current state. */
  async add(payment: ShownPayment): Promise<void> {
    const payer = await this.payments.payerOf(payment);
    if (!payer) return;
    const orders = [{ payment, payer }];
    const { status, createdAt, transferDate, statusHistory } = payment;
    const { received, due } = shownFigures(payment);
    const changedAt = statusHistory.at(-1)?.date ?? createdAt;
    const render = (subject: Parameters<MailRenderer['render']>[0]) => this.renderer.render(subject, orders);

    const fields = isSettled(status) && !payment.card ? this.left.shift() : undefined;
    if (!payment.card)
      this.put(orders, 'instructions', createdAt, render({ kind: 'instructions', facts: {} }), fields);
    if (isSettled(status)) this.put(orders, 'paid', changedAt, render({ kind: 'paid', facts: {} }));
    if (status === 'refunded') {
      const facts = { refund: shownPrice(payment).amount };
      this.put(orders, 'refunded', changedAt, render({ kind: 'refunded', facts }));
    }
    if (status !== 'pending') return;
    if (received) {
      const arrived = shownPart(payment, received);
      const facts = { arrived, received: arrived, due: shownPart(payment, due) };
      this.put(orders, 'partly', changedAt, render({ kind: 'partly', facts }));
    } else if (transferDate && transferDate.getTime() < Date.now() - 7 * 24 * 60 * minuteMs) {
      const remindedAt = new Date(transferDate.getTime() + 3 * 24 * 60 * minuteMs);
      this.put(orders, 'reminder', remindedAt, render({ kind: 'reminder', facts: {} }));
    }
  }

  private put(
    [order]: OrderRecord[],
    kind: MailKind,
    createdAt: Date,
    rendered: RenderedMail,
    fields: Partial<Mail> = {},
  ): void {
    const { payment, payer } = order!;
    const { _id: paymentId, customerId } = payment;
    const sentAt = new Date(createdAt.getTime() + minuteMs);
    const mail = this.outbox.create({ kind, to: payer.email, rendered, paymentId, customerId });
    const state = fields.state ?? 'sent';
    this.mails.push({
      ...mail,
      key: `${kind}:${paymentId.toHexString()}`,
      ...(state === 'sent' && { attempts: 1, sentAt, smtpResponse: '250 2.0.0 OK' }),
      ...fields,
      state,
      createdAt,
      nextAttemptAt: createdAt,
      ...(waiting.includes(state) && { dueAt: sentAt }),
    });
  }

  async store(): Promise<number> {
    if (this.mails.length) await this.outbox.mails.insertMany(this.mails);
    return this.mails.length;
  }
}
