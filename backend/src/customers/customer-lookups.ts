import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, Types } from 'mongoose';
import { emailKey } from '#domain/customers/customers';
import { createBatchLoader } from '../platform/database/batches/batch-loader.js';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import { Customer } from './customer.schema.js';

type Id = Types.ObjectId;

/** A customer as lists of other records show it. */
export type CustomerSummary = Pick<Customer, '_id' | 'fullName' | 'email'>;
const summaryFields = { fullName: 1, email: 1 };

/** A customer as a payer's name finds it. */
type NamedCustomer = Pick<Customer, '_id' | 'fullName' | 'payerNameKey'>;

/** Maximum number of customers with one email address that are looked up. */
const mostOfEmail = 100;

/** Finds customers by their indexes, for other features; returns the fields that these need. */
@Injectable()
export class CustomerLookups {
  constructor(@InjectModel(Customer.name) private readonly customers: Model<Customer>) {}

  /** Returns a customer's summary; null where imported data lacks the customer. */
  summary(_id: Id, session?: ClientSession): Promise<CustomerSummary | null> {
    return this.customers.collection.findOne<CustomerSummary>(
      { _id },
      { projection: summaryFields, ...(session && { session }) },
    );
  }

  /** Returns these customers' summaries by id, for a list of other records. */
  async summaries(ids: Id[]): Promise<Map<string, CustomerSummary>> {
    return ids.length ? this.loadSummaries(ids) : new Map();
  }

  private readonly loadSummaries = createBatchLoader(async (asked: readonly Id[][]) => {
    const distinct = [...new Map(asked.flat().map((id) => [id.toHexString(), id])).values()];
    const found = await this.customers.collection
      .find<CustomerSummary>({ _id: { $in: distinct } }, { projection: summaryFields })
      .toArray();
    const byId = new Map(found.map((customer) => [String(customer._id), customer]));
    return asked.map(() => byId);
  });

  /** Returns the customers with this email, also a further one, without case and outer spaces: the hundred oldest. */
  ofEmail(email: string): Promise<CustomerSummary[]> {
    return this.customers.collection
      .find<CustomerSummary>(
        { $or: [{ emailKey: emailKey(email) }, { furtherEmailKeys: emailKey(email) }] },
        { projection: summaryFields },
      )
      .sort({ createdAt: 1, _id: 1 })
      .limit(mostOfEmail)
      .toArray();
  }

  /** Returns whether a customer has this email, compared likewise. */
  hasEmail(email: string): Promise<boolean> {
    return this.findEmail(emailKey(email));
  }

  private readonly findEmail = createBatchLoader(async (keys: readonly string[]) => {
    const asked = [...new Set(keys)];
    const found = await this.customers.collection
      .find<Pick<Customer, 'emailKey' | 'furtherEmailKeys'>>(
        { $or: [{ emailKey: { $in: asked } }, { furtherEmailKeys: { $in: asked } }] },
        { projection: { _id: 0, emailKey: 1, furtherEmailKeys: 1 }, ...queryTimeoutOptions() },
      )
      .toArray();
    const known = new Set(
      found.flatMap(({ emailKey: own, furtherEmailKeys = [] }) => [own, ...furtherEmailKeys]),
    );
    return keys.map((key) => known.has(key));
  });

  /** Returns the customers with these keys of their names (payerNameKey), at most `limit`. */
  ofPayerNames(keys: readonly string[], limit: number): Promise<NamedCustomer[]> {
    return this.customers.collection
      .find<NamedCustomer>(
        { payerNameKey: { $in: [...keys] } },
        { projection: { fullName: 1, payerNameKey: 1 }, ...queryTimeoutOptions() },
      )
      .limit(limit)
      .toArray();
  }

  /** Returns a customer's name and its key; null where imported data lacks the customer. */
  payerName(_id: Id): Promise<NamedCustomer | null> {
    return this.customers.collection.findOne<NamedCustomer>(
      { _id },
      { projection: { fullName: 1, payerNameKey: 1 } },
    );
  }
}
