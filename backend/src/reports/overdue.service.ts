import { Injectable } from '@nestjs/common';
import type { Pagination } from '../../../domain/lists.js';
import { lastOverdueDay } from '../../../domain/overdue.js';
import type { OverduePayment, ReportSummary } from '../../../domain/reports.js';
import { type ListSpec, parseFilter } from '../http/list-query.js';
import { MailService } from '../mail/mail.service.js';
import { type MailedPayment, typedPayer } from '../mail/mailed-payment.js';
import { ReconciliationView } from '../mail/reconciliation-view.js';
import { paymentListSpec } from '../payments/payment-list.js';
import { PaymentsService } from '../payments/payments.service.js';

/** How many overdue payments the reports show. */
const overdueAtMost = 50;

/** What the list of overdue payments can be sorted by; its filters are its own. */
export const overdueListSpec: ListSpec = { filters: {}, sorts: paymentListSpec.sorts };

/** The filter of the list of payments by which pending payments past their transfer date are found. */
const overdueFilter = () => ({ status: 'pending', transferDate: { lte: lastOverdueDay(new Date()) } });

type Listed = Omit<MailedPayment, 'customerId'> & { customerId: { fullName: string } | null };

/** Pending payments past their transfer date, with what an admin looks at before writing to the payer. */
@Injectable()
export class OverdueService {
  constructor(
    private readonly payments: PaymentsService,
    private readonly mails: MailService,
    private readonly reconciliation: ReconciliationView,
  ) {}

  /** How many there are, and those that are the longest overdue, as the reports show them. */
  async longestOverdue(): Promise<ReportSummary['overdue']> {
    const { payments, pagination } = await this.payments.list({
      sort: 'transferDate',
      limit: String(overdueAtMost),
      filter: overdueFilter(),
    });
    return {
      total: pagination.total,
      // JSON serialisation turns ids and dates into strings.
      payments: (payments as OverduePayment[]).map(
        ({ _id, referenceNumber, amount, currency, transferDate, customerId }) => ({
          ...{ _id, referenceNumber, amount, currency, transferDate, customerId },
        }),
      ),
    };
  }

  /** A page of them, the longest overdue first unless `sort` says otherwise. */
  async list({
    filter,
    ...query
  }: Record<string, unknown>): Promise<{ payments: unknown[]; pagination: Pagination }> {
    parseFilter(filter, overdueListSpec);
    const { payments, pagination } = await this.payments.list({
      sort: 'transferDate',
      ...query,
      filter: overdueFilter(),
    });
    const listed = payments as Listed[];
    const [reminders, evidence] = await Promise.all([
      this.mails.lastReminders(listed.map(({ _id }) => _id)),
      this.reconciliation.findEvidence(
        listed.map((payment) => ({
          payment,
          payerName: typedPayer(payment)?.name || payment.customerId?.fullName || '',
        })),
      ),
    ]);
    return {
      payments: listed.map((payment) => {
        const id = String(payment._id);
        const lastReminderAt = reminders.get(id);
        return {
          ...payment,
          ...(lastReminderAt && { lastReminderAt }),
          mayHaveArrived: evidence.get(id) === 'convincing',
        };
      }),
      pagination,
    };
  }
}
