import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { resendableMailStates } from '#domain/mail/mail';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { MailReview } from './mail-review.js';
import type { Mail } from './mail.schema.js';
import { isWritten, Outbox, type WrittenMail } from './outbox.js';

/** Shows mails: those that are not written yet as they would be written now. */
@Injectable()
export class MailReader {
  constructor(
    private readonly outbox: Outbox,
    private readonly review: MailReview,
  ) {}

  /** Returns a mail with its content, which is empty where there is nothing to tell any more. */
  async written(mail: Mail, unit?: UnitOfWork): Promise<WrittenMail> {
    if (isWritten(mail)) return mail;
    return (await this.review.write(mail, unit)) ?? { ...mail, text: '', html: '' };
  }

  /** Returns the newest mails about a payment with their content, oldest first. */
  async ofPayment(paymentId: Types.ObjectId, limit: number): Promise<WrittenMail[]> {
    const newest = this.outbox.mails.find({ paymentId }).sort({ createdAt: -1, _id: -1 }).limit(limit);
    const mails: WrittenMail[] = [];
    for await (const mail of newest) mails.unshift(await this.written(mail));
    return mails;
  }

  /** Returns listed mails with their subjects. */
  async withSubjects<Listed extends Pick<Mail, '_id' | 'state' | 'subject'>>(
    mails: readonly Listed[],
  ): Promise<Listed[]> {
    const isFinal = ({ state }: Listed) => (resendableMailStates as readonly string[]).includes(state);
    const ids = mails.filter((mail) => !isFinal(mail)).map(({ _id }) => _id);
    const subjects = new Map<string, string>();
    if (ids.length)
      for (const mail of await this.outbox.unwritten(ids))
        // One that cannot be written, as the worker logs, has its stored subject: the others are listed with it.
        subjects.set(mail._id.toHexString(), (await this.written(mail).catch(() => mail)).subject);
    return mails.map((mail) => ({ ...mail, subject: subjects.get(mail._id.toHexString()) ?? mail.subject }));
  }
}
