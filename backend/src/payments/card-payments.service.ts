import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { PaymentCard, PaymentPayout } from '#domain/payments/payment-card';
import { emailKey } from '#domain/customers/customers';
import type { Price } from '#domain/places/prices';
import type { AcceptedTerms } from '#domain/payments/terms';
import type { LedgerAct } from '../ledger/books/ledger-act.js';
import { CustomerLookups } from '../customers/customer-lookups.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { Payment } from './payment.schema.js';
import { PaymentsService } from './payments.service.js';

/** Maximum number of payment intents in one condition. */
const intentsAtOnce = 1000;

/** A change of a card payment by its provider's events: entries, and the lines that the history gets. */
export interface CardChange extends Pick<LedgerAct, 'entries' | 'voids'> {
  card: PaymentCard;
  /** The payout that named its charge before it came. */
  payout?: PaymentPayout | undefined;
  /** The terms that came with its link. */
  acceptedTerms?: AcceptedTerms | undefined;
  notes: readonly string[];
}

/** Writes what the card provider says of payments, in the transaction of its event. */
@Injectable()
export class CardPaymentsService {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly customers: CustomerLookups,
    private readonly writes: PaymentsService,
  ) {}

  /** The payment of a session of the card page, as stored; null where there is none. */
  findBySession(sessionId: string, unit: UnitOfWork): Promise<Payment | null> {
    return this.payments.findOne({ 'card.sessionId': sessionId }).session(unit.session).lean();
  }

  /** Returns payments without a card payment of this payer or amount, newest first: at most `limit` of each. */
  async findCandidates({ email, paid }: { email?: string; paid?: Price }, limit: number): Promise<Payment[]> {
    const find = (conditions: object) =>
      this.payments
        .find({ ...conditions, card: { $exists: false } })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean();
    const customers = email ? await this.customers.ofEmail(email) : [];
    const found = await Promise.all([
      ...(email ? [find({ payerEmailKey: emailKey(email) })] : []),
      ...(customers.length ? [find({ customerId: { $in: customers.map(({ _id }) => _id) } })] : []),
      ...(paid ? [find({ ...paid })] : []),
    ]);
    return [...new Map(found.flat().map((payment) => [String(payment._id), payment])).values()];
  }

  /** Returns these payments with the fields of a list, by id. */
  async findByIds(ids: readonly Types.ObjectId[], unit?: UnitOfWork): Promise<Map<string, Payment>> {
    const found = await this.payments
      .find({ _id: { $in: ids } }, undefined, unit && { session: unit.session })
      .lean();
    return new Map(found.map((payment) => [String(payment._id), payment]));
  }

  /** Returns the payments of these payment intents, by intent, with what a payout's line needs of them. */
  async findByIntents(
    intents: readonly string[],
    { session }: UnitOfWork,
  ): Promise<Map<string, Pick<Payment, '_id'> & { card: PaymentCard }>> {
    const found = new Map<string, Pick<Payment, '_id'> & { card: PaymentCard }>();
    for (let at = 0; at < intents.length; at += intentsAtOnce) {
      const payments = this.payments.collection.find<Pick<Payment, '_id'> & { card: PaymentCard }>(
        { 'card.paymentIntentId': { $in: intents.slice(at, at + intentsAtOnce) } },
        { session, projection: { card: 1 } },
      );
      for await (const payment of payments) found.set(payment.card.paymentIntentId ?? '', payment);
    }
    return found;
  }

  /** Names the payouts that payments are in, in the transaction of the report that says it; the version stays. */
  async setPayouts(
    payouts: readonly { paymentId: Types.ObjectId; payout: PaymentPayout }[],
    { session }: UnitOfWork,
  ): Promise<void> {
    if (!payouts.length) return;
    await this.payments.collection.bulkWrite(
      payouts.map(({ paymentId, payout }) => ({
        updateOne: {
          filter: { _id: paymentId },
          update: { $set: { payout }, $unset: { awaitsPayout: '' } },
        },
      })),
      { session },
    );
  }

  /** Applies a change; `before` was read in the same transaction. The history's lines have the status after it. */
  change(
    before: Payment,
    { card, payout, acceptedTerms, notes, entries = [], voids = [] }: CardChange,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<Payment> {
    return this.writes.act(
      before,
      {
        entries,
        voids,
        notes,
        isFact: true,
        room: 'any' as const,
        fields: { card, ...(payout && { payout }), ...(acceptedTerms && { acceptedTerms }) },
        note: notes.join('; ') || undefined,
      },
      caller,
      unit,
    );
  }
}
