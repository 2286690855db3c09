import { Injectable } from '@nestjs/common';
import type { Pagination } from '#domain/platform/lists';
import type { OverduePayment, ReportSummary } from '#domain/office/reports';
import { type ListSpec, orderOf, parseFilter, textParameter } from '../../platform/http/list-query.js';
import { ReminderMemory } from '../../notifications/reminder-memory.js';
import type { ShownPayment } from '../../payments/shown-payment.js';
import { typedPayer } from '../../payments/payer.js';
import { ReconciliationView } from '../../bank/reconciliation-view.js';
import { paymentListSpec } from '../../payments/lists/payment-list.js';
import { PaymentQueries } from '../../payments/lists/payment-queries.js';

/** Maximum number of overdue payments in the reports. */
const overdueAtMost = 50;

const { search, customerId, paymentMethod, currency, country, language, province, age } =
  paymentListSpec.filters;

/** Filters and sort fields of the list of overdue payments, which are among those of the payments list. */
export const overdueListSpec: ListSpec = {
  filters: Object.fromEntries(
    Object.entries({ search, customerId, paymentMethod, currency, country, language, province, age }),
  ) as ListSpec['filters'],
  sorts: paymentListSpec.sorts,
  order: 'transferDate',
  unique: paymentListSpec.unique!,
  indexes: paymentListSpec.indexes,
  isCostly: true,
};

/** The filter of the payments list that selects what is overdue. */
const overdueFilter = (filter: unknown = {}) => ({ ...(filter as object), overdue: 'true' });

/** The sort of the payments list: by the day from which a payment is overdue, in place of its transfer date. */
const sortOf = (query: Record<string, unknown>): string =>
  (textParameter(query, 'sort') || orderOf(overdueListSpec)).replace('transferDate', 'expectedOn');

type Listed = Omit<ShownPayment, 'customerId'> & { due: number; customerId: { fullName: string } | null };

/** Pending payments past the day of a part, or without a plan past their transfer date, with their last reminder and evidence of their arrival. */
@Injectable()
export class OverdueService {
  constructor(
    private readonly payments: PaymentQueries,
    private readonly reminders: ReminderMemory,
    private readonly reconciliation: ReconciliationView,
  ) {}

  /** Returns the number of overdue payments. */
  count(): Promise<number> {
    return this.payments.count(overdueFilter());
  }

  /** Returns the number of overdue payments and the longest overdue ones, for the reports. */
  async longestOverdue(): Promise<ReportSummary['overdue']> {
    const { payments, pagination } = await this.payments.list({
      sort: 'expectedOn',
      limit: String(overdueAtMost),
      filter: overdueFilter(),
    });
    return {
      total: pagination.total,
      // JSON serialisation turns ids and dates into strings.
      payments: (payments as OverduePayment[]).map(
        ({ _id, referenceNumber, amount, currency, due, transferDate, askedNow, customerId }) => ({
          _id,
          referenceNumber,
          amount,
          currency,
          due,
          transferDate,
          customerId,
          ...(askedNow && { askedNow }),
        }),
      ),
    };
  }

  /** Returns a page of overdue payments, the longest overdue first unless `sort` says otherwise. */
  async list({
    filter,
    ...query
  }: Record<string, unknown>): Promise<{ payments: unknown[]; pagination: Pagination; saidSent: number }> {
    parseFilter(filter, overdueListSpec);
    const [{ payments, pagination }, saidSent] = await Promise.all([
      this.payments.list({ ...query, sort: sortOf(query), filter: overdueFilter(filter) }),
      this.payments.count(overdueFilter({ saidSent: 'yes' })),
    ]);
    return { payments: await this.described(payments as Listed[]), pagination, saidSent };
  }

  /** Returns every overdue payment that matches the list's search, as `PaymentQueries.matching`. */
  async matching({
    filter,
    ...query
  }: Record<string, unknown>): Promise<{ payments: unknown[]; total: number }> {
    parseFilter(filter, overdueListSpec);
    const asked = { ...query, sort: sortOf(query), filter: overdueFilter(filter) };
    const { payments, total } = await this.payments.matching(asked);
    return { payments: await this.described(payments as Listed[]), total };
  }

  /** Adds their last reminders and the evidence of their arrival. */
  private async described(listed: Listed[]): Promise<unknown[]> {
    const [reminders, evidence] = await Promise.all([
      this.reminders.newest(listed),
      this.reconciliation.findEvidence(
        listed.map((payment) => ({
          payment,
          payerName: typedPayer(payment)?.name || payment.customerId?.fullName || '',
        })),
      ),
    ]);
    return listed.map((payment) => {
      const id = String(payment._id);
      const reminder = reminders.get(id);
      return {
        ...payment,
        ...(reminder && { lastReminderAt: reminder.at }),
        ...(reminder?.isHeld && { isReminderHeld: true }),
        mayHaveArrived: evidence.get(id) === 'convincing',
      };
    });
  }
}
