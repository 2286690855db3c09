import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type mongoose from 'mongoose';
import type { ClientSession, Connection, Types } from 'mongoose';
import { emailKey } from '#domain/customers';
import { isSettled, paymentStatuses } from '#domain/payments';
import type { Customer } from '../customers/customer.schema.js';
import { type MailedPayment } from './mailed-payment.js';
import { isUnderEmail, type Payer, payerOf, typedPayer } from '../payments/payer.js';
import type { OrderRecord } from './mail-renderer.js';

type Id = Types.ObjectId;
interface Reading {
  session?: ClientSession;
}

/** The statuses of payments whose links a visitor may request. */
const linkedStatuses = paymentStatuses.filter((status) => status === 'pending' || isSettled(status));
/** Maximum number of links in one mail. */
const maxLinks = 20;

/** Reads payments and their customers, which other services write, by the driver and the names of the collections. */
@Injectable()
export class PaymentReader {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  private get payments() {
    return this.connection.collection<MailedPayment>(
      'payments',
    ) as unknown as mongoose.mongo.Collection<MailedPayment>;
  }

  private get customers() {
    return this.connection.collection<Customer>(
      'customers',
    ) as unknown as mongoose.mongo.Collection<Customer>;
  }

  /** Returns a payment, or null. */
  find(_id: Id, { session }: Reading = {}): Promise<MailedPayment | null> {
    return this.payments.findOne({ _id }, { ...(session && { session }) });
  }

  /** Returns the payment that has or had a normalised reference, or null. */
  async findByReferenceKey(referenceKey: string): Promise<MailedPayment | null> {
    return (
      (await this.payments.findOne({ referenceKey } as object)) ??
      (await this.payments.findOne({ formerReferenceKeys: referenceKey } as object))
    );
  }

  /** Returns the payer; undefined without an email address. */
  async payerOf(payment: MailedPayment, { session }: Reading = {}): Promise<Payer | undefined> {
    const typed = typedPayer(payment);
    if (typed) return typed;
    const customer = await this.customers.findOne(
      { _id: payment.customerId },
      { projection: { fullName: 1, email: 1 }, ...(session && { session }) },
    );
    return payerOf(payment, customer);
  }

  /** Returns the pending and settled payments under an email address with their payers, newest first. */
  async findUnderEmail(email: string): Promise<OrderRecord[]> {
    const key = emailKey(email);
    const customers = await this.customers
      .find({ emailKey: key }, { projection: { fullName: 1, email: 1 } })
      .limit(100)
      .toArray();
    const byId = new Map(customers.map((customer) => [String(customer._id), customer]));
    const ownedBy = customers.map(({ _id }) => _id);
    const [typed, recorded] = await Promise.all([
      this.newest({ payerEmailKey: key }),
      // A payment recorded by an admin has no typed details.
      ownedBy.length ? this.newest({ customerId: { $in: ownedBy }, payerEmailKey: null }) : [],
    ]);
    return [...typed, ...recorded]
      .flatMap((payment) => {
        const payer = payerOf(payment, byId.get(String(payment.customerId)));
        return payer && isUnderEmail(payer, email) ? [{ payment, payer }] : [];
      })
      .sort((a, b) => b.payment.createdAt.getTime() - a.payment.createdAt.getTime())
      .slice(0, maxLinks);
  }

  /** Returns pending payments with an expected transfer date between two days, midnight UTC. */
  expectedBetween(from: Date, to: Date): AsyncIterable<MailedPayment> {
    return this.payments.find({ status: 'pending', transferDate: { $gte: from, $lte: to } });
  }

  private newest(conditions: object): Promise<MailedPayment[]> {
    return this.payments
      .find({ ...conditions, status: { $in: linkedStatuses } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(maxLinks)
      .toArray();
  }
}
