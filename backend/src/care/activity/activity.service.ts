import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { ActivityKind } from '#domain/care/activity';
import { AuditService } from '../../audit/audit.service.js';
import { CardEventQueries } from '../../cards/events/card-event-queries.js';
import type { Comment } from '../comments/comment.schema.js';
import { CommentQueries } from '../comments/comment-queries.service.js';
import { CustomerMerges } from '../../customers/customer-merges.service.js';
import type { Place } from '../../platform/database/read-newest.js';
import { MailReader } from '../../mail/mail-reader.js';
import { Outbox } from '../../mail/outbox.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import {
  type ActivityQuery,
  compareItems,
  entriesAfter,
  type Cursor,
  placeAfter,
  type Subject,
  writeCursor,
} from './activity-query.js';

type Id = Types.ObjectId;

/** An item, its time and its payment. */
interface Item {
  _id: Id | string;
  kind: ActivityKind;
  at: Date;
  by: string;
  paymentId?: Id | undefined;
}

interface Page {
  place: Place | undefined;
  limit: number;
}

const cursorOf = ({ at, kind, _id }: Item): Cursor => ({ at, kind, id: String(_id) });

const commentItem = ({ _id, paymentId, text, by, authorId, createdAt, ...comment }: Comment) => ({
  _id,
  kind: 'comment' as const,
  at: createdAt,
  by,
  ...(paymentId && { paymentId }),
  ...(text !== undefined && { text }),
  authorId,
  version: comment.version,
  ...(comment.editedAt && { edited: true }),
  ...(comment.pinned && { pinned: true }),
  ...(comment.deleted && { deleted: comment.deleted }),
});

/** Merges what happened to a customer and its payments, or to a payment, from the records that have it. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly comments: CommentQueries,
    private readonly audit: AuditService,
    private readonly outbox: Outbox,
    private readonly mails: MailReader,
    private readonly payments: PaymentLookups,
    private readonly cards: CardEventQueries,
    private readonly merges: CustomerMerges,
  ) {}

  /** Returns a page of the timeline, newest first; on the first page the pinned comment of the record as well. */
  async list({ subject: asked, kinds, after, limit }: ActivityQuery) {
    const subject = await this.merges.follow(asked);
    const paymentIds = await this.paymentsOf(subject);
    // One more than the page says whether there is another one.
    const read = (kind: ActivityKind) =>
      this.readers[kind](subject, paymentIds, { place: placeAfter(after, kind), limit: limit + 1 }, after);
    const found = (await Promise.all(kinds.map(read))).flat();
    found.sort((one, other) => compareItems(cursorOf(one), cursorOf(other)));
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const pinned = after ? null : await this.comments.pinnedOn(Object.values(subject)[0] as Id);
    return {
      items: await this.withReferences(items),
      ...(pinned && { pinned: commentItem(pinned) }),
      ...(found.length > limit && last && { next: writeCursor(cursorOf(last)) }),
    };
  }

  /** The payments whose records belong to the timeline. */
  private async paymentsOf(subject: Subject): Promise<Id[]> {
    if ('paymentId' in subject) return [subject.paymentId];
    return (await this.payments.ofCustomers([subject.customerId], [])).map(({ _id }) => _id);
  }

  private readonly readers: Record<
    ActivityKind,
    (subject: Subject, paymentIds: Id[], page: Page, after?: Cursor) => Promise<Item[]>
  > = {
    comment: async (subject, _, page) => (await this.comments.newestOf(subject, page)).map(commentItem),
    change: async (subject, paymentIds, page) => {
      const customers =
        'customerId' in subject
          ? [subject.customerId, ...(await this.merges.mergedInto(subject.customerId))]
          : [];
      const lists = await Promise.all([
        customers.length ? this.audit.newestOf('customers', customers, page) : [],
        paymentIds.length ? this.audit.newestOf('payments', paymentIds, page) : [],
      ]);
      return lists.flat().map(({ _id, at, by, action, ip, changes, resource, resourceId }) => ({
        _id,
        kind: 'change',
        at,
        by,
        action,
        ip,
        ...(resource === 'payments' && { paymentId: paymentIds.find((id) => String(id) === resourceId) }),
        ...(changes && { changes }),
      }));
    },
    mail: async (subject, _, page) =>
      (await this.mails.withSubjects(await this.outbox.newestOf(subject, page))).map(
        ({ _id, createdAt, paymentId, kind, ...mail }) => ({
          _id,
          kind: 'mail',
          at: createdAt,
          by: 'mail',
          mailKind: kind,
          to: mail.to,
          subject: mail.subject,
          state: mail.state,
          ...(paymentId && { paymentId }),
        }),
      ),
    money: async (_, paymentIds, { limit }, after) => {
      const found = await this.payments.newestEntries(paymentIds, after ? entriesAfter(after) : {}, limit);
      return found.map(({ _id: paymentId, currency, ledger }) => {
        const { _id, at, by, kind, way, amount, status, day, note, voided } = ledger;
        return {
          _id,
          kind: 'money' as const,
          at: new Date(at),
          by,
          paymentId,
          entry: kind,
          day,
          currency,
          ...(way && { way }),
          ...(amount !== undefined && { amount }),
          ...(status && { status }),
          ...(note && { note }),
          ...(voided && { voided }),
        };
      });
    },
    card: async (_, paymentIds, page) => {
      const found = paymentIds.length ? await this.cards.newestOf(paymentIds, page) : [];
      return found.map(({ _id, createdAt, paymentId, type, state, live, amount, currency }) => ({
        _id,
        kind: 'card',
        at: createdAt,
        by: 'card',
        type,
        state,
        live,
        paymentId,
        ...(amount !== undefined && { amount }),
        ...(currency && { currency }),
      }));
    },
  };

  private async withReferences(items: readonly Item[]) {
    const ids = [...new Set(items.flatMap(({ paymentId }) => (paymentId ? String(paymentId) : [])))];
    const byId = new Map(
      items.flatMap(({ paymentId }) => (paymentId ? [[String(paymentId), paymentId]] : [])),
    );
    const payments = await this.payments.byIds(
      ids.map((id) => byId.get(id)!),
      ['referenceNumber', 'currency'],
    );
    const found = new Map(payments.map((payment) => [String(payment._id), payment]));
    return items.map((item) => {
      const payment = found.get(String(item.paymentId));
      if (!payment) return item;
      const { referenceNumber, currency } = payment;
      return { ...item, referenceNumber, ...(item.kind === 'change' && { currency }) };
    });
  }
}
