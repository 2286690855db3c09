import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Currency } from '../../../domain/money.js';
import type { Arrival, ReportSummary } from '../../../domain/reports.js';
import { queryTimeoutOptions } from '../database/query-timeout.js';
import { BankAccount } from './bank-account.schema.js';
import { BankTransaction } from './bank-transaction.schema.js';

/** Days of accounts that a report lists, the latest; its totals are of the whole range. */
const maximumDays = 400;

interface Group {
  _id: { day?: string; bankAccountId: Types.ObjectId; currency: Currency };
  count: number;
  cents: number;
  restCents: number;
}

/** What the bank received, by the day that it arrived: the bank's view beside what is recorded. */
@Injectable()
export class ArrivalsService {
  constructor(
    @InjectModel(BankTransaction.name) private readonly transactions: Model<BankTransaction>,
    @InjectModel(BankAccount.name) private readonly accounts: Model<BankAccount>,
  ) {}

  /** What arrived on the days from `from` to `to` (YYYY-MM-DD, both included, either open). */
  async between(from?: string, to?: string): Promise<ReportSummary['arrivals']> {
    const range = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
    const incoming = { cents: { $gt: 0 }, ...((from || to) && { day: range }) };
    const grouped = (key: object) => ({
      $group: {
        _id: { bankAccountId: '$bankAccountId', currency: '$currency', ...key },
        count: { $sum: 1 },
        cents: { $sum: '$cents' },
        restCents: { $sum: '$restCents' },
      },
    });
    const { collection } = this.transactions;
    const [days, totals, accounts] = await Promise.all([
      collection
        .aggregate<Group>(
          [
            { $match: incoming },
            grouped({ day: '$day' }),
            { $sort: { '_id.day': -1, '_id.bankAccountId': 1 } },
            { $limit: maximumDays },
          ],
          queryTimeoutOptions(),
        )
        .toArray(),
      collection.aggregate<Group>([{ $match: incoming }, grouped({})], queryTimeoutOptions()).toArray(),
      this.accounts.find({}, 'name').lean(),
    ]);
    const names = new Map(accounts.map(({ _id, name }) => [String(_id), name]));
    const arrival = ({ _id, count, cents, restCents }: Group): Arrival => ({
      bankAccountId: String(_id.bankAccountId),
      bankAccount: names.get(String(_id.bankAccountId)) ?? '',
      currency: _id.currency,
      amount: cents / 100,
      allocated: (cents - restCents) / 100,
      count,
    });
    return {
      totals: totals
        .map(arrival)
        .sort((a, b) => a.bankAccount.localeCompare(b.bankAccount) || a.currency.localeCompare(b.currency)),
      days: days.map((group) => ({ day: group._id.day ?? '', ...arrival(group) })),
    };
  }
}
