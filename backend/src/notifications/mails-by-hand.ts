import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Types } from 'mongoose';
import {
  hasAccountLink,
  isReaddressable,
  mailMessages,
  type MailPreview,
  type ManualMailKind,
  resendableMailStates,
} from '#domain/mail/mail';
import type { Language } from '#domain/platform/languages';
import { messages } from '#domain/platform/messages';
import { MailReader } from '../mail/mail-reader.js';
import { type Mail, shownMail } from '../mail/mail.schema.js';
import { MailService } from '../mail/mail.service.js';
import { isWritten, Outbox, renderedOf, type WrittenMail } from '../mail/outbox.js';
import { PaymentReader } from '../payments/payment-reader.js';
import type { ShownPayment } from '../payments/shown-payment.js';
import type { FieldChange } from '../platform/changes/change.js';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { EditConflictException } from '../platform/http/errors/edit-conflict.exception.js';
import { SubmissionsService } from '../platform/submissions/submissions.service.js';
import type { ResendDto } from './notifications.dto.js';
import { aboutOf } from './notifications.service.js';
import { notOverdueReason, unaskedReason, unfoundedReason } from './payment-mail-review.js';
import { ReminderMemory } from './reminder-memory.js';

type Id = Types.ObjectId;

/** Queues the mails about a payment that a person asks for. */
@Injectable()
export class MailsByHand {
  constructor(
    @Inject(CONFIG) private readonly config: BusinessConfig,
    private readonly outbox: Outbox,
    private readonly mails: MailService,
    private readonly reader: MailReader,
    private readonly payments: PaymentReader,
    private readonly reminders: ReminderMemory,
    private readonly unitOfWork: TransactionsService,
    private readonly submissions: SubmissionsService,
  ) {}

  /**
   * Queues instructions or a reminder for an admin, once per key: see SubmissionsService. Throws 404, or 409 where nothing
   * of the payment is due, it is not past its date, or has no email address.
   */
  send(paymentId: Id, kind: ManualMailKind, caller: Caller, key?: string): Promise<WrittenMail> {
    return this.submissions.once(
      'mail',
      key,
      { paymentId, kind },
      {
        make: (remember) =>
          this.unitOfWork.run(async (unit) => {
            const { mail } = await this.compose(paymentId, kind, unit);
            // The new mail replaces failed ones of its kind in the count of failures.
            await this.outbox.dismiss({ paymentId, kind }, caller.by, unit.session);
            const fields = [
              { field: 'kind', from: null, to: kind },
              { field: 'paymentId', from: null, to: paymentId.toHexString() },
            ];
            remember({ mailId: mail._id }, unit);
            return this.queue(mail, fields, unit, caller);
          }),
        replay: ({ mailId }) => this.mails.get(mailId),
        refusal: () => mailMessages.sentAlready,
      },
    );
  }

  /** Returns the mail that `send` would queue; stores nothing. Throws as that does. */
  preview(paymentId: Id, kind: ManualMailKind): Promise<MailPreview> {
    return this.unitOfWork.run(async (unit) => {
      const { mail, language } = await this.compose(paymentId, kind, unit);
      const { to, subject, text, html } = await this.reader.written(mail, unit);
      return { language, to, subject, text, html };
    });
  }

  private async compose(
    paymentId: Id,
    kind: ManualMailKind,
    unit: UnitOfWork,
  ): Promise<{ mail: Mail; language: Language }> {
    const payment = await this.payments.find(paymentId, unit);
    if (!payment) throw new NotFoundException(messages.paymentNotFound);
    const unasked =
      unaskedReason(payment) ?? (kind === 'reminder' ? notOverdueReason(payment, this.config) : undefined);
    if (unasked) throw new ConflictException(unasked);
    if (kind === 'reminder' && payment.plan && (await this.reminders.wasToday(payment)))
      throw new ConflictException(mailMessages.remindedToday);
    const payer = await this.payments.payerOf(payment, unit);
    if (!payer) throw new ConflictException(mailMessages.noAddress);
    const mail = this.outbox.create({ kind, facts: {}, to: payer.email, ...aboutOf(payment) });
    return { mail, language: payment.language };
  }

  /**
   * Sends a mail again. To the address that its payer has now and to a given one, it is written anew, with the link that
   * works; where it does not hold any more, and to anybody else, it goes as it was. Throws 404, or 409 for another version
   * than the given one, where it was not sent, where a reminder or a notice asks for nothing any more, where another address
   * is given for one that is not about one payment, or where it had the link of an account, of which nothing is left.
   */
  resend(id: Id, { to: address, version }: ResendDto, caller: Caller): Promise<WrittenMail> {
    return this.unitOfWork.run(async (unit) => {
      const earlier = await this.outbox.find(id, unit.session);
      if (!earlier) throw new NotFoundException(mailMessages.notFound);
      if (!(resendableMailStates as readonly string[]).includes(earlier.state))
        throw new ConflictException(mailMessages.notResendable);
      if (version !== undefined && version !== (earlier.version ?? 0)) throw new EditConflictException();
      if (address && !isReaddressable(earlier)) throw new ConflictException(mailMessages.notReaddressable);
      const { kind, paymentId, customerId, facts, to: former, text = '' } = earlier;
      if (hasAccountLink({ kind, text })) throw new ConflictException(mailMessages.linkNotResendable);
      const payment = paymentId && isReaddressable(earlier) && (await this.payments.find(paymentId, unit));
      const unfounded = payment ? unfoundedReason(payment, earlier, this.config) : mailMessages.notPending;
      if ((kind === 'reminder' || kind === 'part') && unfounded) throw new ConflictException(unfounded);
      const payer =
        payment &&
        (await this.isToPayer(earlier, payment, unit)) &&
        (await this.payments.payerOf(payment, unit));
      const to = address ?? (payer ? payer.email : former);
      const isAnew = !unfounded && (address || payer);
      const mail = this.outbox.create({
        kind,
        to,
        ...(payment && { about: payment.referenceNumber }),
        ...(isWritten(earlier) && !isAnew && { rendered: renderedOf(earlier) }),
        resendOf: id,
        ...(facts && { facts }),
        ...(paymentId && { paymentId }),
        ...(customerId && { customerId }),
      });
      await this.outbox.noteResent(id, caller.by, unit.session);
      const fields: FieldChange[] = [{ field: 'resendOf', from: null, to: id.toHexString() }];
      if (to !== former) fields.push({ field: 'to', from: former, to });
      return this.queue(mail, fields, unit, caller);
    });
  }

  private async queue(
    mail: Mail,
    fields: FieldChange[],
    unit: UnitOfWork,
    caller: Caller,
  ): Promise<WrittenMail> {
    await this.outbox.add([mail], unit, { caller, action: 'send', fields });
    if (mail.kind === 'reminder') await this.reminders.remember(mail, unit);
    return shownMail(await this.reader.written(mail, unit));
  }

  /** Returns whether a mail is to the payer: not to a former customer, and not sent again to another address. */
  private async isToPayer(mail: Mail, payment: ShownPayment, unit: UnitOfWork): Promise<boolean> {
    const { to, customerId, resendOf } = mail;
    if (!customerId?.equals(payment.customerId)) return false;
    const first = resendOf && (await this.outbox.find(resendOf, unit.session));
    return !first || (first.to === to && this.isToPayer(first, payment, unit));
  }
}
