import { createHmac, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type CustomerInput, emailKey } from '#domain/customers/customers';
import { deriveKey, SERVER_KEY } from '../platform/secrets/server-key.js';
import type { Customer } from './customer.schema.js';
import { CustomerLookups } from './customer-lookups.js';
import { CustomersService } from './customers.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { VisitorEmail } from './visitor-email.schema.js';

/** Finds and creates the customers of visitors, who prove nothing about who they are. */
@Injectable()
export class VisitorCustomers {
  private readonly emailHashKey: KeyObject;

  constructor(
    @Inject(SERVER_KEY) key: KeyObject,
    @InjectModel(VisitorEmail.name) private readonly emails: Model<VisitorEmail>,
    private readonly customers: CustomersService,
    private readonly lookups: CustomerLookups,
  ) {
    this.emailHashKey = deriveKey(key, 'checkout emails');
  }

  /** Returns whether a customer has the email of a visitor already. */
  isKnown({ email }: Pick<CustomerInput, 'email'>): Promise<boolean> {
    return this.lookups.hasEmail(email);
  }

  /**
   * Returns the customer for a payment that follows in the transaction: the one who has the email, of whom nothing but
   * `hasPayment` is changed, or a new one. A payment of the card provider's test mode does not set that either. In a
   * shared transaction, which cannot look for the email, the customer is new: the database refuses it where another
   * visitor was first meanwhile.
   */
  async forPayment(
    visitor: CustomerInput,
    caller: Caller,
    unit: UnitOfWork,
    { isTest = false } = {},
  ): Promise<Customer> {
    const { email } = visitor;
    const known = unit.isShared ? null : await this.findOwner(email, unit, isTest);
    if (known) return known;
    const created = await this.customers.insert(visitor, caller, unit, { hasPayment: !isTest, isTest });
    const _id = createHmac('sha256', this.emailHashKey).update(emailKey(email)).digest('base64url');
    const fields = { customerId: created._id, createdAt: new Date() };
    if (unit.isShared) unit.deferInsert(this.emails.collection, [{ _id, ...fields }]);
    else unit.deferUpsert(this.emails.collection, _id, fields);
    return created;
  }

  private findOwner(email: string, unit: UnitOfWork, isTest: boolean): Promise<Customer | null> {
    return isTest ? this.customers.findForTest(email, unit) : this.customers.claimByEmail(email, unit);
  }
}
