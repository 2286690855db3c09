import { ConflictException, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { maximumSearchResults, type Pagination } from '#domain/platform/lists';
import { moneyDays, moneyOf, plannedOf } from '#domain/ledger/payment-money';
import { roundToAmount } from '#domain/platform/money';
import {
  type PaymentStats,
  type PaymentStatus,
  paymentStatuses,
  type StatusCounts,
} from '#domain/payments/payments';
import { shownPlan } from '#domain/payments/plan';
import { matchingChanged, maximumSelected } from '#domain/platform/selection';
import { AuditService } from '../../audit/audit.service.js';
import { Bookkeeper } from '../../ledger/books/bookkeeper.service.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { CustomerMerges } from '../../customers/customer-merges.service.js';
import { countUpTo } from '../../platform/database/count-up-to.js';
import { cursorBatches } from '../../platform/database/batches/cursor-batches.js';
import { readPage } from '../../platform/database/read-page.js';
import { withoutUnselected } from '../../platform/database/unselected-fields.js';
import { exportCursor } from '../../platform/exports/export-file.js';
import { exportedFields, exportFormat } from '../../platform/exports/export-query.js';
import type { Export } from '../../platform/exports/export.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import {
  countParameter,
  type ListQuery,
  paginationOf,
  parseFilter,
  parseListQuery,
} from '../../platform/http/list-query.js';
import { parseBookGroupKey, usdCents } from '../../ledger/stats/book-keys.js';
import { BookStatsService } from '../../ledger/stats/book-stats.service.js';
import { parsePaymentGroupKey } from '../../ledger/stats/stats-keys.js';
import { StatsService } from '../../ledger/stats/stats.service.js';
import { countStatuses, PaymentCounter, totalOf } from './payment-counter.js';
import { type ExportedPayment, paymentColumns } from './payment-export.js';
import { paymentListSpec } from './payment-list.js';
import { withFigures } from '../payment-record.js';
import { searchedWithPieces } from './reference-search.js';
import { Payment, PaymentSchema } from '../payment.schema.js';

/** The projection of the fields that responses contain. */
const shownFields = withoutUnselected(PaymentSchema);

/** That of lists: neither the history nor the words of the entries, of which a payment has many. */
const listedFields = { ...shownFields, statusHistory: 0, 'ledger.note': 0 } as const;

const newestFirst = { createdAt: -1, _id: -1 } as const;

/** Reads many payments at once: lists, searches, exports and statistics. */
@Injectable()
export class PaymentQueries {
  constructor(
    @InjectModel(Payment.name) private readonly payments: Model<Payment>,
    private readonly counter: PaymentCounter,
    private readonly customers: CustomerLookups,
    private readonly merges: CustomerMerges,
    private readonly stats: StatsService,
    private readonly books: BookStatsService,
    private readonly bookkeeper: Bookkeeper,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  async list(
    query: Record<string, unknown>,
  ): Promise<{ payments: unknown[]; pagination: Pagination; counts: StatusCounts }> {
    const list = await this.parse(query);
    const { conditions } = list;
    const page = this.page(list);
    const [payments, counts] = await Promise.all([
      page,
      this.counter.byStatus(conditions, async () => {
        const found = await page;
        // A first page that is not full has every payment.
        return list.page === 1 && found.length < list.limit
          ? countStatuses(found.map(({ status }) => ({ status, count: 1 })))
          : undefined;
      }),
    ]);
    return { payments, pagination: paginationOf(list, totalOf(counts, conditions)), counts };
  }

  /** Returns all payments of the filters, in order, at most `maximumSelected`. Throws 409 unless as many as `count`. */
  async matching(query: Record<string, unknown>): Promise<{ payments: unknown[]; total: number }> {
    const shown = countParameter(query);
    const { sort, conditions } = await this.parse(query);
    const payments = await this.page({ conditions, sort, page: 1, limit: maximumSelected });
    const total =
      payments.length < maximumSelected
        ? payments.length
        : totalOf(await this.counter.byStatus(conditions), conditions);
    if (shown !== undefined && shown !== total) throw new ConflictException(matchingChanged(total, shown));
    return { payments, total };
  }

  /** Returns the number of payments under the filters of the list, without a search; up to countLimit. */
  async count(filter: Record<string, unknown>): Promise<number> {
    return countUpTo(this.payments.collection, await this.conditionsOf(filter));
  }

  private async parse(query: Record<string, unknown>): Promise<ListQuery> {
    const list = parseListQuery(query, paymentListSpec, this.config.calendar);
    return { ...list, conditions: await this.merges.follow(list.conditions) };
  }

  private conditionsOf(filter: unknown) {
    return this.merges.follow(parseFilter(filter, paymentListSpec, this.config.calendar));
  }

  /** A page of payments with their customers. */
  private async page(list: ListQuery): Promise<{ status: PaymentStatus }[]> {
    const payments = await readPage(this.payments.collection, list, listedFields);
    const customers = await this.customers.summaries(
      payments.map(({ customerId }) => customerId as Types.ObjectId),
    );
    const today = this.config.calendar.dayOf(new Date());
    return (payments as unknown as Payment[]).map((payment) => ({
      ...withFigures(payment, today),
      customerId: customers.get(String(payment.customerId)) ?? null,
    }));
  }

  /** Returns ids of the newest payments in which every word of the text is found, at most `limit`. */
  async findIds(text: string, limit: number): Promise<Types.ObjectId[]> {
    const list = { conditions: searchedWithPieces(text), sort: newestFirst, page: 1, limit };
    const found = await readPage(this.payments.collection, list, { ...shownFields });
    return found.map(({ _id }) => _id);
  }

  /** The newest payments in which every word of the text is found, at most eight, each with its customer. */
  search(text: string): Promise<unknown[]> {
    return this.page({
      conditions: searchedWithPieces(text),
      sort: newestFirst,
      page: 1,
      limit: maximumSearchResults,
    });
  }

  /** Returns a file of payments, newest first, and records the export; `query` has its format and filters. */
  async export(query: Record<string, unknown>, caller: Caller): Promise<Export<ExportedPayment>> {
    const format = exportFormat(query);
    const conditions = await this.conditionsOf(query.filter);
    const total = totalOf(await this.counter.byStatus(conditions), conditions);
    return this.file({ format, conditions, total, changes: exportedFields(query) }, caller);
  }

  /** Returns a file of chosen payments, newest first; a deleted one is left out. */
  async exportChosen(
    ids: readonly string[],
    query: Record<string, unknown>,
    caller: Caller,
  ): Promise<Export<ExportedPayment>> {
    const format = exportFormat(query);
    const conditions = { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } };
    const total = await countUpTo(this.payments.collection, conditions);
    const changes = exportedFields(query, { ids: `${ids.length} chosen` });
    return this.file({ format, conditions, total, changes }, caller);
  }

