import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { PaymentCard } from '#domain/paymentCard';
import { asCents, toAmount, toCents } from '#domain/money';
import type { PaymentStatus } from '#domain/payments';
import { emailKey } from '#domain/customers';
import type { Price } from '#domain/prices';
import { ChangesService } from '../changes/changes.service.js';
import { CustomerLookups } from '../customers/customer-lookups.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Caller } from '../http/caller.decorator.js';
import { handSetFields } from './payment-record.js';
import { Payment, type StatusEntry } from './payment.schema.js';

/** A change of a card payment by its provider's events. */
export interface CardChange {
  card: PaymentCard;
  /** The provider's status, where it has become another one; else the payment keeps its own. */
  status?: PaymentStatus;
  /** The entries that the history gets; the status of each is that of the payment then. */
  history: Pick<StatusEntry, 'status' | 'note'>[];
}

/** Writes what the card provider says of payments, in the transaction of its event. */
@Injectable()
export class CardPaymentsService {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly customers: CustomerLookups,
    private readonly changes: ChangesService,
  ) {}

  /** The payment of a session of the card page, as stored; null where there is none. */
  findBySession(sessionId: string, unit: UnitOfWork): Promise<Payment | null> {
    return this.payments
      .findOne({ 'card.sessionId': sessionId })
      .select('+statusByHand')
      .session(unit.session)
      .lean();
  }

  /**
   * Returns payments without a card payment that may be the one of this payer or of this amount, newest first: at most
   * `limit` of each.
   */
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
  async findByIds(ids: readonly Types.ObjectId[]): Promise<Map<string, Payment>> {
    const found = await this.payments.find({ _id: { $in: ids } }).lean();
    return new Map(found.map((payment) => [String(payment._id), payment]));
  }

  /** Applies a change; `before` was read in the same transaction. */
  async change(before: Payment, change: CardChange, caller: Caller, unit: UnitOfWork): Promise<Payment> {
    const { card, history } = change;
    const status = change.status ?? before.status;
    // Refunds by the bank stand beside those of the card.
    const refunded = toAmount(
      asCents(toCents(before.refunded ?? 0) + toCents(card.refunded) - toCents(before.card?.refunded ?? 0)),
    );
    const owedAgain = Math.min(before.owedAgain ?? 0, refunded);
    const byProvider = change.status ? { ...handSetFields(before, status), statusByHand: status } : {};
    const now = new Date();
    const after = await this.payments
      .findByIdAndUpdate(
        before._id,
        {
          $set: {
            card,
            status,
            ...(refunded !== (before.refunded ?? 0) && { refunded }),
            ...(before.owedAgain !== undefined && { owedAgain }),
            ...byProvider,
          },
          $push: {
            statusHistory: { $each: history.map((entry) => ({ date: now, ...entry, by: caller.by })) },
          },
          $inc: { version: 1 },
        },
        { session: unit.session, returnDocument: 'after' },
      )
      .select('+statusByHand')
      .lean()
      .orFail();
    const action = status === before.status ? 'update' : 'status';
    const note = history.map((entry) => entry.note).join('; ') || undefined;
    await this.changes.record('payments', { before, after, caller, action, note }, unit);
    return after;
  }
}
