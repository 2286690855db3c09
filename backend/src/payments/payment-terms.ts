import { Injectable } from '@nestjs/common';
import type { mongo } from 'mongoose';
import { type Edit, isEdit } from '../platform/changes/change.js';
import { InChange } from '../platform/changes/subscribers.js';
import { type Customer, isFoundAlike as isCustomerFoundAlike } from '../customers/customer.schema.js';
import { CustomersService } from '../customers/customers.service.js';
import { InjectCollection } from '../platform/database/collections.js';
import { Leader } from '../platform/database/leader.js';
import { LeaderWork } from '../platform/database/leader-timer.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { paymentTerms } from '../platform/search-index/search-terms.js';
import { Payment } from './payment.schema.js';

const searchedFields = [
  ...(['customerId', 'referenceNumber', 'formerReferences'] as const),
  ...(['transactionId', 'paymentDetails'] as const),
];

const searchedPart = (payment: Payment): string =>
  JSON.stringify(searchedFields.map((field) => payment[field] ?? null));

/** Returns whether two states of a payment are found by the same words. */
export const isFoundAlike = (one: Payment, other: Payment): boolean =>
  searchedPart(one) === searchedPart(other);

/** Payments that one transaction writes: those of a customer of more follow in steps. */
const atOnce = 500;

/** Keeps the terms of payments, which have those of their customers: the newest in the customer's own transaction. */
@Injectable()
export class PaymentTerms extends LeaderWork {
  constructor(
    @InjectCollection(Payment) private readonly payments: mongo.Collection<Payment>,
    private readonly customers: CustomersService,
    private readonly unitOfWork: TransactionsService,
    leader: Leader,
  ) {
    super(leader, 'Search', 'Payments are found by a changed customer later');
  }

  /** Updates the terms of the payments of customers who are found by other words now. */
  @InChange('customers', 'search', isEdit<'customers'>)
  async updateOfCustomers(changes: readonly Edit<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after } of changes)
      if (!isCustomerFoundAlike(before, after)) await this.update(after, undefined, unit);
  }

  /** Takes the next step of a customer whose older payments wait. */
  protected async work(): Promise<void> {
    if (!(await this.customers.findWordsDue())) return;
    await this.unitOfWork.run(async (unit) => {
      const customer = await this.customers.findWordsDue(unit);
      if (customer) await this.update(customer, customer.wordsDue, unit);
    });
    void this.wake();
  }

  /** Updates the newest payments of a customer, of those before `since`, and marks where the next step begins. */
  private async update(customer: Customer, since: Customer['wordsDue'], unit: UnitOfWork): Promise<void> {
    const { _id } = customer;
    const { session } = unit;
    const earlier = since && {
      createdAt: { $lte: since.at },
      $or: [{ createdAt: { $lt: since.at } }, { _id: { $lt: since.id } }],
    };
    const payments = await this.payments
      .find({ customerId: _id, ...earlier }, { session, projection: { statusHistory: 0, ledger: 0 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(atOnce)
      .toArray();
    if (payments.length)
      await this.payments.bulkWrite(
        payments.map((payment) => ({
          updateOne: {
            filter: { _id: payment._id },
            update: { $set: { terms: paymentTerms(payment, customer) } },
          },
        })),
        { session },
      );
    const last = payments[atOnce - 1];
    if (!last && !since) return;
    await this.customers.setWordsDue(_id, last && { at: last.createdAt, id: last._id }, unit);
    if (last) unit.afterCommit(() => this.wake());
  }
}
