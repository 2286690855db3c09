import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { formatCount } from '#domain/numbers';
import { CustomersService } from '../customers/customers.service.js';
import { countUpTo } from '../database/count-up-to.js';
import { queryTimeoutOptions } from '../database/query-timeout.js';
import { countedMost, quickSearchLimit, SearchIndex } from '../search-index/search-index.service.js';
import {
  matchesAll,
  parseSearch,
  paymentTerms,
  type SearchWord,
  wholeReference,
} from '../search-index/search-terms.js';
import { Payment } from './payment.schema.js';
import { beginsReference, referenceBeginning } from './reference-search.js';

type Id = Types.ObjectId;
type Conditions = QueryFilter<Record<string, unknown>>;

/** Maximum number of payments that a search of the list finds by terms: a longer result is not useful. */
const maximumFound = 5000;

const distinctIds = (ids: Id[]): Id[] => [...new Map(ids.map((id) => [id.toHexString(), id])).values()];

/** The placeholder for the condition of a search that is not resolved yet. */
export const searchCondition = 'search';

/** Finds payments by words of their customers, references, transaction ids and amounts. */
@Injectable()
export class PaymentSearch {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly customers: CustomersService,
    private readonly index: SearchIndex,
  ) {}

  /** Resolves the search in a list's conditions. Throws 400 where a search finds too many payments. */
  async resolve(conditions: Conditions): Promise<Conditions> {
    const parts = conditions.$and ?? [conditions];
    const isSearch = (part: Conditions) => searchCondition in part;
    const searched = parts.find(isSearch);
    if (!searched) return conditions;
    const found = await this.conditionOf(String(searched[searchCondition]));
    const rest = parts.filter((part) => !isSearch(part));
    return rest.length ? { $and: [found, ...rest] } : found;
  }

  private async conditionOf(text: string): Promise<Conditions> {
    const words = parseSearch(text);
    const [only] = words;
    if (only?.amount !== undefined && words.length === 1) {
      const amount = { amount: only.amount };
      if (!only.starts.length) return amount;
      // A frequent amount is found by its own index, together with the few payments whose reference or transaction id
      // matches the number.
      if ((await this.countAmount(only)) > maximumFound)
        return { $or: [amount, { _id: { $in: await this.index.find('payments', only, maximumFound) } }] };
    }
    const ids = await this.find(text, words, { limit: maximumFound, isWhole: true });
    return { _id: { $in: ids } };
  }

  /** Returns ids of payments for a quick search; only some of them where very many match. */
  findSome(text: string): Promise<Id[]> {
    const words = parseSearch(text);
    return this.find(text, words, { limit: quickSearchLimit(words), isWhole: false });
  }

  /** Returns the ids of payments that match all words; with `isWhole`, throws 400 where more than the limit match. */
  private async find(
    text: string,
    words: SearchWord[],
    { limit, isWhole }: { limit: number; isWhole: boolean },
  ): Promise<Id[]> {
    const reference = wholeReference(text);
    const byReference = reference ? await this.index.find('payments', reference, limit) : [];
    const { ids, count } = await this.index.candidates('payments', words, limit, {
      count: async (word) => (await this.countAmount(word)) + (await this.countReferences(word)),
      find: async (word, atMost) => [
        ...(await this.idsOfAmount(word, limit)),
        ...(await this.idsOfReferences(word, atMost)),
      ],
    });
    if (isWhole && count > limit)
      throw new BadRequestException(
        `More than ${formatCount(limit)} payments match. Add another word, or type more of it.`,
      );
    const found = words.length > 1 ? await this.matching(ids, words) : ids;
    return distinctIds([...byReference, ...found]);
  }

  private async countAmount({ amount }: SearchWord): Promise<number> {
    return amount === undefined ? 0 : countUpTo(this.payments.collection, { amount }, countedMost);
  }

  private async idsOfAmount({ amount }: SearchWord, limit: number): Promise<Id[]> {
    if (amount === undefined) return [];
    const found = await this.payments.collection
      .find({ amount }, { projection: { _id: 1 }, ...queryTimeoutOptions() })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  private async countReferences({ reference }: SearchWord): Promise<number> {
    const condition = reference && referenceBeginning(reference);
    return condition ? countUpTo(this.payments.collection, condition, countedMost) : 0;
  }

  private async idsOfReferences({ reference }: SearchWord, limit: number): Promise<Id[]> {
    const condition = reference && referenceBeginning(reference);
    if (!condition) return [];
    const found = await this.payments.collection
      .find(condition, { projection: { _id: 1 }, ...queryTimeoutOptions() })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Returns those of the payments that match every word. */
  private async matching(ids: Id[], words: SearchWord[]): Promise<Id[]> {
    const found = await this.payments.collection
      .find<
        Pick<
          Payment,
          | '_id'
          | 'customerId'
          | 'referenceNumber'
          | 'formerReferences'
          | 'transactionId'
          | 'paymentDetails'
          | 'amount'
        >
      >(
        { _id: { $in: ids } },
        {
          projection: {
            ...{ customerId: 1, referenceNumber: 1, formerReferences: 1 },
            ...{ transactionId: 1, paymentDetails: 1, amount: 1 },
          },
          ...queryTimeoutOptions(),
        },
      )
      .toArray();
    const customers = await this.customers.searched(found.map(({ customerId }) => customerId));
    return found
      .filter((payment) => {
        const customer = customers.get(String(payment.customerId)) ?? null;
        return matchesAll(words, paymentTerms(payment, customer), {
          amount: payment.amount,
          isReference: (key) => beginsReference(payment, key),
        });
      })
      .map(({ _id }) => _id);
  }
}
