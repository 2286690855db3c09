import { Inject, Injectable } from '@nestjs/common';
import { mentionsIn } from '#domain/care/mentions';
import { cancellableMailStates } from '#domain/mail/mail';
import { UsersService } from '../../auth/users/users.service.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import type { Mail } from '../../mail/mail.schema.js';
import { Outbox } from '../../mail/outbox.js';
import { SiteUrl } from '../../mail/site-url.js';
import type { MentionFacts } from '../../mail/templates/mention.js';
import { renderMail } from '../../mail/templates/render-mail.js';
import { PaymentReader } from '../../payments/payment-reader.js';
import type { Change } from '../../platform/changes/change.js';
import { InChange } from '../../platform/changes/subscribers.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Comment } from './comment.schema.js';

const isWaiting = ({ state }: Mail): boolean => (cancellableMailStates as readonly string[]).includes(state);

/** Writes to the colleagues whom a comment mentions, each once, in the transaction of the comment. */
@Injectable()
export class Mentions {
  constructor(
    @Inject(CONFIG) private readonly config: BusinessConfig,
    private readonly users: UsersService,
    private readonly customers: CustomerLookups,
    private readonly payments: PaymentReader,
    private readonly outbox: Outbox,
    private readonly site: SiteUrl,
  ) {}

  @InChange('comments', 'mail')
  async commentsChanged(changes: readonly Change<'comments'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after } of changes)
      if (after && after.text !== before?.text) await this.tell(after, before?.text ?? '', unit);
  }

  /**
   * Queues the mails of a comment to those whom its earlier text did not mention, and writes those that wait anew; cancels
   * them where the comment is deleted or mentions their reader no more.
   */
  private async tell(comment: Comment, earlierText: string, unit: UnitOfWork): Promise<void> {
    const { _id, customerId, paymentId, text = '', by, authorId } = comment;
    if (!`${earlierText}${text}`.includes('@')) return;
    const readers = await this.users.readersOf(paymentId ? 'payments' : 'customers');
    const names = readers.map(({ username }) => username);
    const namesOf = (one: string) => new Set(mentionsIn(one, names).map(({ name }) => name));
    const earlier = namesOf(earlierText);
    const mentioned = namesOf(text);
    const prefix = `mention:${_id.toHexString()}:`;
    const known = new Map((await this.outbox.ofEvent(prefix, unit)).map((mail) => [mail.key, mail]));
    const told = readers.flatMap(({ _id: id, username, email: to }) => {
      const key = `${prefix}${String(id)}`;
      const mail = known.get(key);
      // A name that was taken out of the text and stands there again is told once.
      const isTold = mail?.state === 'cancelled' || !mail ? !earlier.has(username) : isWaiting(mail);
      return isTold && mentioned.has(username) && to && String(id) !== authorId ? [{ key, to, mail }] : [];
    });
    if (told.length) {
      const facts: MentionFacts = { text, by, on: await this.recordOf(comment, unit) };
      const rendered = renderMail(
        { kind: 'mention', orders: [], facts },
        { ...this.config, site: this.site },
      );
      for (const { key, to, mail } of told) {
        known.delete(key);
        const about = { customerId, ...(paymentId && { paymentId }) };
        const written = this.outbox.create({ kind: 'mention', key, to, rendered, facts, ...about });
        await this.outbox.replace(mail?._id, written, unit);
      }
    }
    for (const { _id: id } of known.values())
      await this.outbox.cancel(id, 'The comment does not mention them any more', unit);
  }

  /** Returns the record of a comment, a payment by its reference; a customer that imported data lacks has no name. */
  private async recordOf({ customerId, paymentId }: Comment, unit: UnitOfWork): Promise<MentionFacts['on']> {
    if (paymentId) {
      const payment = await this.payments.find(paymentId, unit);
      return {
        resource: 'payments',
        id: paymentId.toHexString(),
        name: payment?.referenceNumber ?? '',
      };
    }
    const customer = await this.customers.summary(customerId, unit.session);
    return { resource: 'customers', id: customerId.toHexString(), name: customer?.fullName ?? '' };
  }
}
