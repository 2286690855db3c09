import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import type mongoose from 'mongoose';
import { Types } from 'mongoose';
import { isChargeLine, payoutState } from '#domain/payouts/payout-figures';
import type { PaymentPayout } from '#domain/payments/payment-card';
import { maximumPayoutMatches, payoutMessages } from '#domain/payouts/payouts';
import { isDuplicateKey } from '../platform/database/duplicate-key.js';
import { Bookkeeper } from '../ledger/books/bookkeeper.service.js';
import { ChangesService } from '../platform/changes/changes.service.js';
import { fieldChanges } from '../platform/changes/field-changes.js';
import { InjectCollection } from '../platform/database/collections.js';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { type PayoutMatch, StoredPayout, StoredPayoutLine } from './card-payout.schema.js';
import { paymentPayout, presentPayout } from './payout-view.js';

type Collection<Record extends { _id: unknown }> = mongoose.mongo.Collection<Record>;

/** Maximum number of ids in one condition. */
const idsAtOnce = 1000;

/** Maximum number of open payouts that are compared with a bank transaction. */
const maximumOpen = 200;

/** The bank transaction that is a payout. */
interface Bank {
  _id: Types.ObjectId;
  bankAccountId: Types.ObjectId;
  day: string;
  cents: StoredPayout['netCents'];
}

/** Reads and writes payouts and their lines in the transactions of those who import, match and pay. */
@Injectable()
export class PayoutStore {
  constructor(
    @InjectCollection(StoredPayout) readonly payouts: Collection<StoredPayout>,
    @InjectCollection(StoredPayoutLine) readonly lines: Collection<StoredPayoutLine>,
    private readonly books: Bookkeeper,
    private readonly changes: ChangesService,
  ) {}

