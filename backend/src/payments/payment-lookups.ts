import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { Price } from '#domain/places/prices';
import { cursorBatches } from '../platform/database/batches/cursor-batches.js';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import { exportCursor } from '../platform/exports/export-file.js';
import { Payment } from './payment.schema.js';

type Id = Types.ObjectId;
type Found<Field extends keyof Payment> = Pick<Payment, Field | '_id'>;

/** Maximum number of payments of one look-up: larger results identify nothing. */
const maximumPayments = 20_000;

/** Finds payments by their indexes, for other features: the fields asked for, in no order but a stated one. */
@Injectable()
export class PaymentLookups {
  constructor(@InjectModel(Payment.name) private readonly payments: Model<Payment>) {}

  private find<Field extends keyof Payment>(
    conditions: object,
    fields: readonly Field[],
    limit = maximumPayments,
    sort: Record<string, -1> = {},
  ): Promise<Found<Field>[]> {
    return this.payments.collection
      .find<Found<Field>>(conditions, {
        projection: Object.fromEntries(['_id', ...fields].map((field) => [field, 1 as const])),
        ...queryTimeoutOptions(),
      })
      .sort(sort)
      .limit(limit)
      .toArray();
  }

  /** Returns entries of these payments' ledgers that fulfil conditions, newest first, at most `limit`. */
  async newestEntries(ids: readonly Id[], conditions: object, limit: number) {
    return this.payments.collection
      .aggregate<Pick<Payment, '_id' | 'currency'> & { ledger: LedgerEntry }>(
        [
          { $match: { _id: { $in: [...ids] } } },
          { $project: { currency: 1, ledger: 1 } },
          { $unwind: '$ledger' },
          { $match: conditions },
          { $sort: { 'ledger.at': -1, 'ledger._id': -1 } },
          { $limit: limit },
        ],
        queryTimeoutOptions(),
      )
      .toArray();
  }

  /** Returns the payments with these ids, as far as there are some. */
  async byIds<Field extends keyof Payment>(
    ids: readonly Id[],
    fields: readonly Field[],
  ): Promise<Found<Field>[]> {
    return ids.length ? this.find({ _id: { $in: [...ids] } }, fields) : [];
  }

  /** Returns the payments that have one of these normalised references. */
  byReferences<Field extends keyof Payment>(keys: readonly string[], fields: readonly Field[]) {
    return this.find({ referenceKey: { $in: [...keys] } }, fields);
  }

  /** Returns the payments that had one of these normalised references before. */
  byFormerReferences<Field extends keyof Payment>(keys: readonly string[], fields: readonly Field[]) {
    return this.find({ formerReferenceKeys: { $in: [...keys] } }, fields);
  }

  /** Returns the payments whose reference has one of these parts (referenceParts). */
  byReferenceParts<Field extends keyof Payment>(parts: readonly string[], fields: readonly Field[]) {
    return this.find({ referenceParts: { $in: [...parts] } }, fields);
  }

  /** Returns payments whose normalised reference begins so, at most `limit`. */
  byReferenceStart<Field extends keyof Payment>(start: string, fields: readonly Field[], limit: number) {
    return this.find({ referenceKey: { $gte: start, $lt: `${start}\uFFFF` } }, fields, limit);
  }

  /** Returns customers' payments. With a condition on the status, too, a database could read all pending payments. */
  ofCustomers<Field extends keyof Payment>(customerIds: readonly Id[], fields: readonly Field[]) {
    return this.find({ customerId: { $in: [...customerIds] } }, fields);
  }

  /** Returns the payments of which an entry, its voiding or a booking stands on one of these days of the books, in batches. */
  inBooks<Field extends keyof Payment>(
    days: { $gte: string; $lte: string },
    fields: readonly Field[],
  ): AsyncIterable<Found<Field>[]> {
    const conditions = {
      $or: [
        { bookedOn: { $elemMatch: days } },
        { ledger: { $elemMatch: { bookedOn: days } } },
        { ledger: { $elemMatch: { 'voided.bookedOn': days } } },
      ],
    };
    const projection = Object.fromEntries(['_id', ...fields].map((field) => [field, 1 as const]));
    return cursorBatches(
      this.payments.collection.find<Found<Field>>(conditions, { projection, ...exportCursor }),
    );
  }

  /** Returns the ids of a customer's newest payments, at most `limit`. */
  async newestIdsOf(customerId: Id, limit: number): Promise<Id[]> {
    const found = await this.find({ customerId }, [], limit, { createdAt: -1, _id: -1 });
    return found.map(({ _id }) => _id);
  }

  /** Returns payments of this amount, newest first, at most `limit`. */
  ofAmount<Field extends keyof Payment>(
    { amount, currency }: Price,
    fields: readonly Field[],
    limit: number,
  ) {
    return this.find({ amount, currency }, fields, limit, { createdAt: -1, _id: -1 });
  }

  /** Returns the newest payments' ids, at most `limit`. */
  async newestIds(limit: number): Promise<Id[]> {
    const found = await this.find({}, [], limit, { createdAt: -1, _id: -1 });
    return found.map(({ _id }) => _id);
  }

  /** Returns the ids of the newest payments recorded since a time, at most `limit`. */
  async idsSince(time: Date, limit: number): Promise<Id[]> {
    const found = await this.find({ createdAt: { $gte: time } }, [], limit, { createdAt: -1, _id: -1 });
    return found.map(({ _id }) => _id);
  }
}
