import { Inject, Injectable } from '@nestjs/common';
import { type Cents, sumOfCents, toAmount } from '#domain/platform/money';
import { feesOf, type PayoutSums, sumsOf } from '#domain/payouts/payout-figures';
import {
  type CardPayoutDetails,
  type CardPayoutPage,
  maximumPayoutLines,
  type PayoutCounts,
  payoutStates,
} from '#domain/payouts/payouts';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { cursorBatches } from '../platform/database/batches/cursor-batches.js';
import { countUpTo } from '../platform/database/count-up-to.js';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import { readByState } from '../platform/database/read-page.js';
import { exportCursor } from '../platform/exports/export-file.js';
import { parseListQuery } from '../platform/http/list-query.js';
import { PaymentLookups } from '../payments/payment-lookups.js';
import { PaymentQueries } from '../payments/lists/payment-queries.js';
import { cardPayoutListSpec } from './card-payout-list.js';
import type { StoredPayout } from './card-payout.schema.js';
import { PayoutStore } from './payout-store.js';
import { presentLine, presentPayout } from './payout-view.js';

/** The lines of a payout that reports brought on a day of the books: their sums, and the fees of that day. */
export interface ReportedPayout extends PayoutSums, Pick<StoredPayout, '_id' | 'day' | 'currency'> {
  bookedOn: string;
  bookedFees: Cents;
}

/** Reads payouts for admins. */
@Injectable()
export class PayoutQueries {
  constructor(
    private readonly store: PayoutStore,
    private readonly lookups: PaymentLookups,
    private readonly payments: PaymentQueries,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  async list(query: Record<string, unknown>): Promise<CardPayoutPage> {
    const list = parseListQuery(query, cardPayoutListSpec, this.config.calendar);
    const { found, pagination, counts } = await readByState(this.store.payouts, list, payoutStates);
    return { cardPayouts: found.map(presentPayout), pagination, counts };
  }

  /** Returns a payout with its lines, those without a payment first. Throws 404. */
  async get(id: string): Promise<CardPayoutDetails> {
    const payout = await this.store.load(id);
    const lines = await this.store.lines
      .find({ payoutId: id }, queryTimeoutOptions())
      .sort({ isUnknown: -1, _id: 1 })
      .limit(maximumPayoutLines)
      .toArray();
    const paymentIds = lines.flatMap(({ paymentId }) => paymentId ?? []);
    const found = await this.lookups.byIds(paymentIds, ['referenceNumber']);
    const references = new Map(found.map((payment) => [String(payment._id), payment.referenceNumber]));
    return {
      ...presentPayout(payout),
      lines: lines.map((line) => presentLine(line, references.get(String(line.paymentId)))),
    };
  }

  /** Returns the fees that stand on these days of the books, oldest first, in batches, and their number. */
  async feesBetween(bookedOn: { $gte?: string; $lte?: string }) {
    const { payouts } = this.store;
    const conditions = Object.keys(bookedOn).length ? { fees: { $elemMatch: { bookedOn } } } : {};
    const isWithin = (day: string) =>
      day >= (bookedOn.$gte ?? '') && (!bookedOn.$lte || day <= bookedOn.$lte);
    const found = payouts.find(conditions as object, exportCursor).sort({ day: 1, createdAt: 1, _id: 1 });
    const lines = async function* () {
      for await (const batch of cursorBatches(found))
        yield batch.flatMap(({ _id, day, currency, fees }) =>
          fees
            .filter((fee) => fee.cents && isWithin(fee.bookedOn))
            .map((fee) => ({
              payoutId: _id,
              day,
              bookedOn: fee.bookedOn,
              fee: toAmount(fee.cents),
              feeCurrency: currency,
            })),
        );
    };
    const total = await payouts.countDocuments(conditions, queryTimeoutOptions());
    return { total, batches: lines() };
  }

  /** Returns the payouts of which fees or a match, or its undo, stand on these days of the books, in batches. */
  inBooks(bookedOn: { $gte: string; $lte: string }) {
    const isThere = { $elemMatch: { bookedOn } };
    const undone = { $elemMatch: { 'voided.bookedOn': bookedOn } };
    const conditions = { $or: [{ fees: isThere }, { matches: isThere }, { matches: undone }] };
    return cursorBatches(this.store.payouts.find(conditions as object, exportCursor).sort({ _id: 1 }));
  }

  /**
   * Returns what reports said of payouts on these days of the books, in batches: the sums of the lines of a payout and a
   * day. Lines of earlier versions stand on the first day of their payout's fees.
   */
  async *reportedOn(days: { $gte: string; $lte: string }): AsyncGenerator<ReportedPayout[]> {
    const conditions = { $or: [{ day: days }, { fees: { $elemMatch: { bookedOn: days } } }] };
    const found = this.store.payouts.find(conditions as object, exportCursor).sort({ _id: 1 });
    for await (const batch of cursorBatches(found)) {
      const ids = batch.map(({ _id }) => _id);
      const lines = await this.store.lines.find({ payoutId: { $in: ids } }, { maxTimeMS: 0 }).toArray();
      yield batch.flatMap(({ _id, day, currency, fees }) => {
        const first = fees.map(({ bookedOn }) => bookedOn).sort()[0] ?? day;
        const own = lines.filter(({ payoutId }) => payoutId === _id);
        const booked = [...new Set(own.map(({ bookedOn = first }) => bookedOn))].sort();
        return booked
          .filter((bookedOn) => bookedOn >= days.$gte && bookedOn <= days.$lte)
          .map((bookedOn): ReportedPayout => {
            const those = own.filter((line) => (line.bookedOn ?? first) === bookedOn);
            return {
              _id,
              day,
              bookedOn,
              currency,
              ...sumsOf(those),
              bookedFees: sumOfCents(those.map(feesOf)),
            };
          });
      });
    }
  }

  /** Returns the numbers of what needs an admin; undefined until a report was imported. */
  async counts(): Promise<PayoutCounts | undefined> {
    const first = await this.store.payouts.findOne({}, { sort: { createdAt: 1, _id: 1 } });
    if (!first) return undefined;
    const [withoutPayment, open, inNoPayout] = await Promise.all([
      countUpTo(this.store.payouts, { withoutPayment: { $gt: 0 } }),
      countUpTo(this.store.payouts, { state: 'open' }),
      this.payments.count({ inNoPayout: 'true' }),
    ]);
    return { withoutPayment, open, inNoPayout };
  }
}
