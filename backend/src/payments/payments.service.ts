import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { balanceOf } from '#domain/balance';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { type PaymentInput, paymentReference, referenceKey } from '#domain/payments';
import { reconciliationMessages } from '#domain/reconciliation';
import { ChangesService } from '../changes/changes.service.js';
import { fieldChanges } from '../changes/field-changes.js';
import type { Customer } from '../customers/customer.schema.js';
import { CustomersService } from '../customers/customers.service.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Caller } from '../http/caller.decorator.js';
import { EditConflictException } from '../http/edit-conflict.exception.js';
import { invalidFields } from '../http/validation.pipe.js';
import {
  type BalanceChange,
  changedBalance,
  formFields,
  handSetFields,
  hasMoney,
  type PaymentWithBalance,
  withBalance,
} from './payment-record.js';
import { Payment, type PaymentFacts, type StatusEntry } from './payment.schema.js';
import {
  isReferenceTaken,
  referenceFields,
  refuseFormerReference,
  refuseTakenReference,
} from './reference-search.js';

type Id = Types.ObjectId;

/** The origin of a new payment, and what is known of it beside the form's fields. */
interface PaymentOrigin extends Pick<Payment, 'source' | 'quoted' | 'card' | 'refunded'> {
  /** The first entries of the history, where there is more to say than the status. */
  history?: Pick<StatusEntry, 'status' | 'note'>[];
  /** Facts for the subscribers of the change, besides the customer. */
  facts?: PaymentFacts;
}

/** Writes payments and their history, and reads single ones; no other service writes them. */
@Injectable()
export class PaymentsService {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly customers: CustomersService,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  /** A payment by id, with the plain id of its customer. Throws 404 "Payment not found". */
  async findWithBalance(id: Id, unit?: UnitOfWork): Promise<PaymentWithBalance> {
    return withBalance(await this.findStored(id, unit));
  }

  /** Returns a payment as stored, with the status that a person has set. Throws 404 "Payment not found". */
  async findStored(id: Id, unit?: UnitOfWork): Promise<Payment> {
    const payment = await this.payments
      .findById(id)
      .select('+statusByHand')
      .session(unit?.session ?? null)
      .lean();
    if (!payment) throw new NotFoundException(messages.paymentNotFound);
    return payment;
  }