  private async file(
    {
      format,
      conditions,
      total,
      changes,
    }: Pick<Export<unknown>, 'format' | 'total'> &
      Pick<ListQuery, 'conditions'> & { changes: ReturnType<typeof exportedFields> },
    caller: Caller,
  ): Promise<Export<ExportedPayment>> {
    await this.audit.add(caller, 'export', 'payments', undefined, { changes });
    return {
      name: 'payments',
      format,
      columns: paymentColumns,
      rows: this.exported(conditions),
      total,
      calendar: this.config.calendar,
    };
  }

  /** Payments with their customers, newest first, as the database sends them. */
  private async *exported(conditions: ListQuery['conditions']): AsyncGenerator<ExportedPayment[]> {
    const cursor = this.payments.collection
      .find<Payment>(conditions as object, {
        ...exportCursor,
        projection: { ...listedFields, paymentDetails: 0 },
      })
      .sort({ createdAt: -1, _id: -1 });
    const today = this.config.calendar.dayOf(new Date());
    for await (const batch of cursorBatches(cursor)) {
      const customers = await this.customers.summaries(batch.map(({ customerId }) => customerId));
      const booked = await this.bookkeeper.totals(batch);
      yield batch.map((payment) =>
        Object.assign(payment, {
          customerId: customers.get(String(payment.customerId)) ?? null,
          askedNow: shownPlan(plannedOf(payment), today).askedNow,
          figures: { ...moneyOf(payment), ...moneyDays(payment) },
          ...booked.get(String(payment._id)),
        }),
      );
    }
  }

  /** Counts by status, and the booked revenue in US dollars. */
  async readStats(): Promise<PaymentStats> {
    const [payments, months] = await Promise.all([this.stats.allPayments(), this.books.between()]);
    const counts = new Map<PaymentStatus, number>();
    for (const [key, { count }] of payments) {
      const { status, isTest } = parsePaymentGroupKey(key);
      if (!isTest) counts.set(status as PaymentStatus, (counts.get(status as PaymentStatus) ?? 0) + count);
    }
    let revenue = 0;
    for (const sums of months.values())
      for (const [key, { cents }] of sums) if (parseBookGroupKey(key).group === 'usd') revenue += cents;
    const statuses = paymentStatuses
      .map((_id) => ({ _id, count: counts.get(_id) ?? 0 }))
      .filter(({ count }) => count > 0);
    return { statuses, totalRevenue: roundToAmount(usdCents(revenue)), currency: 'USD' };
  }
}
