import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import type { ClientSession, Types, mongo } from 'mongoose';
import { type DuplicateReason, maximumDifferent, mergeMessages } from '#domain/care/merges';
import type { Pagination } from '#domain/platform/lists';
import { ChangesService } from '../platform/changes/changes.service.js';
import { InjectCollection } from '../platform/database/collections.js';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { omitUnselected } from '../platform/database/unselected-fields.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { Customer, CustomerSchema } from './customer.schema.js';
import { CustomersService } from './customers.service.js';
import { reasonsOf } from './duplicate-keys.js';

type Id = Types.ObjectId;

/** A customer that may be the same person as another one. */
export interface Duplicate {
  customer: Customer;
  reasons: DuplicateReason[];
}

/** Returns the customers that share a payer in the bank with one. */
type Payers = (id: Id) => Promise<Id[]>;

/** Duplicates of a page, and of one look. */
const pageSize = 20;
/** Customers who share a form of which the likeliest are shown first. */
const maximumCompared = 1000;
/** Customers that are looked at in one step. */
const batch = 20;

/** Finds customers that may be one person by the forms that they share, and keeps which of them are different people. */
@Injectable()
export class Duplicates {
  constructor(
    @InjectCollection(Customer) private readonly customers: mongo.Collection<Customer>,
    private readonly service: CustomersService,
    private readonly changes: ChangesService,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /** Returns a page of a customer's possible duplicates, those that share most first, then the oldest. Throws 404. */
  async of(
    id: Id,
    page: number,
    payers: Payers,
  ): Promise<{ duplicates: Duplicate[]; pagination: Pagination }> {
    const { _id } = await this.service.find(id);
    const customer = await this.customers.findOne({ _id });
    const ofPayer = customer ? await payers(_id) : [];
    const keys = customer?.duplicateKeys ?? [];
    const reasonsFor = (other: Pick<Customer, '_id' | 'duplicateKeys'>): DuplicateReason[] => [
      ...reasonsOf(keys, other.duplicateKeys ?? []),
      ...(ofPayer.some((payer) => payer.equals(other._id)) ? (['payer'] as const) : []),
    ];
    const sharing = customer ? await this.sharing(customer, ofPayer, maximumCompared) : [];
    const shown = sharing
      .map((other) => ({ other, likeness: reasonsFor(other).length }))
      .sort(
        (a, b) =>
          b.likeness - a.likeness ||
          a.other.createdAt.getTime() - b.other.createdAt.getTime() ||
          compareIds(a.other, b.other),
      )
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ other }) => other._id);
    const found = await this.customers
      .find({ _id: { $in: shown } })
      .sort({ _id: 1 })
      .toArray();
    return {
      duplicates: shown.flatMap((one) =>
        found
          .filter((other) => other._id.equals(one))
          .map((other) => ({ customer: omitUnselected(other, CustomerSchema), reasons: reasonsFor(other) })),
      ),
      pagination: {
        page,
        limit: pageSize,
        total: sharing.length,
        pages: Math.ceil(sharing.length / pageSize),
      },
    };
  }

  /** Returns customers who share a form with one, and those of `others`; at most `limit` of both. */
  private sharing(
    { _id, duplicateKeys = [], differentFrom = [] }: Customer,
    others: readonly Id[],
    limit: number,
    session?: ClientSession,
  ): Promise<Pick<Customer, '_id' | 'createdAt' | 'duplicateKeys'>[]> {
    const shared = { duplicateKeys: { $in: duplicateKeys } };
    return this.customers
      .find(
        {
          ...(others.length ? { $or: [shared, { _id: { $in: [...others] } }] } : shared),
          _id: { $nin: [_id, ...differentFrom] },
          differentFrom: { $ne: _id },
        },
        {
          projection: { createdAt: 1, duplicateKeys: 1 },
          ...queryTimeoutOptions(),
          ...(session && { session }),
        },
      )
      .limit(limit)
      .toArray();
  }

  /** Remembers that two customers are different people. Throws 404, 400 for one customer, or 409 for one that was merged into another, and for too many. */
  async setDifferent(id: Id, otherId: Id, caller: Caller): Promise<void> {
    if (otherId.equals(id)) throw new BadRequestException(mergeMessages.differentItself);
    await this.unitOfWork.run(async (unit) => {
      const [one, other] = [await this.service.findOwn(id, unit), await this.service.findOwn(otherId, unit)];
      for (const [customer, from] of [
        [one, other],
        [other, one],
      ] as const) {
        const { matchedCount } = await this.customers.updateOne(
          {
            _id: customer._id,
            $or: [
              { differentFrom: from._id },
              { [`differentFrom.${maximumDifferent - 1}`]: { $exists: false } },
            ],
          },
          { $addToSet: { differentFrom: from._id }, $set: { duplicatesDue: true } },
          { session: unit.session },
        );
        if (!matchedCount) throw new ConflictException(mergeMessages.tooManyDifferent);
        const fields = [{ field: 'differentFrom', from: null, to: from.fullName }];
        await this.changes.record(
          'customers',
          { id: customer._id, caller, action: 'different', fields },
          unit,
        );
      }
    });
  }

  /** Has customers looked at again, for their payers in the bank may be others. */
  async lookAgain(ids: readonly Id[], { session }: UnitOfWork): Promise<void> {
    if (!ids.length) return;
    await this.customers.updateMany(
      { _id: { $in: [...ids] } },
      { $set: { duplicatesDue: true } },
      { session },
    );
  }

  /**
   * Looks at some of the customers that were added or changed since, so that the filter of the list finds those with
   * duplicates. Returns whether there may be more.
   */
  async settle(payers: Payers): Promise<boolean> {
    const due = await this.customers
      .find({ duplicatesDue: true }, { projection: { _id: 1 }, ...queryTimeoutOptions() })
      .sort({ _id: 1 })
      .limit(batch)
      .toArray();
    for (const { _id } of due) await this.look(_id, payers);
    return due.length === batch;
  }

  private async look(_id: Id, payers: Payers): Promise<void> {
    await this.unitOfWork.run(async ({ session }) => {
      const customer = await this.customers.findOne({ _id, duplicatesDue: true }, { session });
      if (!customer) return;
      const others = await this.sharing(customer, await payers(_id), pageSize, session);
      await this.customers.updateOne(
        { _id },
        others.length
          ? { $set: { isDuplicate: true }, $unset: { duplicatesDue: '' } }
          : { $unset: { isDuplicate: '', duplicatesDue: '' } },
        { session },
      );
      await this.customers.updateMany(
        { _id: { $in: others.map((other) => other._id) }, isDuplicate: { $exists: false } },
        { $set: { isDuplicate: true } },
        { session },
      );
    });
  }
}

const compareIds = ({ _id: one }: { _id: Id }, { _id: other }: { _id: Id }): number =>
  one.toHexString() < other.toHexString() ? -1 : 1;
