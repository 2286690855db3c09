import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Change } from '../changes/change.js';
import { InChange } from '../changes/subscribers.js';
import { isSearchedAlike } from '../customers/customer-terms.js';
import type { Customer } from '../customers/customer.schema.js';
import { CustomersService } from '../customers/customers.service.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { SearchIndex } from '../search-index/search-index.service.js';
import { paymentTerms } from '../search-index/search-terms.js';
import { Payment } from './payment.schema.js';

const searchedFields = [
  ...(['customerId', 'referenceNumber', 'formerReferences'] as const),
  ...(['transactionId', 'paymentDetails'] as const),
];

const searchedPart = (payment: Payment): string =>
  JSON.stringify(searchedFields.map((field) => payment[field] ?? null));

/** Keeps the search terms of payments, which have those of their customers. */
@Injectable()
export class PaymentTerms {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly customers: CustomersService,
    private readonly searchIndex: SearchIndex,
  ) {}

  @InChange('payments', 'search')
  async update(changes: readonly Change<'payments'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after, facts } of changes) {
      const payment = after ?? before;
      if (!payment || (before && after && searchedPart(before) === searchedPart(after))) continue;
      const termsOf = async (state: Payment | undefined) =>
        state ? paymentTerms(state, await this.customerOf(state, facts?.customer, unit)) : [];
      const terms = { before: await termsOf(before), after: await termsOf(after) };
      await this.searchIndex.change('payments', payment._id, terms, unit);
    }
  }

  /** Updates the terms of the payments of customers who are searched by other words now. */
  @InChange('customers', 'search')
  async updateOfCustomers(changes: readonly Change<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after } of changes) {
      if (!before || !after || isSearchedAlike(before, after)) continue;
      const payments = await this.payments.find({ customerId: after._id }).session(unit.session).lean();
      for (const payment of payments) {
        const terms = { before: paymentTerms(payment, before), after: paymentTerms(payment, after) };
        await this.searchIndex.change('payments', payment._id, terms, unit);
      }
    }
  }

  /** Returns the customer of a payment, the known one where it is; null where imported data lacks it. */
  private async customerOf(
    { customerId }: Payment,
    known: Customer | undefined,
    unit: UnitOfWork,
  ): Promise<Customer | null> {
    return known?._id.equals(customerId) ? known : this.customers.findIfKept(customerId, unit);
  }
}
