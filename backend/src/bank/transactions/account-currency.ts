import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import { type Edit, isEdit } from '../../platform/changes/change.js';
import { InChange } from '../../platform/changes/subscribers.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { BankTransaction } from './bank-transaction.schema.js';

/** Keeps the currency of bank accounts that have transactions. */
@Injectable()
export class AccountCurrency {
  constructor(@InjectModel(BankTransaction.name) private readonly transactions: Model<BankTransaction>) {}

  /** Throws 409 for another currency once there are transactions. */
  @InChange('bank-accounts', 'check', isEdit<'bank-accounts'>)
  async check(changes: readonly Edit<'bank-accounts'>[], { session }: UnitOfWork): Promise<void> {
    for (const { before, after } of changes) {
      if (before.currency === after.currency) continue;
      if (await this.transactions.exists({ bankAccountId: after._id }).session(session))
        throw new ConflictException(reconciliationMessages.bankAccountCurrency);
    }
  }
}
