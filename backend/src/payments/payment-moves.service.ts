import { ConflictException, Injectable } from '@nestjs/common';
import type { Types, mongo } from 'mongoose';
import { maximumMergedPayments, mergeMessages } from '#domain/care/merges';
import { ChangesService } from '../platform/changes/changes.service.js';
import type { Customer } from '../customers/customer.schema.js';
import type { MovedRecord } from '../customers/customer-merge.schema.js';
import { InjectCollection } from '../platform/database/collections.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { paymentTerms } from '../platform/search-index/search-terms.js';
import { typedPayer } from './payer.js';
import { Payment } from './payment.schema.js';

type Id = Types.ObjectId;

/** Moves the payments of customers that are merged: nothing of a payment changes but whose it is and its words. */
@Injectable()
export class PaymentMoves {
  constructor(
    @InjectCollection(Payment) private readonly payments: mongo.Collection<Payment>,
    private readonly changes: ChangesService,
  ) {}

  private find(conditions: object, limit: number, { session }: UnitOfWork): Promise<Payment[]> {
    return this.payments
      .find(conditions, { session, projection: { statusHistory: 0, ledger: 0 } })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
  }

  /**
   * Returns the payments of a customer that a merge moves, and whether these are all: of too many, those of visitors that
   * nothing was ever paid or said of follow later. Throws 409 where too many are left.
   */
  async ofCustomer(customerId: Id, unit: UnitOfWork): Promise<{ payments: Payment[]; isAll: boolean }> {
    const limit = maximumMergedPayments + 1;
    const found = await this.find({ customerId }, limit, unit);
    if (found.length < limit) return { payments: found, isAll: true };
    const isCounted = { $or: [{ 'ledger.0': { $exists: true } }, { source: { $ne: 'checkout' } }] };
    const payments = await this.find({ customerId, ...isCounted }, limit, unit);
    if (payments.length === limit) throw new ConflictException(mergeMessages.tooMany);
    return { payments, isAll: false };
  }

  /** Counts the payments of a customer, up to a limit; `only` is a further condition. */
  countOf(customerId: Id, only: object, limit: number, { session }: UnitOfWork): Promise<number> {
    return this.payments.countDocuments({ customerId, ...only }, { session, limit });
  }

  /** Returns some of the payments of a customer that follow a merge. */
  following(customerId: Id, limit: number, unit: UnitOfWork): Promise<Payment[]> {
    return this.find({ customerId }, limit, unit);
  }

  /** Returns some of the payments that have followed a merge. */
  followed(mergeId: Id, limit: number, unit: UnitOfWork): Promise<Payment[]> {
    return this.find({ 'followed.mergeId': mergeId }, limit, unit);
  }

  /** Returns the references of at most `limit` payments that have followed a merge and were changed or moved since. */
  async changedSince(mergeId: Id, owner: Id, limit: number, unit: UnitOfWork): Promise<string[]> {
    const isChanged = { $expr: { $ne: ['$version', '$followed.version'] } };
    const found = await this.find(
      { 'followed.mergeId': mergeId, $or: [isChanged, { customerId: { $ne: owner } }] },
      limit,
      unit,
    );
    return found.map(({ referenceNumber }) => referenceNumber);
  }

  /** Returns moved payments as they are now, and the references of those that were changed, moved or deleted since. */
  async unchanged(moved: readonly MovedRecord[], owner: Id, unit: UnitOfWork) {
    const found = await this.find({ _id: { $in: moved.map(({ _id }) => _id) } }, moved.length || 1, unit);
    const versions = new Map(moved.map(({ _id, version }) => [String(_id), version]));
    const changed = found.filter(
      ({ _id, version, customerId }) => versions.get(String(_id)) !== version || !customerId.equals(owner),
    );
    const isDeleted = found.length < moved.length;
    return {
      payments: found,
      changed: [
        ...changed.map(({ referenceNumber }) => referenceNumber),
        ...(isDeleted ? ['a deleted payment'] : []),
      ],
    };
  }

  /** Returns whether a customer has a payment that counts. */
  async hasCounted(customerId: Id, { session }: UnitOfWork): Promise<boolean> {
    return !!(await this.payments.findOne(
      { customerId, 'card.live': { $ne: false } },
      { session, projection: { _id: 1 } },
    ));
  }

  /**
   * Moves payments to a customer, those that follow a merge with its mark; returns their new versions. An undo ends the
   * links whose page shows the customer: the other one may have had them meanwhile.
   */
  async move(
    payments: readonly Payment[],
    to: Customer,
    caller: Caller,
    unit: UnitOfWork,
    { mergeId, isUndo = false }: { mergeId?: Id; isUndo?: boolean } = {},
  ): Promise<MovedRecord[]> {
    if (!payments.length) return [];
    const now = new Date();
    const endsLinks = (payment: Payment) => isUndo && !typedPayer(payment);
    await this.payments.bulkWrite(
      payments.map((payment) => ({
        updateOne: {
          filter: { _id: payment._id },
          update: {
            $set: {
              customerId: to._id,
              terms: paymentTerms(payment, to),
              updatedAt: now,
              ...(mergeId && { followed: { mergeId, version: payment.version + 1 } }),
            },
            ...(!mergeId && { $unset: { followed: '' as const } }),
            $inc: { version: 1, ...(endsLinks(payment) && { linkVersion: 1 }) },
          },
        },
      })),
      { session: unit.session },
    );
    await this.changes.record(
      'payments',
      [
        ...payments.map(({ _id, customerId }) => ({
          id: _id,
          caller,
          action: 'merge' as const,
          fields: [{ field: 'customerId', from: String(customerId), to: String(to._id) }],
        })),
        ...payments.filter(endsLinks).map(({ _id }) => ({ id: _id, caller, action: 'link' as const })),
      ],
      unit,
    );
    return payments.map(({ _id, version }) => ({ _id, version: version + 1 }));
  }
}
