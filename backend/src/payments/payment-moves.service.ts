import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { maximumMergedPayments, mergeMessages } from '#domain/care/merges';
import { ChangesService } from '../platform/changes/changes.service.js';
import type { Customer } from '../customers/customer.schema.js';
import type { MovedRecord } from '../customers/customer-merge.schema.js';
import { collectionOf } from '../platform/database/collection-of.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { paymentTerms } from '../platform/search-index/search-terms.js';
import { Payment } from './payment.schema.js';

type Id = Types.ObjectId;

/** Moves the payments of customers that are merged: nothing of a payment changes but whose it is and its words. */
@Injectable()
export class PaymentMoves {
  constructor(
    @InjectModel(Payment.name) private readonly model: Model<Payment>,
    private readonly changes: ChangesService,
  ) {}

  private get payments() {
    return collectionOf<Payment>(this.model);
  }

  /** Moves all payments of a customer to another one. Throws 409 for too many. */
  async moveAll(from: Id, to: Customer, caller: Caller, unit: UnitOfWork): Promise<MovedRecord[]> {
    const found = await this.payments
      .find({ customerId: from }, { session: unit.session })
      .sort({ _id: 1 })
      .limit(maximumMergedPayments + 1)
      .toArray();
    if (found.length > maximumMergedPayments) throw new ConflictException(mergeMessages.tooMany);
    return this.move(found, to, caller, unit);
  }

  /**
   * Returns moved payments as they are now, and the references of those that were changed, moved or deleted since.
   */
  async unchanged(moved: readonly MovedRecord[], owner: Id, { session }: UnitOfWork) {
    const ids = moved.map(({ _id }) => _id);
    const found = await this.payments
      .find({ _id: { $in: ids } }, { session })
      .sort({ _id: 1 })
      .toArray();
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
    return !!(await this.model.exists({ customerId, 'card.live': { $ne: false } }).session(session));
  }

  /** Moves payments to a customer; returns their new versions. */
  async move(
    payments: readonly Payment[],
    to: Customer,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<MovedRecord[]> {
    if (!payments.length) return [];
    const now = new Date();
    await this.payments.bulkWrite(
      payments.map((payment) => ({
        updateOne: {
          filter: { _id: payment._id },
          update: {
            $set: { customerId: to._id, terms: paymentTerms(payment, to), updatedAt: now },
            $inc: { version: 1 },
          },
        },
      })),
      { session: unit.session },
    );
    await this.changes.record(
      'payments',
      payments.map(({ _id, customerId }) => ({
        ...{ id: _id, caller, action: 'merge' as const },
        fields: [{ field: 'customerId', from: String(customerId), to: String(to._id) }],
      })),
      unit,
    );
    return payments.map(({ _id, version }) => ({ _id, version: version + 1 }));
  }
}
