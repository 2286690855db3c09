import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { documentMessages } from '#domain/documents/documents';
import { entryThatNeeds } from '#domain/ledger/ledger';
import { type EntryDraft, statusDrafts } from '#domain/ledger/ledger-drafts';
import { messages } from '#domain/platform/messages';
import { toCents } from '#domain/platform/money';
import { longRecordMessages, maximumReminders } from '#domain/payments/payment-limits';
import {
  type PaymentInput,
  paymentReference,
  referenceKey,
  type StatusInput,
} from '#domain/payments/payments';
import { erasureMessages } from '#domain/care/personal-data';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import { bookedDays, Bookkeeper } from '../ledger/books/bookkeeper.service.js';
import { figureFields, ledgerAfter } from '../ledger/books/ledger-act.js';
import { ChangesService } from '../platform/changes/changes.service.js';
import { fieldChanges } from '../platform/changes/field-changes.js';
import { CONFIG } from '../platform/config/config.module.js';
import type { Customer } from '../customers/customer.schema.js';
import { CustomersService } from '../customers/customers.service.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { EditConflictException } from '../platform/http/errors/edit-conflict.exception.js';
import { paymentTerms } from '../platform/search-index/search-terms.js';
import {
  addressFields,
  auditedFigures,
  defined,
  formFields,
  hasMoney,
  neededMessage,
  planFields,
  type PaymentWithFigures,
  refuseLong,
  refuseCancellationWords,
  refuseStatusWords,
  toUpdate,
  withFeeNote,
  withFigures,
  unknownCustomer,
} from './payment-record.js';
import { withoutWords } from './erased-payment.js';
import { typedPayer } from './payer.js';
import type { PaymentAct, PaymentOrigin } from './payment-act.js';
import type { MailConfig } from '../mail/mail-settings.js';
import type { PaymentConfig } from './options/payment-settings.js';
import { dueFields, movedBuyer, newTax } from './payment-papers.js';
import { Payment } from './payment.schema.js';
import { isFoundAlike } from './payment-terms.js';
import {
  isReferenceTaken,
  referenceFields,
  refuseFormerReference,
  refuseTakenReference,
} from './lists/reference-search.js';

type Id = Types.ObjectId;

