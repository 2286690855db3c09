import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import {
  openAmount,
  type PaymentInput,
  paymentReference,
  recordedAlready,
  referenceKey,
} from '#domain/payments';
import { reconciliationMessages } from '#domain/reconciliation';
import { AuditService, fieldChanges } from '../audit/audit.service.js';
import type { Customer } from '../customers/customer.schema.js';
import { CustomersService } from '../customers/customers.service.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Caller } from '../http/caller.decorator.js';
import { EditConflictException } from '../http/edit-conflict.exception.js';
import { invalidFields } from '../http/validation.pipe.js';
import { MailService } from '../mail/mail.service.js';
import { SearchIndex } from '../search-index/search-index.service.js';
import { paymentTerms } from '../search-index/search-terms.js';
import { StatsService } from '../stats/stats.service.js';
import { SubmissionsService } from '../submissions/submissions.service.js';
import { type PaymentListener, PaymentListeners } from './payment-listeners.js';
import {
  type BalanceChange,
  changedBalance,
  formFields,
  handSetFields,
  hasReceipts,
  type PaymentWithBalance,
  withBalance,
} from './payment-record.js';
import { Payment } from './payment.schema.js';
import {
  isReferenceTaken,
  referenceFields,
  refuseFormerReference,
  refuseTakenReference,
} from './reference-search.js';

type Id = Types.ObjectId;

