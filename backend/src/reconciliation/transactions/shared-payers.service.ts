import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { collectionOf } from '../../database/collection-of.js';
import { queryTimeoutOptions } from '../../database/query-timeout.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import { BankTransaction } from './bank-transaction.schema.js';

type Id = Types.ObjectId;

/** Most bank transactions that are read: a payer of more says nothing. */
const maximumTransactions = 200;

/** Finds the customers whose payments the same payer in the bank has paid. */
@Injectable()
export class SharedPayers {
  constructor(
    @InjectModel(BankTransaction.name) private readonly model: Model<BankTransaction>,
    private readonly payments: PaymentLookups,
  ) {}

  private find(conditions: object): Promise<Pick<BankTransaction, 'payerKey' | 'allocations'>[]> {
    return collectionOf<BankTransaction>(this.model)
      .find(conditions, { projection: { payerKey: 1, allocations: 1 }, ...queryTimeoutOptions() })
      .sort({ _id: -1 })
      .limit(maximumTransactions)
      .toArray();
  }

  /** Returns the ids of the other customers. */
  async of(customerId: Id): Promise<Id[]> {
    const own = await this.payments.ofCustomers([customerId], []);
    if (!own.length) return [];
    const paid = await this.find({ 'allocations.paymentId': { $in: own.map(({ _id }) => _id) } });
    const keys = [...new Set(paid.flatMap(({ payerKey }) => payerKey || []))];
    if (!keys.length) return [];
    const shared = await this.find({ payerKey: { $in: keys }, 'allocations.customerId': { $exists: true } });
    const ids = shared.flatMap(({ allocations }) => allocations.map(({ paymentId }) => paymentId));
    const payments = await this.payments.byIds(ids, ['customerId']);
    const owners = new Map(payments.map(({ customerId: owner }) => [String(owner), owner]));
    owners.delete(String(customerId));
    return [...owners.values()];
  }
}
