import { ConflictException, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { emailKey } from '#domain/customers/customers';
import { erasureMessages } from '#domain/care/personal-data';
import { mailMessages } from '#domain/mail/mail';
import { CustomerLookups } from '../customers/customer-lookups.js';
import { CustomersService } from '../customers/customers.service.js';
import { Outbox } from '../mail/outbox.js';
import { typedPayer } from '../payments/payer.js';
import { PaymentReader } from '../payments/payment-reader.js';
import { leavesCustomer, type LeavingPayment, type PaymentWithFigures } from '../payments/payment-record.js';
import { type Edit, isEdit } from '../platform/changes/change.js';
import { InChange } from '../platform/changes/subscribers.js';
import { PaymentsService } from '../payments/payments.service.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { EditConflictException } from '../platform/http/errors/edit-conflict.exception.js';
import { invalidFields } from '../platform/http/validation.pipe.js';

type Id = Types.ObjectId;

/** Corrects the addresses to which the mails about payments go. */
@Injectable()
export class PayerAddresses {
  constructor(
    private readonly payments: PaymentsService,
    private readonly reader: PaymentReader,
    private readonly customers: CustomersService,
    private readonly lookups: CustomerLookups,
    private readonly outbox: Outbox,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /**
   * Corrects a mistyped address of a payment's payer: the one that was typed, else the customer's, whose own follows where
   * it was the same and no other customer has the new one. What waits in the outbox goes there, written anew; the links
   * that the old one has end. Writes no mail.
   * @throws 400 under `email` for the address that stands; 409 for another version than `version`, for an erased customer,
   *   and while a mail about the payment is being sent; 404
   */
  correct(
    id: Id,
    { email, version }: { email: string; version: number },
    caller: Caller,
  ): Promise<PaymentWithFigures> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.payments.findStored(id, unit);
      const customer = await this.customers.find(before.customerId, unit);
      if (before.erasedAt || customer.erasedAt) throw new ConflictException(erasureMessages.erasedRecord);
      if (version !== before.version) throw new EditConflictException();
      const typed = typedPayer(before);
      const former = typed?.email ?? customer.email;
      if (emailKey(former) === emailKey(email)) throw invalidFields({ email: mailMessages.sameAddress });
      await this.payments.correctAddress(before, email, caller, unit);
      await this.payments.endLinks(id, caller, unit);
      await this.readdressMails(id, email, caller, unit);
      const isSame = emailKey(customer.email) === emailKey(former);
      if (!typed || (isSame && !(await this.lookups.hasEmail(email))))
        await this.customers.changeEmail(customer, email, caller, unit);
      return this.payments.findWithFigures(id, unit);
    });
  }

  /** Sends the mails about a payment that are not sent yet to another address. */
  private async readdressMails(paymentId: Id, to: string, caller: Caller, unit: UnitOfWork): Promise<void> {
    for (const mail of await this.outbox.unsentToPayer({ paymentId }, unit)) {
      if (mail.state === 'sending') throw new ConflictException(mailMessages.beingSent);
      await this.outbox.readdress(mail, { to }, caller, unit);
    }
  }

  /** Has the mails that wait about a customer's payments, where no address was typed for these, go to a changed address. */
  @InChange('customers', 'mail', isEdit<'customers'>)
  async followCustomers(changes: readonly Edit<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after, caller } of changes) {
      if (!caller || after.email === before.email) continue;
      for (const mail of await this.outbox.unsentToPayer({ customerId: after._id }, unit)) {
        if (mail.state === 'sending' || emailKey(mail.to) !== emailKey(before.email)) continue;
        const payment = await this.reader.find(mail.paymentId!, unit);
        if (payment && !typedPayer(payment))
          await this.outbox.readdress(mail, { to: after.email }, caller, unit);
      }
    }
  }

  /** Has the mails that wait for the former customer of a payment go to the one that it is moved to. */
  @InChange('payments', 'mail', leavesCustomer)
  async followPayments(changes: readonly LeavingPayment[], unit: UnitOfWork): Promise<void> {
    for (const { before, after, caller } of changes) {
      if (!after || !caller) continue;
      const former = await this.reader.payerOf(before, unit);
      const payer = await this.reader.payerOf(after, unit);
      for (const mail of await this.outbox.unsentToPayer({ paymentId: after._id }, unit)) {
        // A mail that is sent again to another address goes there.
        const to = payer && mail.to === former?.email ? payer.email : mail.to;
        if (mail.state !== 'sending')
          await this.outbox.readdress(mail, { to, customerId: after.customerId }, caller, unit);
      }
    }
  }
}
