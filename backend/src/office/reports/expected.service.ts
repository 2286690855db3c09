import { Inject, Injectable } from '@nestjs/common';
import type { ExpectedMoney, ExpectedSum } from '#domain/office/expected';
import { asCents, type Currency, toAmount, toCents } from '#domain/platform/money';
import { AuditService } from '../../audit/audit.service.js';
import { type ExpectedLine, ExpectedPayments } from '../../payments/lists/expected-payments.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { exportedFields, exportFormat } from '../../platform/exports/export-query.js';
import { type Column, dayCell, type Export } from '../../platform/exports/export.js';
import type { Caller } from '../../platform/http/caller.decorator.js';

/** The columns of the export, a line a part. */
const columns: readonly Column<ExpectedLine>[] = [
  { title: 'Day', width: 12, format: 'day', value: ({ day }) => dayCell(day) },
  { title: 'Expected', width: 12, format: 'amount', value: ({ open }) => open },
  { title: 'Currency', width: 10, value: ({ currency }) => currency },
  { title: 'Part', width: 10, value: ({ part, plan }) => part && `${part} of ${plan?.length}` },
  { title: 'Reference', width: 28, value: ({ referenceNumber }) => referenceNumber },
  { title: 'Customer', width: 26, value: ({ customer }) => customer?.fullName },
  { title: 'Customer Email', width: 30, value: ({ customer }) => customer?.email },
  { title: 'Amount', width: 12, format: 'amount', value: ({ amount }) => amount },
  { title: 'Payment ID', width: 26, value: ({ _id }) => String(_id) },
];

/** Sums of parts, by the key of a currency and a period. */
class Sums {
  private readonly sums = new Map<string, { cents: number; count: number }>();

  add(key: string, open: number): void {
    const { cents, count } = this.sums.get(key) ?? { cents: 0, count: 0 };
    this.sums.set(key, { cents: cents + toCents(open), count: count + 1 });
  }

  of(key: string): ExpectedSum {
    const { cents, count } = this.sums.get(key) ?? { cents: 0, count: 0 };
    return { amount: toAmount(asCents(cents)), count };
  }

  keys = (): string[] => [...this.sums.keys()].sort();
}

/** The money that is to come: sums by month, and a file with a line a part. */
@Injectable()
export class ExpectedService {
  constructor(
    private readonly payments: ExpectedPayments,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /** Returns the open parts of live pending payments by currency: what is overdue, each month, and what has no day. */
  async find(): Promise<ExpectedMoney> {
    const today = this.config.calendar.dayOf(new Date());
    const currencies = new Map<Currency, Sums>();
    for await (const parts of this.payments.parts())
      for (const { open, day, currency } of parts) {
        const sums = currencies.get(currency) ?? new Sums();
        currencies.set(currency, sums);
        sums.add(day === undefined ? 'undated' : day < today ? 'overdue' : day.slice(0, 7), open);
      }
    return {
      currencies: [...currencies]
        .map(([currency, sums]) => ({
          currency,
          overdue: sums.of('overdue'),
          months: sums
            .keys()
            .filter((key) => key !== 'overdue' && key !== 'undated')
            .map((month) => ({ month, ...sums.of(month) })),
          undated: sums.of('undated'),
        }))
        .sort((a, b) => a.currency.localeCompare(b.currency)),
    };
  }

  /** Returns a file with a line for each part, and records the export in the audit trail. */
  async export(query: Record<string, unknown>, caller: Caller): Promise<Export<ExpectedLine>> {
    const format = exportFormat(query);
    const total = await this.payments.count();
    await this.audit.add(caller, 'export', 'payments', undefined, {
      changes: exportedFields(query, { report: 'expected' }),
    });
    const { calendar } = this.config;
    return { name: 'expected', format, columns, rows: this.payments.lines(), total, calendar };
  }
}
