import { Injectable } from '@nestjs/common';
import type { Types, mongo } from 'mongoose';
import { emailKey } from '#domain/customers/customers';
import { settledStatuses } from '#domain/payments/payments';
import type { TermsTexts } from '#domain/payments/terms';
import { utcCalendar } from '#domain/platform/calendar';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import { InjectCollection } from '../platform/database/collections.js';
import { CustomerLookups } from '../customers/customer-lookups.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { isUnderEmail, type Payer, payerOf, typedPayer } from './payer.js';
import { Payment } from './payment.schema.js';
import type { ShownPayment } from './shown-payment.js';
import { TermsTextsService } from './terms/terms-texts.service.js';

/** A payment and its payer. */
export interface OrderRecord {
  payment: ShownPayment;
  payer: Payer;
  /** The texts of the terms that the visitor has accepted, for the mail that tells them. */
  terms?: TermsTexts | undefined;
}

type Id = Types.ObjectId;

/** The statuses of payments whose links a visitor may request. */
const linkedStatuses = ['pending' as const, ...settledStatuses];
/** Maximum number of links in one mail to payments with entries, and to those without; typed or recorded. */
const maxLinks = 20;

/** Reads payments with their payers, for mails and the visitor's page. */
@Injectable()
export class PaymentReader {
  constructor(
    @InjectCollection(Payment) private readonly payments: mongo.Collection<ShownPayment>,
    private readonly customers: CustomerLookups,
    private readonly texts: TermsTextsService,
  ) {}

  find(_id: Id, unit?: UnitOfWork): Promise<ShownPayment | null> {
    return this.payments.findOne({ _id }, { ...(unit && { session: unit.session }) });
  }

  /** Returns the payment that has or had a normalised reference, or null. */
  async findByReferenceKey(referenceKey: string): Promise<ShownPayment | null> {
    return (
      (await this.payments.findOne({ referenceKey } as object)) ??
      (await this.payments.findOne({ formerReferenceKeys: referenceKey } as object))
    );
  }

  /** Returns the payments whose documents are to be issued by now but for these, the first due ones first. */
  async dueForDocuments(limit: number, except: readonly Id[]): Promise<Id[]> {
    const due = await this.payments
      .find(
        { documentsDueAt: { $lte: new Date() }, _id: { $nin: [...except] } },
        { projection: { _id: 1 }, ...queryTimeoutOptions() },
      )
      .sort({ documentsDueAt: 1 })
      .limit(limit)
      .toArray();
    return due.map(({ _id }) => _id);
  }

  /** Returns the payments whose open invoice lacked letters. */
  async withLettersMissing(): Promise<Id[]> {
    const options = { projection: { _id: 1 }, ...queryTimeoutOptions() };
    const found = await this.payments
      .find({ lettersMissing: true }, options)
      .sort({ createdAt: 1, _id: 1 })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Returns the payer; undefined without an email address. */
  async payerOf(payment: ShownPayment, unit?: UnitOfWork): Promise<Payer | undefined> {
    const typed = typedPayer(payment);
    // A shared transaction has no session to read in.
    if (typed) return typed;
    return payerOf(payment, await this.customers.summary(payment.customerId, unit?.session));
  }

  /** Returns the payment for a mail to its payer. */
  async orderOf(payment: ShownPayment, payer: Payer): Promise<OrderRecord> {
    const { acceptedTerms } = payment;
    return { payment, payer, terms: acceptedTerms && (await this.texts.find(acceptedTerms.version)) };
  }

  /** Returns pending and settled payments under an email address with their payers, newest first. */
  async findUnderEmail(email: string): Promise<OrderRecord[]> {
    const customers = await this.customers.ofEmail(email);
    const byId = new Map(customers.map((customer) => [String(customer._id), customer]));
    const ownedBy = customers.map(({ _id }) => _id);
    const [typed, recorded] = await Promise.all([
      this.linked({ payerEmailKey: emailKey(email) }),
      // A payment recorded by an admin has no typed details.
      ownedBy.length ? this.linked({ customerId: { $in: ownedBy }, payerEmailKey: null }) : [],
    ]);
    return [...typed, ...recorded]
      .flatMap((payment) => {
        const payer = payerOf(payment, byId.get(String(payment.customerId)));
        return payer && isUnderEmail(payer, email) ? [{ payment, payer }] : [];
      })
      .sort((a, b) => b.payment.createdAt.getTime() - a.payment.createdAt.getTime());
  }

  /** Returns pending payments without a plan whose expected transfer date lies between two days, YYYY-MM-DD. */
  expectedBetween(from: string, to: string): AsyncIterable<ShownPayment> {
    const transferDate = { $gte: utcCalendar.startOf(from), $lte: utcCalendar.startOf(to) };
    return this.payments.find({ status: 'pending', transferDate, plan: { $exists: false } });
  }

  /**
   * Returns pending payments with a plan of which a part has its day between two days, YYYY-MM-DD. The days are the only
   * condition: with the status, the database could choose its index and read all pending payments.
   */
  async *partsBetween(from: string, to: string): AsyncIterable<ShownPayment> {
    for await (const payment of this.payments.find({
      plan: { $elemMatch: { due: { $gte: from, $lte: to } } },
    }))
      if (payment.status === 'pending') yield payment;
  }

  /**
   * Returns payments with these conditions whose links a visitor may request. Anyone can order under anybody's address:
   * what strangers order takes no place of payments with entries, which none of theirs has, and among the others only
   * those both before and after a payment keep it away.
   */
  private async linked(conditions: object): Promise<ShownPayment[]> {
    const find = (hasEntries: boolean, limit: number, direction: 1 | -1) =>
      this.payments
        .find({ ...conditions, status: { $in: linkedStatuses }, 'ledger.0': { $exists: hasEntries } })
        .sort({ createdAt: direction, _id: direction })
        .limit(limit)
        .toArray();
    const found = await Promise.all([
      find(true, maxLinks, -1),
      find(false, maxLinks / 2, -1),
      find(false, maxLinks / 2, 1),
    ]);
    return [...new Map(found.flat().map((payment) => [String(payment._id), payment])).values()];
  }
}
