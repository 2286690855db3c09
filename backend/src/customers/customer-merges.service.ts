import { ConflictException, Injectable } from '@nestjs/common';
import type { Types, mongo } from 'mongoose';
import { InjectCollection } from '../platform/database/collections.js';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { maximumChain, mergeMessages } from '#domain/care/merges';
import { MergedCustomers } from '../platform/http/merged-customers.js';
import { CustomerMerge, type MovedRecord } from './customer-merge.schema.js';
import { valuesWithout } from './merged-values.js';

type Id = Types.ObjectId;

/** The condition of merges that were not undone: one of each customer that went. */
const standing = { undone: { $exists: false } };

const within = (unit?: UnitOfWork) => ({ ...(unit && { session: unit.session }) });

/** Keeps the merges of customers, by which the id of one that went stands for the one that stayed. */
@Injectable()
export class CustomerMerges extends MergedCustomers {
  constructor(@InjectCollection(CustomerMerge) private readonly merges: mongo.Collection<CustomerMerge>) {
    super();
  }

  /** Returns the id that stands for a customer that was merged; undefined for one that was not. */
  async standsFor(id: Id, unit?: UnitOfWork): Promise<Id | undefined> {
    let found: Id | undefined;
    for (;;) {
      const merge = await this.merges.findOne(
        { fromId: found ?? id, ...standing },
        { sort: { at: -1 }, ...within(unit) },
      );
      if (!merge) return found;
      found = merge.intoId;
    }
  }

  /** Returns the ids of all customers that were merged into one, those merged into these too. */
  async mergedInto(id: Id, unit?: UnitOfWork): Promise<Id[]> {
    return (await this.levelsBelow(id, unit)).flat();
  }

  /** Returns the customers that were merged into one, then those that were merged into these, and so on. */
  private async levelsBelow(id: Id, unit?: UnitOfWork): Promise<Id[][]> {
    const levels: Id[][] = [];
    for (let next = [id]; next.length;) {
      const options = { projection: { fromId: 1 }, ...within(unit) };
      const merges = await this.merges.find({ intoId: { $in: next }, ...standing }, options).toArray();
      next = merges.map(({ fromId }) => fromId);
      if (next.length) levels.push(next);
    }
    return levels;
  }

  /** Throws 409 where payments still follow a merge of one of these customers, or too many merges lead to `fromId`. */
  async refuseUnready(fromId: Id, intoId: Id, unit: UnitOfWork): Promise<void> {
    const ids = [fromId, intoId];
    const following = await this.merges.findOne(
      { following: { $in: ['in', 'back'] }, $or: [{ fromId: { $in: ids } }, { intoId: { $in: ids } }] },
      { session: unit.session, projection: { _id: 1 } },
    );
    if (following) throw new ConflictException(mergeMessages.following);
    if ((await this.levelsBelow(fromId, unit)).length >= maximumChain)
      throw new ConflictException(mergeMessages.tooManyMerges);
  }

  /** Returns the oldest merge that payments still follow, or null. */
  nextFollowing(): Promise<CustomerMerge | null> {
    return this.merges.findOne(
      { following: { $in: ['in', 'back'] } },
      { sort: { at: 1 }, projection: { _id: 1 }, ...queryTimeoutOptions() },
    );
  }

  /** Keeps that the last payment has followed. */
  async setFollowed(_id: Id, { session }: UnitOfWork): Promise<void> {
    await this.merges.updateOne({ _id }, { $unset: { following: '' } }, { session });
  }

  find(_id: Id, { session }: UnitOfWork): Promise<CustomerMerge | null> {
    return this.merges.findOne({ _id }, { session });
  }

  add(merge: CustomerMerge, unit: UnitOfWork): void {
    unit.deferInsert(this.merges, [merge]);
  }

  /** Marks a merge as undone, without the record that is there again; payments may follow. Throws 409 where it was. */
  async setUndone(_id: Id, by: string, isFollowed: boolean, { session }: UnitOfWork): Promise<void> {
    const { matchedCount } = await this.merges.updateOne(
      { _id, ...standing },
      {
        $set: { undone: { at: new Date(), by }, ...(isFollowed && { following: 'back' as const }) },
        $unset: { from: '', before: '', after: '' },
      },
      { session },
    );
    if (!matchedCount) throw new ConflictException(mergeMessages.undone);
  }

  /** Gives payments that an undo moved back their new versions in earlier merges: a move is no change of a payment. */
  async renumber(intoId: Id, moved: readonly MovedRecord[], back: readonly MovedRecord[], unit: UnitOfWork) {
    const before = new Map(moved.map(({ _id, version }) => [String(_id), version - 1]));
    const after = new Map(back.map(({ _id, version }) => [String(_id), version]));
    const own = { intoId, ...standing, 'moved.payments._id': { $in: moved.map(({ _id }) => _id) } };
    for await (const merge of this.merges.find(own, { session: unit.session, batchSize: 10 })) {
      const payments = merge.moved.payments.map((payment) => {
        const id = String(payment._id);
        const isSame = before.get(id) === payment.version;
        return isSame ? { ...payment, version: after.get(id) ?? payment.version } : payment;
      });
      const $set = { 'moved.payments': payments };
      await this.merges.updateOne({ _id: merge._id }, { $set }, { session: unit.session });
    }
  }

  /** Has later merges into the same customer bring back what it had without a merge that is undone. */
  async takeOut(undone: CustomerMerge, { session }: UnitOfWork): Promise<void> {
    const { intoId, at } = undone;
    const later = await this.merges
      .find({ intoId, ...standing, at: { $gt: at } }, { session, projection: { before: 1, after: 1 } })
      .sort({ at: 1 })
      .toArray();
    for (const { _id, ...values } of valuesWithout(undone, later))
      await this.merges.updateOne({ _id }, { $set: values }, { session });
  }

  /** Takes away the merges into a customer that is deleted, with the records that went. */
  async forget(intoId: Id, unit: UnitOfWork): Promise<void> {
    const ids = await this.mergedInto(intoId, unit);
    await this.merges.deleteMany({ intoId: { $in: [intoId, ...ids] } }, { session: unit.session });
  }
}