  /**
   * Inserts a payment and its first history entry in a transaction that has set the customer's `hasPayment`. Throws 409
   * where a given reference is taken.
   */
  async insert(
    input: PaymentInput,
    customer: Customer,
    { source, quoted, history = [], facts, ...card }: PaymentOrigin,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<Payment> {
    if (input.referenceNumber) await refuseFormerReference(this.payments, input.referenceNumber, unit);
    const now = new Date();
    // Generated references of a customer are unique per millisecond: a rerun takes the next one, as the clock may stand
    // still or go back.
    const referenceNumber =
      input.referenceNumber || paymentReference(String(customer._id), now.getTime() + unit.reruns);
    const payment: Payment = {
      _id: new Types.ObjectId(),
      ...formFields(input),
      ...referenceFields(referenceNumber),
      ...(quoted && { quoted }),
      ...(input.status !== 'pending' && { statusByHand: input.status }),
      statusHistory: history.length
        ? history.map((entry) => ({ date: now, ...entry, by: caller.by }))
        : [{ date: now, status: input.status, by: caller.by }],
      source,
      ...card,
      createdBy: caller.by,
      ...(customer.country && { country: customer.country }),
      version: 0,
      createdAt: now,
      updatedAt: now,
    };
    unit.deferInsert(this.payments.collection, [payment], (error) => {
      if (input.referenceNumber || !isReferenceTaken(error)) refuseTakenReference(error);
      unit.rerun(error);
    });
    await this.changes.record(
      'payments',
      { after: payment, caller, action: 'create', facts: { ...facts, customer } },
      unit,
    );
    return payment;
  }

  /**
   * Replaces the fields of the form; a changed status is added to the history. Throws 404, 400 for an unknown customer,
   * and 409 for another version, a taken reference, or another amount or currency where money has come.
   */
  update(id: Id, input: PaymentInput, caller: Caller): Promise<PaymentWithBalance> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.findStored(id, unit);
      if (input.version !== undefined && input.version !== before.version) throw new EditConflictException();
      if (hasMoney(before) && (input.amount !== before.amount || input.currency !== before.currency))
        throw new ConflictException(reconciliationMessages.hasReceipts);
      const customer = await this.customers
        .find(new Types.ObjectId(input.customerId), unit)
        .catch(unknownCustomer);
      const moved = !customer._id.equals(before.customerId);
      const reference = input.referenceNumber || before.referenceNumber;
      if (referenceKey(reference) !== referenceKey(before.referenceNumber))
        await refuseFormerReference(this.payments, reference, unit, id);
      const isOtherStatus = input.status !== before.status;
      const byHand = isOtherStatus ? handSetFields(before, input.status) : {};
      const entry = { date: new Date(), status: input.status, by: caller.by };
      const after = await this.payments
        .findByIdAndUpdate(
          id,
          {
            $set: {
              ...formFields(input, before),
              ...byHand,
              ...referenceFields(reference, before),
              ...(moved && { country: customer.country }),
            },
            ...(isOtherStatus && { $push: { statusHistory: entry } }),
            ...(isOtherStatus && before.owedAgain && !byHand.owedAgain && { $unset: { owedAgain: '' } }),
            $inc: { version: 1 },
          },
          { session: unit.session, returnDocument: 'after' },
        )
        .lean()
        .orFail()
        .catch(refuseTakenReference);
      await this.changes.record(
        'payments',
        { before, after, caller, action: 'update', facts: { customer } },
        unit,
      );
      return withBalance(after);
    });
  }

  /** Records the transfer date that the visitor announced; the status stays. Throws 404. */
  setSaidSent(id: Id, date: string, caller: Caller): Promise<void> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.findStored(id, unit);
      const saidSent = { date, at: new Date().toISOString() };
      await this.payments.collection.updateOne(
        { _id: id },
        { $set: { saidSent } },
        { session: unit.session },
      );
      const fields = [{ field: 'saidSent', from: before.saidSent?.date ?? null, to: date }];
      const after = { ...before, saidSent };
      await this.changes.record('payments', { before, after, caller, action: 'update', fields }, unit);
    });
  }

  /** Keeps that a reminder was written, in the transaction that queues its mail, whose own record is the change. */
  async addReminder(
    id: Id,
    reminder: NonNullable<Payment['reminders']>[number],
    { session }: UnitOfWork,
  ): Promise<void> {
    await this.payments.updateOne(
      { _id: id },
      { $push: { reminders: reminder } },
      { session, timestamps: false },
    );
  }

  /** Invalidates the links to a payment's page; the next one is new. Throws 404. */
  renewLink(id: Id, caller: Caller): Promise<void> {
    return this.unitOfWork.run(async (unit) => {
      const { matchedCount } = await this.payments.collection.updateOne(
        { _id: id },
        { $inc: { linkVersion: 1 } },
        { session: unit.session },
      );
      if (!matchedCount) throw new NotFoundException(messages.paymentNotFound);
      await this.changes.record('payments', { id, caller, action: 'link' }, unit);
    });
  }

  /**
   * Changes the balance with the status and the history, in the transaction of the act on the receipts. `before` was
   * read in the same transaction. Throws 409 where more would have been received than was owed.
   */
  async changeBalance(
    before: Payment,
    change: BalanceChange,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<Payment> {
    const { note, arrival } = change;
    const { balance, status } = changedBalance(before, change);
    const { amount, currency, referenceNumber } = before;
    // Money that was allocated since a refund stands on what that refund has left open.
    if (balanceOf({ ...before, ...balance }).open < 0)
      throw new ConflictException(
        `${referenceNumber} has received ${formatNamedMoney(amount, currency)} since: undo that first`,
      );
    const after = await this.payments
      .findByIdAndUpdate(
        before._id,
        {
          $set: { ...balance, status },
          $push: { statusHistory: { date: new Date(), status, note, by: caller.by } },
          $inc: { version: 1 },
        },
        { session: unit.session, returnDocument: 'after' },
      )
      .select('+statusByHand')
      .lean()
      .orFail();
    const action = status === before.status ? 'update' : 'status';
    const facts = arrival && { arrival };
    await this.changes.record('payments', { before, after, caller, action, note, facts }, unit);
    return after;
  }

  /** Deletes a payment. Throws 404, or 409 where money has come for it. */
  async delete(id: Id, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const before = await this.findStored(id, unit);
      if (hasMoney(before)) throw new ConflictException(reconciliationMessages.hasReceipts);
      await this.payments.deleteOne({ _id: id }, { session: unit.session });
      // The audit trail keeps the whole deleted record, its history included.
      const { statusHistory } = before;
      const fields = [...fieldChanges(before, {}), { field: 'statusHistory', from: statusHistory, to: null }];
      await this.changes.record('payments', { before, caller, action: 'delete', fields }, unit);
    });
  }
}

/** Throws 400 for a payment of a customer that does not exist. */
export function unknownCustomer(error: unknown): never {
  if (error instanceof NotFoundException) throw invalidFields({ customerId: messages.customerNotFound });
  throw error;
}
