import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { ShownPayment } from '../payments/shown-payment.js';
import { PaymentsService } from '../payments/payments.service.js';
import type { Mail } from '../mail/mail.schema.js';
import { Outbox } from '../mail/outbox.js';

type Id = Types.ObjectId;

/** Keeps on each payment which reminders were written, as their mails are deleted after a time. */
@Injectable()
export class ReminderMemory {
  constructor(
    private readonly payments: PaymentsService,
    private readonly outbox: Outbox,
  ) {}

  /** Records a reminder in the transaction that queues it; `number` is that of an automatic one. */
  async remember(
    { _id: mailId, paymentId, createdAt: at }: Mail,
    unit: UnitOfWork,
    number?: number,
  ): Promise<void> {
    if (!paymentId) return;
    await this.payments.addReminder(paymentId, { at, mailId, ...(number !== undefined && { number }) }, unit);
  }

  /**
   * Returns each payment's newest reminder that was sent or is to be sent, by the payment's id: its time, and whether
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
}