/** Writes payments and their history, and reads single ones; no other service writes them. */
@Injectable()
export class PaymentsService {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly customers: CustomersService,
    private readonly books: Bookkeeper,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: MailConfig & PaymentConfig,
  ) {}

  /** A payment by id, with the plain id of its customer. Throws 404 "Payment not found". */
  async findWithFigures(id: Id, unit?: UnitOfWork): Promise<PaymentWithFigures> {
    return this.withFigures(await this.findStored(id, unit));
  }

  /** Returns a payment as every call returns it, with the figures of today. */
  withFigures(payment: Payment): PaymentWithFigures {
    return withFigures(payment, this.config.calendar.dayOf(new Date()));
  }

  /** Returns a payment as stored. Throws 404 "Payment not found". */
  async findStored(id: Id, unit?: UnitOfWork): Promise<Payment> {
    const payment = await this.payments
      .findById(id)
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
    { entries, history = [], facts, ...origin }: PaymentOrigin,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<Payment> {
    if (input.referenceNumber) await refuseFormerReference(this.payments, input.referenceNumber, unit);
    const now = new Date();
    // Generated references of a customer are unique per millisecond: a rerun takes the next one, as the clock may stand
    // still or go back.
    const referenceNumber =
      input.referenceNumber || paymentReference(String(customer._id), now.getTime() + unit.reruns);
    const drafts = entries ?? this.statusEntries(undefined, input);
    const time = await this.books.now(
      drafts.map(({ day }) => day),
      unit,
    );
    const ledger = ledgerAfter([], { entries: drafts }, time, caller.by);
    const province = customer.province;
    const made: Payment = {
      _id: new Types.ObjectId(),
      ...defined(formFields(input)),
      ...referenceFields(referenceNumber),
      terms: paymentTerms({ ...formFields(input), referenceNumber }, customer),
      status: 'pending',
      ...(ledger.length && { ledger }),
      statusHistory: history.map((entry) => ({ date: now, ...entry, by: caller.by })),
      ...origin,
      ...(origin.plan && { plannedOn: this.config.calendar.dayOf(now) }),
      createdBy: caller.by,
      ...(customer.country && { country: customer.country }),
      ...(province && { province }),
      version: 0,
      createdAt: now,
      updatedAt: now,
    };
    const bookings = await this.books.book(made, undefined, caller, unit);
    const payment: Payment = {
      ...made,
      ...newTax(made, customer, this.config),
      ...dueFields(undefined, made, this.config),
      ...defined({ ...figureFields(made), bookedOn: bookedDays(bookings) }),
    };
    if (!history.length) payment.statusHistory = [{ date: now, status: payment.status, by: caller.by }];
    unit.deferInsert(this.payments.collection, [payment], (error) => {
      if (input.referenceNumber || !isReferenceTaken(error)) refuseTakenReference(error);
      unit.rerun(error);
    });
    await this.changes.record(
      'payments',
      { after: payment, caller, action: 'create', facts: { ...facts, customer, bookings } },
      unit,
    );
    return payment;
  }

  /** Returns the entries by which a person sets a status. Throws 400 for words that it does not take. */
  statusEntries(before: Payment | undefined, change: StatusInput & { amount?: number }): EntryDraft[] {
    const today = this.config.calendar.dayOf(new Date());
    refuseStatusWords(before, change, today);
    refuseCancellationWords(before, change);
    const { status, receivedOn, way, fee } = change;
    const words = {
      ...(receivedOn && { receivedOn }),
      ...(way && { way }),
      ...(fee !== undefined && { fee }),
    };
    return statusDrafts(before ?? { amount: change.amount ?? 0 }, status, words, today);
  }

  /**
   * Makes an act on a payment in the transaction of what it follows from: entries, the figures and bookings that follow,
   * the history and the version. `before` was read in the same transaction. Throws 409 where a step is voided that a later
   * entry needs, where the history is too long for more, and for words on a payment whose words are erased.
   */
  async act(before: Payment, given: PaymentAct, caller: Caller, unit: UnitOfWork): Promise<Payment> {
    const act = before.erasedAt ? withoutWords(before, given) : given;
    const { fields = {}, note, voids = [], entries = [], facts, isFact = false } = act;
    const { ledger: former = [] } = before;
    for (const step of isFact ? [] : voids) {
      const needed = entryThatNeeds(step, toCents(before.amount), former);
      const voided = former.filter((entry) => entry.step === step);
      if (needed) throw new ConflictException(neededMessage(needed, voided, before));
    }
    const changed = former.filter(({ step }) => voids.includes(step)).map(({ bookedOn }) => bookedOn);
    const time = await this.books.now([...changed, ...entries.map(({ day }) => day)], unit);
    const ledger = ledgerAfter(former, act, time, caller.by);
    const draft: Payment = { ...before, ...fields, ...(ledger.length && { ledger }) };
    const bookings = await this.books.book(draft, before, caller, unit);
    refuseLong(before, act, bookings);
    const figures = figureFields(draft);
    const { status } = figures;
    const date = new Date();
    const history = act.notes?.map((line) => ({ status, note: line })) ?? [{ status, ...(note && { note }) }];
    const { $set, $unset } = toUpdate({
      ...fields,
      ...(!isFoundAlike(before, draft) && { terms: await this.termsOf(draft, facts?.customer, unit) }),
      ...figures,
      // The announced transfer has come; the next part is another one.
      ...(draft.plan && entries.some(({ kind }) => kind === 'receipt') && { saidSent: undefined }),
      ...dueFields(before, draft, this.config),
      ...(ledger.length && { ledger, bookedOn: bookedDays(bookings) }),
    });
    const stored = await this.payments
      .findByIdAndUpdate(
        before._id,
        {
          $set,
          ...(Object.keys($unset).length && { $unset }),
          $push: { statusHistory: { $each: history.map((entry) => ({ date, ...entry, by: caller.by })) } },
          $inc: { version: 1 },
        },
        { session: unit.session, returnDocument: 'after' },
      )
      .lean()
      .orFail()
      .catch(refuseTakenReference);
    // With the entries as they were written, which are folded already.
    const after: Payment = { ...stored, ...(ledger.length && { ledger }) };
    await this.changes.record(
      'payments',
      {
        before,
        after,
        caller,
        note,
        action: act.action ?? (status === before.status ? 'update' : 'status'),
        fields: act.shown?.(after) ?? fieldChanges(auditedFigures(before), auditedFigures(after)),
        facts: { ...facts, bookings },
      },
      unit,
    );
    return after;
  }

  /** Returns the terms of a payment by its customer, the known one where it is; imported data may lack it. */
  private async termsOf(payment: Payment, known: Customer | undefined, unit: UnitOfWork): Promise<string[]> {
    const { customerId } = payment;
    const customer = known?._id.equals(customerId)
      ? known
      : await this.customers.findIfKept(customerId, unit);
    return paymentTerms(payment, customer);
  }

  /**
   * Replaces the fields of the form; a changed status is added to the history. Throws 404, 400 for an unknown customer,
   * and 409 for another version, a taken reference, or another amount or currency where money has come.
   */
  update(id: Id, input: PaymentInput, caller: Caller): Promise<PaymentWithFigures> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.findStored(id, unit);
      if (input.version !== undefined && input.version !== before.version) throw new EditConflictException();
      if (input.amount !== before.amount || input.currency !== before.currency)
        await this.refuseFixed(before, unit);
      const customer = await this.customers
        .find(new Types.ObjectId(input.customerId), unit)
        .catch(unknownCustomer);
      const moved = !customer._id.equals(before.customerId);
      if (moved && customer.erasedAt) throw new ConflictException(erasureMessages.erasedRecord);
      const reference = input.referenceNumber || before.referenceNumber;
      if (referenceKey(reference) !== referenceKey(before.referenceNumber))
        await refuseFormerReference(this.payments, reference, unit, id);
      const entries = this.statusEntries({ ...before, amount: input.amount }, input);
      const after = await this.act(
        before,
        {
          entries,
          fields: {
            ...formFields({ ...input, customerId: String(customer._id) }, before),
            ...referenceFields(reference, before),
            ...planFields(before, input.amount),
            ...(moved && {
              country: customer.country,
              province: customer.province,
              ...movedBuyer(before),
            }),
          },
          note: withFeeNote(entries, input),
          ...(!entries.length && { notes: [] }),
          action: 'update',
          facts: { customer, isTold: input.notify === true && entries.length > 0 },
        },
        caller,
        unit,
      );
      if (!moved || typedPayer(before)) return this.withFigures(after);
      // The page shows the customer, whom the one that has its address must not read of.
      await this.endLinks(id, caller, unit);
      return this.findWithFigures(id, unit);
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

  /** Keeps written reminders, in the transaction that queues their mail. Throws 409 for too many by hand. */
  async addReminder(id: Id, reminders: NonNullable<Payment['reminders']>, { session }: UnitOfWork) {
    const isByHand = reminders.some(({ number, isNotice }) => number === undefined && !isNotice);
    const { matchedCount } = await this.payments.updateOne(
      { _id: id, ...(isByHand && fewReminders) },
      { $push: { reminders: { $each: reminders } } },
      { session, timestamps: false },
    );
    if (!matchedCount) throw new ConflictException(longRecordMessages.reminders);
  }

  /** Keeps the number of a payment's documents, and when the next are issued, with their issue; the version stays. */
  async setIssued(
    id: Id,
    {
      count,
      nextAt,
      ...fields
    }: { count: number; nextAt?: Date } & Pick<Payment, 'tax' | 'buyerVersion' | 'lettersMissing'>,
    { session }: UnitOfWork,
  ): Promise<void> {
    const { $set, $unset } = toUpdate({ documentCount: count, documentsDueAt: nextAt, ...fields });
    await this.payments.collection.updateOne(
      { _id: id },
      { $set, ...(Object.keys($unset).length && { $unset }) },
      { session },
    );
  }

  /** Takes back that the open invoice lacks letters. */
  async showLetters(id: Id, { session }: UnitOfWork): Promise<void> {
    await this.payments.collection.updateOne({ _id: id }, { $unset: { lettersMissing: '' } }, { session });
  }

  /** Invalidates the links to a payment's page; the next one is new. Throws 404. */
  renewLink(id: Id, caller: Caller): Promise<void> {
    return this.unitOfWork.run((unit) => this.endLinks(id, caller, unit));
  }

  /** Invalidates the links to a payment's page likewise, as a part of a transaction. */
  async endLinks(id: Id, caller: Caller, unit: UnitOfWork): Promise<void> {
    const { matchedCount } = await this.payments.collection.updateOne(
      { _id: id },
      { $inc: { linkVersion: 1 } },
      { session: unit.session },
    );
    if (!matchedCount) throw new NotFoundException(messages.paymentNotFound);
    await this.changes.record('payments', { id, caller, action: 'link' }, unit);
  }

  /**
   * Corrects the address that the payer has typed, if any, as a part of a transaction, and counts the correction: of two at
   * a time one is on a stale version. Neither the history nor a paper tells of it.
   */
  correctAddress(before: Payment, email: string, caller: Caller, unit: UnitOfWork): Promise<Payment> {
    const fields = typedPayer(before) ? addressFields(before, email) : {};
    return this.act(before, { fields, notes: [], room: 'any' }, caller, unit);
  }

  /** Deletes a payment with its bookings. Throws 404, or 409 where money has come for it, or its month is closed. */
  async delete(id: Id, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const before = await this.findStored(id, unit);
      await this.refuseFixed(before, unit);
      if (before.documentCount) throw new ConflictException(documentMessages.hasDocuments);
      const bookings = { before: await this.books.remove(before, unit), made: [] };
      await this.payments.deleteOne({ _id: id }, { session: unit.session });
      // The audit trail keeps the whole deleted record, its history included.
      const { statusHistory } = before;
      const fields = [...fieldChanges(before, {}), { field: 'statusHistory', from: statusHistory, to: null }];
      const facts = { bookings };
      await this.changes.record('payments', { before, caller, action: 'delete', fields, facts }, unit);
    });
  }

  /** Throws 409 for a payment whose amount, currency and record stay as they are: it has money, or its month is closed. */
  private async refuseFixed(payment: Payment, unit: UnitOfWork): Promise<void> {
    if (hasMoney(payment)) throw new ConflictException(reconciliationMessages.hasReceipts);
    if (await this.books.isClosed(payment, unit)) throw new ConflictException(messages.monthClosed);
  }
}

const fewReminders = { [`reminders.${maximumReminders - 1}`]: { $exists: false } };
