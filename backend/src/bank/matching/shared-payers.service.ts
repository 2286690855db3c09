import { Injectable } from '@nestjs/common';
import type { Types, mongo } from 'mongoose';
import { InjectCollection } from '../../platform/database/collections.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import { BankTransaction } from '../transactions/bank-transaction.schema.js';

type Id = Types.ObjectId;

/** Most bank transactions that are read: a payer of more says nothing. */
const maximumTransactions = 200;

/** Finds the customers whose payments the same payer in the bank has paid. */
@Injectable()
export class SharedPayers {
  constructor(
    @InjectCollection(BankTransaction) private readonly transactions: mongo.Collection<BankTransaction>,
    private readonly payments: PaymentLookups,
  ) {}

  private find(conditions: object): Promise<Pick<BankTransaction, 'payerKey' | 'allocations'>[]> {
    return this.transactions
      .find(conditions, { projection: { payerKey: 1, allocations: 1 }, ...queryTimeoutOptions() })
      .sort({ _id: -1 })
      .limit(maximumTransactions)
      .toArray();
  }

  /** Returns the ids of the other customers. */
  async of(customerId: Id): Promise<Id[]> {
    const keys = await this.keysOf(await this.payments.newestIdsOf(customerId, maximumTransactions));
    const customers = await this.paidBy(keys);
    return customers.filter((id) => !id.equals(customerId));
  }

  /** Returns the payers of payments, as keys. */
  async keysOf(paymentIds: readonly Id[]): Promise<string[]> {
    if (!paymentIds.length) return [];
    const paid = await this.find({ 'allocations.paymentId': { $in: [...paymentIds] } });
    return [...new Set(paid.flatMap(({ payerKey }) => payerKey || []))];
  }

  /** Returns the customers whose payments these payers have paid. */
  async paidBy(keys: readonly string[]): Promise<Id[]> {
    if (!keys.length) return [];
    const paid = await this.find({
      payerKey: { $in: [...keys] },
      'allocations.customerId': { $exists: true },
    });
    return this.customersOf(paid.flatMap(({ allocations }) => allocations.map(({ paymentId }) => paymentId)));
  }

  /** Returns the customers of payments, each once. */
  async customersOf(paymentIds: readonly Id[]): Promise<Id[]> {
    const payments = await this.payments.byIds(paymentIds, ['customerId']);
    return [...new Map(payments.map(({ customerId }) => [String(customerId), customerId])).values()];
  }
}
