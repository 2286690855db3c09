import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type Edit, isEdit } from '../platform/changes/change.js';
import { InChange } from '../platform/changes/subscribers.js';
import { isFoundAlike as isCustomerFoundAlike } from '../customers/customer.schema.js';
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

/** Keeps the terms of payments, which have those of their customers. */
@Injectable()
export class PaymentTerms {
  constructor(@InjectModel(Payment.name) private readonly payments: Model<Payment>) {}

  /** Updates the terms of the payments of customers who are found by other words now. */
  @InChange('customers', 'search', isEdit<'customers'>)
  async updateOfCustomers(changes: readonly Edit<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after } of changes) {
      if (isCustomerFoundAlike(before, after)) continue;
      const payments = await this.payments
        .find({ customerId: after._id }, { statusHistory: 0, ledger: 0 })
        .session(unit.session)
        .lean();
      if (!payments.length) continue;
      await this.payments.collection.bulkWrite(
        payments.map((payment) => ({
          updateOne: {
            filter: { _id: payment._id },
            update: { $set: { terms: paymentTerms(payment, after) } },
          },
        })),
        { session: unit.session },
      );
    }
  }
}
