import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, Types } from 'mongoose';
import { queryTimeoutOptions } from '../database/query-timeout.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { MailedPayment } from './mailed-payment.js';
import type { Mail } from './mail.schema.js';
import { Outbox } from './outbox.js';

type Id = Types.ObjectId;

/**
 * Keeps on each payment which reminders were written, as their mails are deleted after a time. Uses the driver and the
 * name of the collection: the service that writes payments queues mails, so that this folder cannot depend on it.
 */
@Injectable()
export class ReminderMemory {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly outbox: Outbox,
  ) {}

  /** Records a reminder in the transaction that queues it; `number` is that of an automatic one. */
  async remember(
    { _id: mailId, paymentId, createdAt: at }: Mail,
    { session }: UnitOfWork,
    number?: number,
  ): Promise<void> {
    if (!paymentId) return;
    const reminder = { at, mailId, ...(number !== undefined && { number }) };
    await this.connection
      .collection<MailedPayment>('payments')
      .updateOne({ _id: paymentId }, { $push: { reminders: reminder } }, { session });
  }

  /**
   * Returns the time of each payment's newest reminder that was sent or is to be sent, by the payment's id. A deleted
   * mail was sent; one that has failed or was cancelled does not count.
   */
  async newest(payments: readonly Pick<MailedPayment, '_id' | 'reminders'>[]): Promise<Map<string, Date>> {
    const ids: Id[] = payments.flatMap(({ reminders = [] }) => reminders.map(({ mailId }) => mailId));
    const unsent = await this.outbox.mails
      .find({ _id: { $in: ids }, state: { $in: ['failed', 'cancelled'] } }, queryTimeoutOptions())
      .project<Pick<Mail, '_id'>>({ _id: 1 })
      .toArray();
    const dropped = new Set(unsent.map(({ _id }) => String(_id)));
    const newest = new Map<string, Date>();
    for (const { _id, reminders = [] } of payments) {
      const last = reminders.findLast(({ mailId }) => !dropped.has(String(mailId)));
      if (last) newest.set(String(_id), last.at);
    }
    return newest;
  }
}
