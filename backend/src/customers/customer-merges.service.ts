import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, Types } from 'mongoose';
import { collectionOf } from '../platform/database/collection-of.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { mergeMessages } from '#domain/care/merges';
import { MergedCustomers } from '../platform/http/merged-customers.js';
import { CustomerMerge, type MovedRecord } from './customer-merge.schema.js';

type Id = Types.ObjectId;

/** Most merges that lead from one customer to the one that stands for it. */
const maximumChain = 20;

/** Keeps the merges of customers, by which the id of one that went stands for the one that stayed. */
@Injectable()
export class CustomerMerges extends MergedCustomers {
  constructor(@InjectModel(CustomerMerge.name) private readonly model: Model<CustomerMerge>) {
    super();
  }

  private get merges() {
    return collectionOf<CustomerMerge>(this.model);
  }

  private lastOf(conditions: { fromId: Id } | { intoId: Id }, session?: ClientSession) {
    return this.merges
      .find({ ...conditions, undone: { $exists: false } }, { ...(session && { session }) })
      .sort({ at: -1 })
      .limit(maximumChain * 10)
      .toArray();
  }

  /** Returns the id that stands for a customer that was merged; undefined for one that was not. */
  async standsFor(id: Id, unit?: UnitOfWork): Promise<Id | undefined> {
    let found: Id | undefined;
    for (let step = 0; step < maximumChain; step++) {
      const [merge] = await this.lastOf({ fromId: found ?? id }, unit?.session);
      if (!merge) return found;
      found = merge.intoId;
    }
    return found;
  }

  /** Returns the ids of all customers that were merged into one, those merged into these too. */
  async mergedInto(id: Id, unit?: UnitOfWork): Promise<Id[]> {
    const found: Id[] = [];
    for (let next = [id]; next.length && found.length < maximumChain * 10;) {
      const merges = (
        await Promise.all(next.map((one) => this.lastOf({ intoId: one }, unit?.session)))
      ).flat();
      next = merges.map(({ fromId }) => fromId);
      found.push(...next);
    }
    return found;
  }

  find(_id: Id, { session }: UnitOfWork): Promise<CustomerMerge | null> {
    return this.merges.findOne({ _id }, { session });
  }

  add(merge: CustomerMerge, unit: UnitOfWork): void {
    unit.deferInsert(this.model.collection, [merge]);
  }

  /** Marks a merge as undone, without the record that is there again. Throws 409 where it was. */
  async setUndone(_id: Id, by: string, { session }: UnitOfWork): Promise<void> {
    const { matchedCount } = await this.merges.updateOne(
      { _id, undone: { $exists: false } },
      { $set: { undone: { at: new Date(), by } }, $unset: { from: '', before: '', after: '' } },
      { session },
    );
    if (!matchedCount) throw new ConflictException(mergeMessages.undone);
  }

  /**
   * Gives payments that an undo moved back their new versions in the merges into their customer: a merge and its undo
   * are no change of a payment.
   */
  async renumber(
    intoId: Id,
    moved: readonly MovedRecord[],
    back: readonly MovedRecord[],
    unit: UnitOfWork,
  ): Promise<void> {
    const before = new Map(moved.map(({ _id, version }) => [String(_id), version - 1]));
    const after = new Map(back.map(({ _id, version }) => [String(_id), version]));
    for (const merge of await this.lastOf({ intoId }, unit.session)) {
      const payments = merge.moved.payments.map((payment) => {
        const id = String(payment._id);
        const isSame = before.get(id) === payment.version;
        return isSame ? { ...payment, version: after.get(id) ?? payment.version } : payment;
      });
      const $set = { 'moved.payments': payments };
      await this.merges.updateOne({ _id: merge._id }, { $set }, { session: unit.session });
    }
  }

  /** Takes away the merges into a customer that is deleted, with the records that went. */
  async forget(intoId: Id, unit: UnitOfWork): Promise<void> {
    const ids = await this.mergedInto(intoId, unit);
    await this.merges.deleteMany({ intoId: { $in: [intoId, ...ids] } }, { session: unit.session });
  }
}