  /** Returns the stored payouts or lines with these ids, by id. */
  async byIds<Record extends { _id: string }>(
    collection: Collection<Record>,
    ids: readonly string[],
    unit?: UnitOfWork,
  ): Promise<Map<string, Record>> {
    const found = new Map<string, Record>();
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const _id = { $in: ids.slice(at, at + idsAtOnce) };
      const records = collection.find({ _id } as never, unit ? { session: unit.session } : {});
      for await (const record of records) found.set(record._id, record as Record);
    }
    return found;
  }

  /** Returns a payout. Throws 404. */
  async load(id: string, unit?: UnitOfWork): Promise<StoredPayout> {
    const payout = await this.payouts.findOne({ _id: id }, unit ? { session: unit.session } : {});
    if (!payout) throw new NotFoundException(payoutMessages.notFound);
    return payout;
  }

  /** Returns the open payouts that meet the conditions, oldest first, as many as identify one. */
  openOf(conditions: Pick<mongoose.mongo.Filter<StoredPayout>, 'currency' | 'day' | 'netCents'>) {
    return this.payouts
      .find({ ...conditions, state: 'open' }, queryTimeoutOptions())
      .sort({ day: 1, createdAt: 1, _id: 1 })
      .limit(maximumOpen)
      .toArray();
  }

  /**
   * Stores the new lines of a report, and their payouts with what the lines add to them: `before` has those that are stored.
   * The caller runs again where another report stores the same line.
   */
  async add(
    lines: readonly StoredPayoutLine[],
    payouts: readonly { before?: StoredPayout; after: StoredPayout }[],
    { fileName, caller }: { fileName: string; caller: Caller },
    unit: UnitOfWork,
  ): Promise<void> {
    const { session } = unit;
    await this.lines.insertMany([...lines], { session }).catch((error: unknown) => {
      if (isDuplicateKey(error)) unit.rerun(error);
      throw error;
    });
    await this.payouts.bulkWrite(
      payouts.map(({ after }) => ({
        replaceOne: { filter: { _id: after._id }, replacement: after, upsert: true },
      })),
      { session },
    );
    const report = { field: 'report', from: null, to: fileName };
    await this.changes.record(
      'card-payouts',
      payouts.map(({ before, after }) => ({
        ...(before && { before }),
        after,
        caller,
        action: 'import',
        fields: [report, ...changedFields(before, after)],
      })),
      unit,
    );
  }

  /** Returns the payout of a charge that a report named before its payment came; undefined where there is none. */
  async payoutOf(paymentIntentId: string, { session }: UnitOfWork): Promise<PaymentPayout | undefined> {
    const lines = await this.lines.find({ paymentIntentId }, { session }).sort({ _id: 1 }).toArray();
    const charge = lines.find(isChargeLine);
    const payout = charge && (await this.payouts.findOne({ _id: charge.payoutId }, { session }));
    return charge && payout ? paymentPayout(charge, payout) : undefined;
  }

  /** Ties the lines of a payment intent to its payment, which has come after their report. */
  async tie(paymentIntentId: string, paymentId: Types.ObjectId, unit: UnitOfWork): Promise<void> {
    const { session } = unit;
    const waiting = { paymentIntentId, isUnknown: true as const };
    const lines = await this.lines.find(waiting, { session }).sort({ _id: 1 }).toArray();
    if (!lines.length) return;
    await this.lines.updateMany(waiting, { $set: { paymentId }, $unset: { isUnknown: '' } }, { session });
    for (const id of new Set(lines.map(({ payoutId }) => payoutId))) {
      const before = await this.load(id, unit);
      const tied = lines.filter(({ payoutId }) => payoutId === id).length;
      const left = (before.withoutPayment ?? 0) - tied;
      const after: StoredPayout = { ...before, withoutPayment: left };
      if (!left) delete after.withoutPayment;
      await this.payouts.replaceOne({ _id: id }, after, { session });
      await this.changes.record('card-payouts', { before, after }, unit);
    }
  }

  /** Ties a payout to its bank transaction. Throws 404, and 409 where it has one already, or had too many. */
  async match(id: string, bank: Bank, caller: Caller, unit: UnitOfWork): Promise<StoredPayout> {
    const before = await this.load(id, unit);
    if (before.state !== 'open') throw new ConflictException(payoutMessages.matched);
    if ((before.matches?.length ?? 0) >= maximumPayoutMatches)
      throw new ConflictException(payoutMessages.tooManyMatches);
    const match: PayoutMatch = {
      _id: new Types.ObjectId().toHexString(),
      bankAccountId: bank.bankAccountId.toHexString(),
      cents: bank.cents,
      day: bank.day,
      bookedOn: await this.books.openDay(bank.day, unit),
    };
    const matches = [...(before.matches ?? []), match];
    const matched = { ...before, bankTransactionId: bank._id, bankCents: bank.cents, matches };
    const after = { ...matched, state: payoutState(matched) };
    await this.payouts.replaceOne({ _id: id }, after, { session: unit.session });
    const fields = changedFields(before, after);
    await this.changes.record('card-payouts', { before, after, caller, action: 'match', fields }, unit);
    return after;
  }

  /** Opens a payout again whose bank transaction is taken back. */
  async release(id: string, caller: Caller, unit: UnitOfWork): Promise<void> {
    const before = await this.load(id, unit);
    const matches = [];
    for (const match of before.matches ?? []) {
      const voided = match.voided ?? { bookedOn: await this.books.openDay(match.bookedOn, unit) };
      matches.push({ ...match, voided });
    }
    const after: StoredPayout = { ...before, matches };
    delete after.bankTransactionId;
    delete after.bankCents;
    after.state = payoutState(after);
    await this.payouts.replaceOne({ _id: id }, after, { session: unit.session });
    const fields = changedFields(before, after);
    await this.changes.record('card-payouts', { before, after, caller, action: 'undo', fields }, unit);
  }
}

/** The changed fields of a payout as the audit trail shows them. */
const changedFields = (before: StoredPayout | undefined, after: StoredPayout) =>
  fieldChanges(before ? presentPayout(before) : {}, presentPayout(after));
