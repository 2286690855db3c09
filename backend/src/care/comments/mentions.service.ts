import { Inject, Injectable } from '@nestjs/common';
import { mentionsIn } from '#domain/care/mentions';
import { UsersService } from '../../auth/users/users.service.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
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
      if (after?.text && after.text !== before?.text) await this.tell(after, before?.text ?? '', unit);
  }

  /** Queues the mails of a comment to those whom its earlier text did not mention. */
  private async tell(comment: Comment, earlierText: string, unit: UnitOfWork): Promise<void> {
    const { _id, customerId, paymentId, text = '', by, authorId } = comment;
    if (!text.includes('@')) return;
    const readers = await this.users.readersOf(paymentId ? 'payments' : 'customers');
    const names = readers.map(({ username }) => username);
    const namesOf = (one: string) => new Set(mentionsIn(one, names).map(({ name }) => name));
    const earlier = namesOf(earlierText);
    const mentioned = namesOf(text);
    const keyOf = (id: unknown) => `mention:${_id.toHexString()}:${String(id)}`;
    const told = readers.filter(
      ({ _id: id, username, email }) =>
        mentioned.has(username) && !earlier.has(username) && email && String(id) !== authorId,
    );
    if (!told.length) return;
    // A name that was taken out of the text and stands there again is told once.
    const known = await this.outbox.ofKeys(
      told.map(({ _id: id }) => keyOf(id)),
      unit,
    );
    const facts: MentionFacts = { text, by, on: await this.recordOf(comment, unit) };
    const rendered = renderMail({ kind: 'mention', orders: [], facts }, { ...this.config, site: this.site });
    const mails = told
      .filter(({ _id: id }) => !known.has(keyOf(id)))
      .map(({ _id: id, email }) =>
        this.outbox.create({
          ...{ kind: 'mention', key: keyOf(id), to: email, rendered, facts, customerId },
          ...(paymentId && { paymentId }),
        }),
      );
    if (mails.length) await this.outbox.add(mails, unit);
  }

  /** Returns the record of a comment, a payment by its reference; a customer that imported data lacks has no name. */
  private async recordOf({ customerId, paymentId }: Comment, unit: UnitOfWork): Promise<MentionFacts['on']> {
    if (paymentId) {
      const payment = await this.payments.find(paymentId, unit);
      return {
        ...{ resource: 'payments', id: paymentId.toHexString() },
        name: payment?.referenceNumber ?? '',
      };
    }
    const customer = await this.customers.summary(customerId, unit.session);
    return { resource: 'customers', id: customerId.toHexString(), name: customer?.fullName ?? '' };
  }
}
