import { BadRequestException, Injectable } from '@nestjs/common';
import { asCents } from '#domain/platform/money';
import {
  feesOf,
  isChargeLine,
  isOfPayment,
  payoutState,
  sumsOf,
  withFees,
} from '#domain/payouts/payout-figures';
import type { PayoutReportResult } from '#domain/payouts/payouts';
import { Bookkeeper } from '../ledger/books/bookkeeper.service.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { CardPaymentsService } from '../payments/card-payments.service.js';
import { append } from '../bank/matching/keyed-lookup.js';
import { CardEventStore } from './events/card-event-store.js';
import type { StoredPayout, StoredPayoutLine } from '../payouts/card-payout.schema.js';
import { PayoutStore } from '../payouts/payout-store.js';
import { paymentPayout } from '../payouts/payout-view.js';
import { readReport } from '../payouts/read-report.js';
import { isSameLine, otherLine, otherPayout, type ReportLine, testLine } from '../payouts/report-lines.js';

/** Maximum number of lines without a payment that a result names. */
const maximumNamed = 20;

const refuse = (error: Error): never => {
  throw new BadRequestException(error.message);
};

/** Imports the provider's payout reports: what its payouts consist of. */
@Injectable()
export class CardPayoutReports {
  constructor(
    private readonly store: PayoutStore,
    private readonly cards: CardPaymentsService,
    private readonly events: CardEventStore,
    private readonly books: Bookkeeper,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /**
   * Stores the lines of a report that are new, with their payouts, and ties them to the payments that are known. Throws 400
   * naming the first line that is not read, or that contradicts an earlier report; then nothing is stored.
   */
  async import(bytes: Buffer, fileName: string, caller: Caller): Promise<PayoutReportResult> {
    const lines = await readReport(bytes);
    return this.unitOfWork.run((unit) => this.add(lines, { fileName, caller }, unit));
  }

  private async add(
    lines: readonly ReportLine[],
    report: { fileName: string; caller: Caller },
    unit: UnitOfWork,
  ): Promise<PayoutReportResult> {
    const ids = lines.map(({ balanceTransactionId }) => balanceTransactionId);
    const payoutIds = [...new Set(lines.map(({ payoutId }) => payoutId))];
    const intents = [...new Set(lines.flatMap(({ paymentIntentId }) => paymentIntentId ?? []))];
    const stored = await this.store.byIds(this.store.lines, ids, unit);
    const payouts = await this.store.byIds(this.store.payouts, payoutIds, unit);
    const payments = await this.cards.findByIntents(intents, unit);
    const added: StoredPayoutLine[] = [];
    const unknown: ReportLine[] = [];
    for (const line of lines) {
      const { currency, paymentIntentId = '' } = line;
      const payout = payouts.get(line.payoutId);
      if (payout && payout.currency !== currency) refuse(otherPayout(line, 'currency'));
      const payment = payments.get(paymentIntentId);
      if (payment && !payment.card.live) refuse(testLine(line));
      if (isOfPayment(line) && !payment) unknown.push(line);
      const known = stored.get(line.balanceTransactionId);
      if (!known) added.push(storedLine(line, payment?._id));
      else if (!isSameLine(known, line)) refuse(otherLine(line));
    }
    const factsOf = new Map<string, Pick<StoredPayout, 'day' | 'currency'>>([
      ...lines.map((line) => [line.payoutId, line] as const),
      ...payouts,
    ]);
    if (added.length)
      await this.store.add(added, await this.changed(added, factsOf, payouts, unit), report, unit);
    await this.cards.setPayouts(
      added.filter(isChargeLine).flatMap((line) => {
        const { day, currency } = factsOf.get(line.payoutId)!;
        const payout = paymentPayout(line, { _id: line.payoutId, day, currency });
        return line.paymentId ? [{ paymentId: line.paymentId, payout }] : [];
      }),
      unit,
    );
    this.events.awaitPayments(
      [...new Set(unknown.flatMap(({ paymentIntentId }) => paymentIntentId ?? []))],
      unit,
    );
    return {
      payouts: payoutIds.length,
      lines: { new: added.length, known: lines.length - added.length, unknown: unknown.length },
      unknownLines: unknown
        .slice(0, maximumNamed)
        .map(({ balanceTransactionId, category, paymentIntentId }) => ({
          balanceTransactionId,
          category,
          ...(paymentIntentId && { paymentIntentId }),
        })),
    };
  }

  /** Returns the payouts with what the new lines add to them, and sets the day of the books of these lines. */
  private async changed(
    added: readonly StoredPayoutLine[],
    factsOf: ReadonlyMap<string, Pick<StoredPayout, 'day' | 'currency'>>,
    payouts: ReadonlyMap<string, StoredPayout>,
    unit: UnitOfWork,
  ): Promise<{ before?: StoredPayout; after: StoredPayout }[]> {
    const byPayout = new Map<string, StoredPayoutLine[]>();
    for (const line of added) append(byPayout, line.payoutId, line);
    const openDays = new Map<string, string>();
    const changed = [];
    for (const [_id, own] of byPayout) {
      const before = payouts.get(_id);
      const { day, currency } = factsOf.get(_id)!;
      const bookedOn = openDays.get(day) ?? (await this.books.openDay(day, unit));
      openDays.set(day, bookedOn);
      for (const line of own) line.bookedOn = bookedOn;
      const cents = asCents(own.reduce((sum, line) => sum + feesOf(line), 0));
      const sums = sumsOf(own);
      const withoutPayment = (before?.withoutPayment ?? 0) + own.filter(({ isUnknown }) => isUnknown).length;
      const after: StoredPayout = {
        ...(before ?? { _id, day, currency, createdAt: new Date() }),
        grossCents: asCents((before?.grossCents ?? 0) + sums.grossCents),
        feeCents: asCents((before?.feeCents ?? 0) + sums.feeCents),
        netCents: asCents((before?.netCents ?? 0) + sums.netCents),
        lineCount: (before?.lineCount ?? 0) + sums.lineCount,
        ...(withoutPayment && { withoutPayment }),
        fees: withFees(before?.fees ?? [], { bookedOn, cents }),
        state: 'open',
      };
      changed.push({ ...(before && { before }), after: { ...after, state: payoutState(after) } });
    }
    return changed;
  }
}

function storedLine(line: ReportLine, paymentId: StoredPayoutLine['paymentId']): StoredPayoutLine {
  const { balanceTransactionId, payoutId, category, grossCents, feeCents, netCents, paymentIntentId } = line;
  return {
    _id: balanceTransactionId,
    payoutId,
    category,
    grossCents,
    feeCents,
    netCents,
    ...(paymentIntentId && { paymentIntentId }),
    ...(paymentId && { paymentId }),
    ...(isOfPayment(line) && !paymentId && { isUnknown: true as const }),
  };
}
