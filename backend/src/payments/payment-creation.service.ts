import { ConflictException, Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { type PaymentInput, recordedAlready } from '#domain/payments/payments';
import { erasureMessages } from '#domain/care/personal-data';
import { CustomersService } from '../customers/customers.service.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { SubmissionsService } from '../platform/submissions/submissions.service.js';
import { type PaymentWithFigures, unknownCustomer } from './payment-record.js';
import { PaymentsService } from './payments.service.js';

/** Records payments for admins. */
@Injectable()
export class PaymentCreation {
  constructor(
    private readonly payments: PaymentsService,
    private readonly customers: CustomersService,
    private readonly unitOfWork: TransactionsService,
    private readonly submissions: SubmissionsService,
  ) {}

  /** Records a payment, once per key: see SubmissionsService. Throws 409 for a customer whose words are erased. */
  create(input: PaymentInput, caller: Caller, key?: string): Promise<PaymentWithFigures> {
    return this.submissions.once('payment', key, input, {
      make: (remember) =>
        this.unitOfWork.run(async (unit) => {
          const id = new Types.ObjectId(input.customerId);
          const customer = await this.customers.setHasPayment(id, true, unit).catch(unknownCustomer);
          if (customer.erasedAt) throw new ConflictException(erasureMessages.erasedRecord);
          // The customer may have been merged into another one.
          const owned = { ...input, customerId: String(customer._id) };
          const payment = await this.payments.insert(owned, customer, { source: 'admin' }, caller, unit);
          remember({ paymentId: payment._id, referenceNumber: payment.referenceNumber }, unit);
          return this.payments.withFigures(payment);
        }),
      replay: ({ paymentId }) => this.payments.findWithFigures(paymentId),
      refusal: ({ referenceNumber }) => recordedAlready(referenceNumber),
    });
  }
}
