import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { plannedOf } from '#domain/ledger/payment-money';
import { type ExpectedPart, expectedParts } from '#domain/payments/plan';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { cursorBatches } from '../../platform/database/batches/cursor-batches.js';
import { countUpTo } from '../../platform/database/count-up-to.js';
import { stoppedWithCall } from '../../platform/database/stopped-reads.js';
import { exportCursor } from '../../platform/exports/export-file.js';
import { Payment } from '../payment.schema.js';

/** Live payments that wait for their money. */
const waiting = { status: 'pending', 'card.live': { $ne: false } };

const partFields = { amount: 1, currency: 1, plan: 1, transferDate: 1, ledger: 1 } as const;

type Found = Pick<Payment, '_id' | keyof typeof partFields>;

/** A part that is to come, with its payment and customer. */
export type ExpectedLine = ExpectedPart &
  Pick<Payment, '_id' | 'referenceNumber' | 'amount' | 'currency' | 'plan'> & {
    customer?: { fullName: string; email: string } | undefined;
  };

const partsOf = (payment: Found): ExpectedPart[] =>
  expectedParts({ ...plannedOf(payment), transferDate: payment.transferDate });

/** Reads the money that pending payments are to bring. */
@Injectable()
export class ExpectedPayments {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly customers: CustomerLookups,
  ) {}

  /** Yields the parts that are to come, each with its currency, in batches. */
  async *parts(): AsyncGenerator<(ExpectedPart & Pick<Payment, 'currency'>)[]> {
    const cursor = this.payments.collection.find<Found>(waiting, {
      projection: partFields,
      batchSize: 1000,
      ...stoppedWithCall(),
    });
    for await (const batch of cursorBatches(cursor))
      yield batch.flatMap((payment) =>
        partsOf(payment).map((part) => ({ ...part, currency: payment.currency })),
      );
  }

  /** Returns the number of payments that wait, up to countLimit. */
  count(): Promise<number> {
    return countUpTo(this.payments.collection, waiting);
  }

  /** Yields a line for each part: by the payment's next day, and those without a day last. */
  async *lines(): AsyncGenerator<ExpectedLine[]> {
    for (const expectedOn of [{ $gt: '' }, null]) {
      const cursor = this.payments.collection
        .find<Found & Pick<Payment, 'referenceNumber' | 'customerId'>>(
          { ...waiting, expectedOn },
          { ...exportCursor, projection: { ...partFields, referenceNumber: 1, customerId: 1 } },
        )
        .sort({ expectedOn: 1, createdAt: 1, _id: 1 });
      for await (const batch of cursorBatches(cursor)) {
        const customers = await this.customers.summaries(batch.map(({ customerId }) => customerId));
        yield batch.flatMap((payment) =>
          partsOf(payment).map((part) => ({
            ...payment,
            ...part,
            customer: customers.get(String(payment.customerId)),
          })),
        );
      }
    }
  }
}
