import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { cardMessages, type CardRecordInput } from '#domain/cards/cards';
import type { PaymentStatus } from '#domain/payments/payments';
import { ChangesService } from '../platform/changes/changes.service.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { invalidFields } from '../platform/http/validation.pipe.js';
import type { Payment } from '../payments/payment.schema.js';
import { PaymentsService } from '../payments/payments.service.js';
import { refuseUnseen } from '../payments/payment-record.js';
import { CardEventStore } from './events/card-event-store.js';
import type { StoredCardEvent } from './events/card-event.schema.js';
import { cleanPayer, heldReasonOf } from './events/card-payment.js';
import { CardSettlement } from './card-settlement.service.js';
import { foldCard } from './events/card-state.js';

type Id = Types.ObjectId;

/** Decides on held events for admins. */
@Injectable()
export class CardDecisions {
  constructor(
    private readonly store: CardEventStore,
    private readonly settlement: CardSettlement,
    private readonly payments: PaymentsService,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  /**
   * Applies a held event to a payment, or records a new one. Throws 404, and 409 where it is not held, where the payment
   * has a card payment or another status than was seen, where a new payment cannot be made of it, or nothing could be read
   * from it. Throws 400 under `email` where a new payment lacks only that.
   */
  record(id: Id, { paymentId, status, email }: CardRecordInput, caller: Caller): Promise<void> {
    return this.unitOfWork.run(async (unit) => {
      const { event, events } = await this.find(id, unit);
      if (event.fact.kind === 'unread') throw new ConflictException(cardMessages.unreadable);
      const before = { ...event };
      const isNameless = !paymentId && event.heldReason === 'email';
      if (isNameless && email === undefined) throw invalidFields({ email: 'Email is required' });
      const payer = this.payerOf(events, unit, isNameless ? email : undefined);
      const decision = paymentId
        ? { payment: await this.assignable(new Types.ObjectId(paymentId), status, events, unit) }
        : {};
      if (!paymentId && !(await this.isRecordable(events, payer)))
        throw new ConflictException(cardMessages.notRecordable);
      await this.settlement.settle({ events, cause: event, caller, unit, payer, decision });
      if (event.state !== 'applied') throw new ConflictException(cardMessages.notRecordable);
      event.decided = { at: new Date(), by: caller.by, actor: caller.actor };
      await this.store.update(events, unit);
      const after = { ...event };
      await this.changes.record('card-events', { before, after, caller, action: 'record' }, unit);
    });
  }

  /** Dismisses a held event, and what waits for its payment. Throws 404, and 409 where it is not held. */
  dismiss(id: Id, reason: string, caller: Caller): Promise<void> {
    return this.unitOfWork.run(async (unit) => {
      const { event, events } = await this.find(id, unit);
      const before = { ...event };
      const isOpen = ({ state }: StoredCardEvent) => state === 'held' || state === 'waiting';
      const dismissed = event.fact.kind === 'session' ? events.filter(isOpen) : [event];
      for (const one of dismissed) {
        Object.assign(one, {
          state: 'dismissed',
          decided: { at: new Date(), by: caller.by, actor: caller.actor, reason },
        });
        delete one.heldReason;
      }
      await this.store.update(dismissed, unit);
      const change = { before, after: { ...event }, caller, action: 'dismiss', note: reason } as const;
      await this.changes.record('card-events', change, unit);
    });
  }

  /** Returns a held event, with all events of its payment. Throws 404 and 409. */
  private async find(_id: Id, unit: UnitOfWork) {
    const { session } = unit;
    const found = await this.store.events.findOne({ _id }, { session });
    if (!found) throw new NotFoundException(cardMessages.notFound);
    if (found.state !== 'held') throw new ConflictException(cardMessages.notHeld);
    const paymentIntentId = await this.store.take(_id, found, unit);
    const events = await this.store.group(found, paymentIntentId, unit);
    return { event: events.find((one) => one._id.equals(_id)) ?? found, events };
  }

  /** Reads the payer of the session, with the address that an admin gives where it has none. */
  private payerOf(events: readonly StoredCardEvent[], unit: UnitOfWork, email: string | undefined) {
    const session = events.findLast(({ fact }) => fact.kind === 'session');
    return async () => {
      const payer = session && (await this.store.payerOf(session._id, unit));
      return email === undefined ? payer : { ...payer, email };
    };
  }

  private async isRecordable(
    events: readonly StoredCardEvent[],
    payer: ReturnType<CardDecisions['payerOf']>,
  ): Promise<boolean> {
    const { session } = foldCard(events);
    return !!session && !heldReasonOf(session, cleanPayer((await payer()) ?? {}));
  }

  /** Returns the payment to which the events can be applied; their amount may be another than is due. */
  private async assignable(
    id: Id,
    seen: PaymentStatus | undefined,
    events: readonly StoredCardEvent[],
    unit: UnitOfWork,
  ): Promise<Payment> {
    const payment = await this.payments.findStored(id, unit);
    refuseUnseen(payment, seen);
    if (events.some(({ live }) => !live)) throw new ConflictException(cardMessages.testAssigned);
    if (payment.card) throw new ConflictException(cardMessages.hasCard);
    return payment;
  }
}
