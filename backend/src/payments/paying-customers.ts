import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { isTestPayment } from '#domain/cards/cards';
import { messages } from '#domain/platform/messages';
import { type Deletion, isDeletion } from '../platform/changes/change.js';
import { InChange } from '../platform/changes/subscribers.js';
import { CustomersService } from '../customers/customers.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { Payment } from './payment.schema.js';
import { leavesCustomer, type LeavingPayment } from './payment-record.js';

/** Keeps `hasPayment` of the customers of moved and deleted payments; a new payment's writer has set it before. */
@Injectable()
export class PayingCustomers {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly customers: CustomersService,
  ) {}

  @InChange('payments', 'customers', leavesCustomer)
  async update(changes: readonly LeavingPayment[], unit: UnitOfWork): Promise<void> {
    for (const { before, after } of changes) {
      if (isTestPayment(before)) continue;
      if (after) await this.customers.setHasPayment(after.customerId, true, unit);
      await this.release(before.customerId, unit);
    }
  }

  /** Refuses to delete a customer of test-mode payments, which set no `hasPayment`. */
  @InChange('customers', 'check', isDeletion<'customers'>)
  async keepCustomers(changes: readonly Deletion<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before } of changes)
      if (await this.payments.exists({ customerId: before._id }).session(unit.session))
        throw new ConflictException(messages.customerHasPayments);
  }

  private async release(customerId: Types.ObjectId, unit: UnitOfWork): Promise<void> {
    const left = await this.payments
      .exists({ customerId, 'card.live': { $ne: false } })
      .session(unit.session);
    await this.customers.setHasPayment(customerId, !!left, unit).catch((error: unknown) => {
      // Imported data may lack the customer; deleting the payment must still work.
      if (!(error instanceof NotFoundException)) throw error;
    });
  }
}
