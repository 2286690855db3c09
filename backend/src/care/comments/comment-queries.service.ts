import { Injectable } from '@nestjs/common';
import type { Types, mongo } from 'mongoose';
import { maximumSearchResults } from '#domain/platform/lists';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { InjectCollection } from '../../platform/database/collections.js';
import { type NewestQuery, readNewest } from '../../platform/database/read-newest.js';
import { readPage } from '../../platform/database/read-page.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import { searchedTexts } from '../../platform/search-index/search-words.js';
import { Comment, CommentSchema } from './comment.schema.js';
import { withoutUnselected } from '../../platform/database/unselected-fields.js';

const shownFields = withoutUnselected(CommentSchema);

/** Comments that are read for one page of results: several may stand on one record. */
const maximumRead = 4 * maximumSearchResults;

/** Reads comments, and finds customers and payments by their words. */
@Injectable()
export class CommentQueries {
  constructor(
    @InjectCollection(Comment) private readonly comments: mongo.Collection<Comment>,
    private readonly customers: CustomerLookups,
    private readonly payments: PaymentLookups,
  ) {}

  /** The newest comments on a customer and its payments, or on a payment, after a place. */
  newestOf(
    owner: { customerId: Types.ObjectId } | { paymentId: Types.ObjectId },
    page: Pick<NewestQuery, 'place' | 'limit'>,
  ): Promise<Comment[]> {
    const query = { conditions: owner, time: 'createdAt', projection: shownFields };
    return readNewest(this.comments, { ...query, ...page });
  }

  /** The comment on top of the page of a customer or a payment; null without one. */
  pinnedOn(pinnedOn: Types.ObjectId): Promise<Comment | null> {
    return this.comments.findOne({ pinnedOn }, { projection: shownFields });
  }

  /** Returns the records with the newest comments in which every word of the text is found, at most eight. */
  async search(text: string) {
    const list = { conditions: searchedTexts(text), sort: { createdAt: -1, _id: -1 }, page: 1 } as const;
    const found = await readPage(this.comments, { ...list, limit: maximumRead }, shownFields);
    const newest = new Map<string, Comment>();
    for (const comment of found as Comment[]) {
      const record = String(comment.paymentId ?? comment.customerId);
      if (!newest.has(record)) newest.set(record, comment);
    }
    const shown = [...newest.values()].slice(0, maximumSearchResults);
    const [customers, payments] = await Promise.all([
      this.customers.summaries(shown.map(({ customerId }) => customerId)),
      this.referencesOf(shown.flatMap(({ paymentId }) => paymentId ?? [])),
    ]);
    return shown.map(({ _id, customerId, paymentId, text: words, by, createdAt }) => {
      const customer = customers.get(String(customerId));
      const payment = payments.get(String(paymentId));
      return {
        ...(customer && { customer: { _id: customer._id, fullName: customer.fullName } }),
        ...(payment && { payment }),
        comment: { _id, text: words, by, createdAt },
      };
    });
  }

  private async referencesOf(ids: Types.ObjectId[]) {
    const found = await this.payments.byIds(ids, ['referenceNumber']);
    return new Map(found.map((payment) => [String(payment._id), payment]));
  }
}