/** Writes payments and their history, and reads single ones; no other service writes them. */
@Injectable()
export class PaymentsService {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly searchIndex: SearchIndex,
    private readonly customers: CustomersService,
    private readonly transactions: TransactionsService,
    private readonly stats: StatsService,
    private readonly audit: AuditService,
    private readonly mail: MailService,
    private readonly submissions: SubmissionsService,
    private readonly listeners: PaymentListeners,
  ) {
    customers.onRename((before, after, unit) => this.rename(before, after, unit));
  }

  /** Updates the search terms of a customer's payments, in the transaction of the customer's change. */
  private async rename(before: Customer, after: Customer, unit: UnitOfWork): Promise<void> {
    const payments = await this.payments.find({ customerId: after._id }).session(unit.session).lean();
    for (const payment of payments) {
      const terms = { before: paymentTerms(payment, before), after: paymentTerms(payment, after) };
      await this.searchIndex.change('payments', payment._id, terms, unit);
    }
  }

  /** Calls the listener after each write of a payment. Its errors are logged: the payment is stored. */
  onChange(listener: PaymentListener): void {
    this.listeners.add(listener);
  }

  /** A payment by id, with the plain id of its customer. Throws 404 "Payment not found". */
  async find(id: Id, unit?: UnitOfWork): Promise<PaymentWithBalance> {
    return withBalance(await this.load(id, unit));
  }

  /** Returns a payment as stored, with the status that a person has set. Throws 404 "Payment not found". */
  async load(id: Id, unit?: UnitOfWork): Promise<Payment> {
    const payment = await this.payments
      .findById(id)
      .select('+statusByHand')
      .session(unit?.session ?? null)
      .lean();
    if (!payment) throw new NotFoundException(messages.paymentNotFound);
    return payment;
  }

  /** Records a payment, once per key: see SubmissionsService. */
  create(input: PaymentInput, caller: Caller, key?: string): Promise<PaymentWithBalance> {
    return this.submissions.once('payment', key, input, {
      make: (remember) =>
        this.transactions.run(async (unit) => {
          const id = new Types.ObjectId(input.customerId);
          const customer = await this.customers.setHasPayment(id, true, unit).catch(unknownCustomer);
          const payment = await this.insert(input, customer, { source: 'admin' }, caller, unit);
          remember({ paymentId: payment._id, referenceNumber: payment.referenceNumber }, unit);
          return withBalance(payment);
        }),
      replay: ({ paymentId }) => this.find(paymentId),
      refusal: ({ referenceNumber }) => recordedAlready(referenceNumber),
    });
  }

  /**
   * Inserts a payment and its first history entry in a transaction that has set the customer's `hasPayment`. Throws 409
   * where a given reference is taken.
   */
  async insert(
    input: PaymentInput,
    customer: Pick<Customer, '_id' | 'country' | 'fullName' | 'email' | 'phone'>,
    { source, quoted }: Pick<Payment, 'source' | 'quoted'>,
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
      statusHistory: [{ date: now, status: input.status, by: caller.by }],
      source,
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
    this.stats.paymentChanged(unit, undefined, payment);
    const terms = { before: [], after: paymentTerms(payment, customer) };
    await this.searchIndex.change('payments', payment._id, terms, unit);
    const changes = fieldChanges({}, payment as never);
    await this.audit.add(caller, 'create', 'payments', String(payment._id), { changes, unit });
    this.listeners.announce(unit, payment._id, 'created');
    return payment;
  }

  /**
   * Replaces the fields of the form; a changed status is added to the history. Throws 404, 400 for an unknown customer,
   * and 409 for another version, a taken reference, or another amount or currency where there are receipts.
   */
  update(id: Id, input: PaymentInput, caller: Caller): Promise<PaymentWithBalance> {
    return this.transactions.run(async (unit) => {
      const before = await this.load(id, unit);
      if (input.version !== undefined && input.version !== before.version) throw new EditConflictException();
      if (hasReceipts(before) && (input.amount !== before.amount || input.currency !== before.currency))
        throw new ConflictException(reconciliationMessages.hasReceipts);
      const customer = await this.customers
        .find(new Types.ObjectId(input.customerId), unit)
        .catch(unknownCustomer);
      const moved = !customer._id.equals(before.customerId);
      const reference = input.referenceNumber || before.referenceNumber;
      const isRenamed = referenceKey(reference) !== referenceKey(before.referenceNumber);
      if (isRenamed) await refuseFormerReference(this.payments, reference, unit, id);
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
      if (moved) {
        await this.customers.setHasPayment(customer._id, true, unit);
        await this.releaseCustomer(before.customerId, unit);
      }
      this.stats.paymentChanged(unit, before, after);
      const payer = moved ? await this.customerOf(before, unit) : customer;
      const terms = { before: paymentTerms(before, payer), after: paymentTerms(after, customer) };
      await this.searchIndex.change('payments', id, terms, unit);
      await this.mail.queueStatusChange(unit, before, after);
      const changes = fieldChanges(before as never, after as never);
      await this.audit.add(caller, 'update', 'payments', String(id), { changes, unit });
      this.listeners.announce(unit, id, isRenamed ? 'renamed' : 'changed');
      return withBalance(after);
    });
  }

  /** Records the transfer date that the visitor announced; the status stays. Throws 404. */
  setSaidSent(id: Id, date: string, caller: Caller): Promise<void> {
    return this.transactions.run(async (unit) => {
      const before = await this.find(id, unit);
      const at = new Date().toISOString();
      await this.payments.collection.updateOne(
        { _id: id },
        { $set: { saidSent: { date, at } } },
        { session: unit.session },
      );
      await this.audit.add(caller, 'update', 'payments', String(id), {
        changes: [{ field: 'saidSent', from: before.saidSent?.date ?? null, to: date }],
        unit,
      });
    });
  }

  /** Invalidates the links to a payment's page; the next one is new. Throws 404. */
  renewLink(id: Id, caller: Caller): Promise<void> {
    return this.transactions.run(async (unit) => {
      const { matchedCount } = await this.payments.collection.updateOne(
        { _id: id },
        { $inc: { linkVersion: 1 } },
        { session: unit.session },
      );
      if (!matchedCount) throw new NotFoundException(messages.paymentNotFound);
      await this.audit.add(caller, 'link', 'payments', String(id), { unit });
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
    const { note } = change;
    const { balance, status } = changedBalance(before, change);
    const { amount, currency, referenceNumber } = before;
    // Money that was allocated since a refund stands on what that refund has left open.
    if (openAmount({ ...before, ...balance }) < 0)
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
    this.stats.paymentChanged(unit, before, after);
    const changes = [
      ...fieldChanges(before as never, after as never),
      { field: 'note', from: null, to: note },
    ];
    await this.mail.queueStatusChange(unit, before, after);
    const action = status === before.status ? 'update' : 'status';
    await this.audit.add(caller, action, 'payments', String(before._id), { changes, unit });
    this.listeners.announce(unit, before._id);
    return after;
  }

  /** Deletes a payment. Throws 404, or 409 where it has receipts. */
  async delete(id: Id, caller: Caller): Promise<void> {
    await this.transactions.run(async (unit) => {
      const before = await this.load(id, unit);
      if (hasReceipts(before)) throw new ConflictException(reconciliationMessages.hasReceipts);
      await this.payments.deleteOne({ _id: id }, { session: unit.session });
      const terms = { before: paymentTerms(before, await this.customerOf(before, unit)), after: [] };
      await this.searchIndex.change('payments', id, terms, unit);
      await this.releaseCustomer(before.customerId, unit);
      this.stats.paymentChanged(unit, before, undefined);
      // The audit trail keeps the whole deleted record, its history included.
      const changes = [
        ...fieldChanges(before as never, {}),
        { field: 'statusHistory', from: before.statusHistory, to: null },
      ];
      await this.audit.add(caller, 'delete', 'payments', String(id), { changes, unit });
      this.listeners.announce(unit, id);
    });
  }

  /** Returns the customer of a payment; null where imported data lacks it. */
  private customerOf({ customerId }: Payment, unit: UnitOfWork): Promise<Customer | null> {
    return this.customers.find(customerId, unit).catch((error: unknown) => {
      if (error instanceof NotFoundException) return null;
      throw error;
    });
  }

  /** Updates `hasPayment` of the customer of a deleted payment. */
  private async releaseCustomer(customerId: Id, unit: UnitOfWork): Promise<void> {
    const left = await this.payments.exists({ customerId }).session(unit.session);
    await this.customers.setHasPayment(customerId, !!left, unit).catch((error: unknown) => {
      // Imported data may lack the customer; deleting the payment must still work.
      if (!(error instanceof NotFoundException)) throw error;
    });
  }
}

function unknownCustomer(error: unknown): never {
  if (error instanceof NotFoundException) throw invalidFields({ customerId: messages.customerNotFound });
  throw error;
}
