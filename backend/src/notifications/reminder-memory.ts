import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { ShownPayment } from '../payments/shown-payment.js';
import { PaymentsService } from '../payments/payments.service.js';
import type { Mail } from '../mail/mail.schema.js';
import type { AskingMail } from './due-mails.js';
import { Outbox } from '../mail/outbox.js';

type Id = Types.ObjectId;

/** Keeps on each payment which reminders and notices were written, as their mails are deleted after a time. */
@Injectable()
export class ReminderMemory {
  constructor(
    private readonly payments: PaymentsService,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /** Records a mail in the transaction that queues it: by hand, or as the reminders and the notice that it is. */
  async remember(
    { _id: mailId, paymentId, createdAt: at }: Mail,
    unit: UnitOfWork,
    written: readonly AskingMail[] = [],
  ): Promise<void> {
    if (!paymentId) return;
    const entries = written.map(({ kind, number, due }) => ({
      at,
      mailId,
      ...(number !== undefined && { number }),
      ...(due && { due }),
      ...(kind === 'part' && { isNotice: true as const }),
    }));
    await this.payments.addReminder(paymentId, entries.length ? entries : [{ at, mailId }], unit);
  }

  /**
   * Returns each payment's newest reminder or notice that was sent or is to be sent, by the payment's id: its time, and whether
   * its mail is held. A deleted mail was sent; one that has failed or was cancelled does not count.
   */
  async newest(
    payments: readonly Pick<ShownPayment, '_id' | 'reminders'>[],
  ): Promise<Map<string, { at: Date; isHeld: boolean }>> {
    const ids: Id[] = payments.flatMap(({ reminders = [] }) => reminders.map(({ mailId }) => mailId));
    const unsent = await this.outbox.mails
      .find({ _id: { $in: ids }, state: { $in: ['failed', 'cancelled', 'held'] } }, queryTimeoutOptions())
      .project<Pick<Mail, '_id' | 'state'>>({ state: 1 })
      .toArray();
    const states = new Map(unsent.map(({ _id, state }) => [String(_id), state]));
    const newest = new Map<string, { at: Date; isHeld: boolean }>();
    for (const { _id, reminders = [] } of payments) {
      const stateOf = ({ mailId }: { mailId: Id }) => states.get(String(mailId)) ?? 'sent';
      const last = reminders.findLast((reminder) => ['held', 'sent'].includes(stateOf(reminder)));
      if (last) newest.set(String(_id), { at: last.at, isHeld: stateOf(last) === 'held' });
    }
    return newest;
  }

  /** Returns whether a reminder or notice of a payment was written today that was sent or is to be sent. */
  async wasToday(payment: ShownPayment): Promise<boolean> {
    const { dayOf } = this.config.calendar;
    const last = (await this.newest([payment])).get(String(payment._id));
    return !!last && dayOf(last.at) === dayOf(new Date());
  }
}
