import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { toAmount } from '#domain/platform/money';
import type { Arrival, ReportSummary } from '#domain/office/reports';
import type { ArrivalSum } from '../../ledger/stats/arrival-keys.js';
import { ArrivalStatsService } from '../../ledger/stats/arrival-stats.service.js';
import { BankAccount } from '../accounts/bank-account.schema.js';

/** Maximum number of daily sums in a report, latest first; its totals are of the whole range. */
const maximumDays = 400;

/** Money received by the bank, by the day of arrival: the bank's view beside the recorded payments. */
@Injectable()
export class ArrivalsService {
  constructor(
    @InjectModel(BankAccount.name) private readonly accounts: Model<BankAccount>,
    private readonly stats: ArrivalStatsService,
  ) {}

  /** Returns the money received on the days from `from` to `to` (YYYY-MM-DD, both included, either open). */
  async between(from?: string, to?: string): Promise<ReportSummary['arrivals']> {
    const [{ totals, months, days }, accounts] = await Promise.all([
      this.stats.between(from, to, maximumDays),
      this.accounts.find({}, 'name').lean(),
    ]);
    const names = new Map(accounts.map(({ _id, name }) => [String(_id), name]));
    const arrival = ({ bankAccountId, currency, count, cents, allocatedCents }: ArrivalSum): Arrival => ({
      bankAccountId,
      bankAccount: names.get(bankAccountId) ?? '',
      currency,
      amount: toAmount(cents),
      allocated: toAmount(allocatedCents),
      count,
    });
    return {
      totals: totals
        .map(arrival)
        .sort((a, b) => a.bankAccount.localeCompare(b.bankAccount) || a.currency.localeCompare(b.currency)),
      months: months.map(({ month, ...sum }) => ({ month, ...arrival(sum) })),
      days: days.map(({ day, ...sum }) => ({ day, ...arrival(sum) })),
    };
  }
}
